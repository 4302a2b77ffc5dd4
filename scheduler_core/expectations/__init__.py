"""Expectations: facts that a scenario says of its own run, and whether they hold."""
