"""Tallies: sums of integers by cell, in any order the same."""

from __future__ import annotations

from typing import Any, cast

from .contract import SweepTally


def empty() -> SweepTally:
    """Return the tally of an empty range of points."""
    return {"points": 0, "decisions": 0, "cells": {}}


def merge(first: SweepTally, second: SweepTally) -> SweepTally:
    """Return what two ranges without a common point come to together, with its keys in order.

    Commutative and associative: any split and order of the points gives the same bytes.
    """
    return cast("SweepTally", _merged(first, second))


def ordered(tally: SweepTally) -> SweepTally:
    """Return the tally with its keys in order."""
    return merge(tally, empty())


def _merged(first: Any, second: Any) -> Any:
    if isinstance(first, dict):
        keys = sorted({*first, *second})
        return {
            key: _merged(first[key], second[key])
            if key in first and key in second
            else _sorted(first[key] if key in first else second[key])
            for key in keys
        }
    if isinstance(first, list):
        return min(first, second)  # of two first points, the first
    return first + second


def _sorted(value: Any) -> Any:
    return {key: _sorted(value[key]) for key in sorted(value)} if isinstance(value, dict) else value
