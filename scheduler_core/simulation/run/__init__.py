"""A run: the scenario it starts from, the queue, the loop around the cycles, and the events of its log."""
