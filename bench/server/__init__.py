"""`bench server`: the queue and the API under load, each figure against its aim."""
