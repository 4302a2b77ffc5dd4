"""Why nodes stay, and which of them go."""
