"""A job: its frozen payload, its folder, and the recipe that turns one into finished pictures."""
