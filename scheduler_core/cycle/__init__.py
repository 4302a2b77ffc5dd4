"""One scheduling cycle, and how far it searches."""
