"""What a brief refers to: style packs, model profiles, shapes and the words that name them."""
