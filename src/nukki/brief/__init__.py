"""What a person asks: the brief, its sizes, seeds and faults."""
