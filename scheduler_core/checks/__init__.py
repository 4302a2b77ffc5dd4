"""Expectations held against runs."""
