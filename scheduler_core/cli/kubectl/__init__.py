"""A cluster read through `kubectl get`, with kubectl's own contexts, logins, proxies and impersonation."""
