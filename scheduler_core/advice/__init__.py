"""What now: changes that would help, findings before a run, sweeps of runs, what other programs would do."""
