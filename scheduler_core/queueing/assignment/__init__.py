"""The flavor assigner: which flavor each pod set gets, and in which mode."""
