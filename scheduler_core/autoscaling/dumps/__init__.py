"""What an input becomes for Karpenter: its objects with what an API server fills in, and the known instance types."""
