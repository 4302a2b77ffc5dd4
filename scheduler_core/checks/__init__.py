"""Checking expectations against runs."""
