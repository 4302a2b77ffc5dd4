"""How fast the engine is, beside the recorded speed of the real scheduler."""
