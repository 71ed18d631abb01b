"""Cutouts of pictures whose truth is known: Nukki beside rembg and PyMatting, each in a process of
its own."""
