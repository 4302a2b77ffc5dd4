"""Why: a cycle and a run for their reader, two runs side by side, a message in plain words, checks."""
