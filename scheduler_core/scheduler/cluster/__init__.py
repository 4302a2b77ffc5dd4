"""The cluster as numpy columns: nodes, amounts, pods, and what changed since somebody looked."""
