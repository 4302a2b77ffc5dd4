"""The cycle of a pod group: the cycles of its members on one snapshot, and what becomes of them together."""
