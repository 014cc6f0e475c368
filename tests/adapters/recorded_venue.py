"""An instance of a venue that answers with bodies as venues send them."""

import json
import re

from adapters.exchange.ccxt.client import Clients, Library
from adapters.exchange.ccxt.venues import VENUES
from tests.adapters.ccxt_desk import HurryingClock
from tests.adapters.ccxt_markets import EXCHANGES, recorded_markets

LIBRARY = Library()


class Recorded:
    """A venue that answers with recorded bodies, by the end of the path."""

    def __init__(self, name, answers):
        self.name, self.answers, self.asked = name, answers, []

    async def fetch(self, url, method="GET", headers=None, body=None):
        self.asked.append(url)
        for path, answer in self.answers.items():
            if re.search(path, url):
                if isinstance(answer, Exception):
                    raise answer
                return answer if isinstance(answer, dict) else body_of(self.name, answer)
        raise AssertionError(f"not recorded: {method} {url}")


def body_of(name, file):
    return json.loads((EXCHANGES / name / f"{file}.json").read_text(encoding="utf-8"))


async def client_of(name, answers):
    venue = VENUES[name]
    keys = dict.fromkeys(venue.secrets.values(), "k")
    client = await Clients(LIBRARY, HurryingClock())._make(venue, keys, testnet=False)
    client.exchange.set_markets(recorded_markets(name))
    client.exchange.fetch = Recorded(name, answers).fetch
    return client
