"""Cluster Autoscaler's node groups: what an input tells of them, and which of several gets new nodes."""
