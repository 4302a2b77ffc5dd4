"""Why a workload waits, in plain words with the numbers that decide."""
