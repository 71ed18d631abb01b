"""Leaf helpers that know nothing of briefs or engines."""
