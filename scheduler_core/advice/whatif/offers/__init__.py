"""The changes that may help, by the reason for which nodes refuse the pod: one module a part of Kubernetes."""
