"""Time: runs, steps and recorded traces played on a simulated clock, and what is expected of them."""
