"""Deterministic finishing: same input, same bytes."""
