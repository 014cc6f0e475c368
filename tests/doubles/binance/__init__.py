"""A venue on loopback that looks like Binance: spot and USD-M futures, over TLS and WebSocket."""
