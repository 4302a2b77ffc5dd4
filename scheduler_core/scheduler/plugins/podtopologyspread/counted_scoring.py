"""The score of old versions: the number of matching pods in the node's domains.

Mirrors pkg/scheduler/framework/plugins/podtopologyspread/scoring.go @ v1.18.
"""

from __future__ import annotations

import numpy as np

from scheduler_core.kubernetes.golang import truncate
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE

from .scoring import PreScoreState


def score_nodes(state: CycleState, feasible: IntArray) -> IntArray:
    """Return per feasible node the matching pods of its domains; 0 for ignored nodes."""
    soft = state.read(PreScoreState)
    total = np.zeros(len(feasible), dtype=np.int64)
    for c in soft.constraints:
        total += c.topology.at(feasible, c.fixed.pods.by_value, missing=0)
    return np.where(soft.ignored[feasible], 0, total)


def normalize(state: CycleState, scores: IntArray) -> IntArray:
    """Return 100·(sum − s)/(sum − min), cut to an integer; 0 for ignored nodes, 100 for all if that divides by 0."""
    soft = state.read(PreScoreState)
    ignored = soft.ignored[soft.feasible]
    scored = scores[~ignored]
    span = int(scored.sum() - scored.min()) if len(scored) else 0
    if span == 0:
        return np.full_like(scores, MAX_NODE_SCORE)
    flipped = (scored.sum() - scores) / span
    return np.where(ignored, 0, truncate(float(MAX_NODE_SCORE) * flipped))
