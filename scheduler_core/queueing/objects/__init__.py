"""The objects of kueue.x-k8s.io/v1beta2, and what Kueue reads of Kubernetes' own: frozen plain values."""
