"""Expectations: facts that a scenario says of its own run, as they are written."""
