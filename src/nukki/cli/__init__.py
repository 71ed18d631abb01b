"""One file per command; no logic the API would need again."""
