"""Jobs and pods as Workloads: what Kueue's integrations make of them, and what an admission makes of their pods."""
