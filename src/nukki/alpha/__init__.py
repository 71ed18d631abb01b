"""From a candidate to straight alpha."""
