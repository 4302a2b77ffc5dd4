"""The queues of pending workloads: who is next, and who is parked."""
