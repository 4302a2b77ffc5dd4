"""Kubernetes objects: frozen, typed, and defaulted as the API server does."""
