"""A run: events, cycles and evictions, one after the other, and its record."""
