"""What the API server and the controllers do: what they fill in, refuse, create and delete."""
