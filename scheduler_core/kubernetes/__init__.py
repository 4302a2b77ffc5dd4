"""What a Kubernetes object is: how it is read, defaulted, selected and edited, and what versions change."""
