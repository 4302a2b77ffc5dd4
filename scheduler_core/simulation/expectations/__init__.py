"""Expectations: facts that a scenario states about its own run."""
