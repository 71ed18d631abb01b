"""The golden set: pictures whose cutout is known, how a cutout is compared with it, the report."""
