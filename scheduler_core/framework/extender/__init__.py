"""Extenders: HTTP services that the scheduler asks besides its plugins."""
