"""The process that follows a cluster: it watches in one thread, and computes and stores in another."""
