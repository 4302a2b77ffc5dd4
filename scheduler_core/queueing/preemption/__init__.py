"""Whom a workload may preempt, classically and under fair sharing."""
