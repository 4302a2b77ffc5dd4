"""Which nodes are candidates for disruption, and the commands of each method."""
