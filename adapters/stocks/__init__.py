"""Which stock a name means: a table inside the program, asked without a network."""
