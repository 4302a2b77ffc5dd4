"""Scenarios of autoscaling: how they are read, and what was decided as plain data."""
