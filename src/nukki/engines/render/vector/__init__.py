"""The vector path: flat illustration, sticker, pixel art and watercolour, without a scene."""
