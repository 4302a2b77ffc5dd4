"""Extenders: HTTP services that the scheduler calls in addition to its plugins."""
