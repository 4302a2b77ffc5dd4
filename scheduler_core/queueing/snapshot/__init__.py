"""The quota tree and the workloads in it, as a cycle sees them; what fair sharing counts."""
