"""Nukki: graphics whose alpha is true."""

__version__ = "0.1.0"
