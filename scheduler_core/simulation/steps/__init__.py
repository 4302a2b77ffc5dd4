"""The steps of a scenario's day two: what they are, and how they are read."""
