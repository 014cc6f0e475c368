"""The shipped table of shares, loaded once for all tests."""

from adapters.stocks.directory import StockDirectory
from adapters.stocks.table import rows

STOCKS = StockDirectory(rows)
