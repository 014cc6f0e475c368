"""Live venues by ccxt: connections, markets, and the `Exchange` port over them."""
