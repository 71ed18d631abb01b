"""The studio's server: job folders and the catalog over HTTP, on this machine only."""
