"""One scheduling cycle, and the extent of its search."""
