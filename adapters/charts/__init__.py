"""Pictures: a process that draws them with matplotlib, and the port that asks it to."""
