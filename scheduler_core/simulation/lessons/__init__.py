"""What a scenario tells of its own run, and how it is read."""
