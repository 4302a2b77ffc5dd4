"""The processes that make up one installation, and the supervisor that holds them together."""
