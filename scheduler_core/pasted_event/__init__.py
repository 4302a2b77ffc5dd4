"""A FailedScheduling message of somebody's cluster, read and held against a cycle."""
