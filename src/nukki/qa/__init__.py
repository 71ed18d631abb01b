"""Rules that measure a finished picture; a person decides."""
