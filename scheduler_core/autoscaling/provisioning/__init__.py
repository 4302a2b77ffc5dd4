"""One pass of the provisioner: pending pods are placed on nodes, on NodeClaims, and on new ones."""
