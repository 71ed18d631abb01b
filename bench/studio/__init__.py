"""`bench studio`: what a designer feels, measured in the real browser against the real server."""
