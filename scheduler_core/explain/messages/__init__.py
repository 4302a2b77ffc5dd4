"""What a message of the scheduler means, and a small cluster made up so that the same comes out of it."""
