"""The paper venue's rules of one perpetual written a second time: short, and nothing shared."""

from decimal import ROUND_HALF_EVEN, ROUND_UP, Decimal

Q = Decimal("1e-8")
# Up to this notional: maintenance rate, amount taken off it, most leverage (Bitcoin, first tiers).
TIERS = [
    (300_000, "0.004", 0, 150),
    (800_000, "0.005", 300, 100),
    (3_000_000, "0.0065", 1500, 75),
    (12_000_000, "0.01", 12000, 50),
]


def near(x):
    return x.quantize(Q, ROUND_HALF_EVEN)


def up(x):
    return x.quantize(Q, ROUND_UP)


def tier(n):
    return next(row for row in TIERS if n < row[0])


class Reference:
    def __init__(self, free):
        self.free, self.margin, self.cost, self.q = (
            Decimal(free),
            Decimal(0),
            Decimal(0),
            Decimal(0),
        )
        self.lev = None
        self.fees = self.realised = self.lost = self.funding = Decimal(0)
        self.orders = []  # name, kind, side, q, price, leverage, reduce-only, group, reserved

    def fill(self, sign, q, price, lev, rate, *, reduce, maker=False, mark=None):
        """True if it traded. A taker that the mark would liquidate at once does not."""
        close = min(q, abs(self.q)) if self.q * sign < 0 else Decimal(0)
        if reduce and not close:
            return False
        grow = Decimal(0) if reduce else q - close
        out, pnl, fee, gone = Decimal(0), Decimal(0), Decimal(0), Decimal(0)
        if close:
            part = close / abs(self.q)
            gone = self.cost if part == 1 else near(self.cost * close / abs(self.q))
            out = self.margin if part == 1 else near(self.margin * close / abs(self.q))
            pnl = max(near(-sign * (close * price - gone)), -out)
            fee = min(up(close * price * rate), out + pnl)
        value = near(grow * price)
        held = Decimal(0) if close else abs(self.q)
        lev = lev or (self.lev if held else None) or 1
        need = near(value / lev) + up(value * rate)
        if grow:
            if (held and lev != self.lev) or lev > tier((held + grow) * price)[3]:
                return False
            if need > self.free + out + pnl - fee:
                return False
            size, m = held + grow, price if mark is None else mark
            worth = self.margin - out + near(value / lev)
            worth += sign * (size * m - (self.cost - gone + value))
            _, mmr, cum, *_ = tier(size * m)
            if not maker and worth <= size * m * Decimal(mmr) - cum:
                return False
        self.free += out + pnl - fee - (need if grow else 0)
        self.fees += fee + (up(value * rate) if grow else 0)
        self.realised += pnl
        self.margin += (near(value / lev) if grow else 0) - out
        self.cost += value - gone
        self.q += sign * (close + grow)
        self.lev = lev if grow else self.lev
        self.lev = self.lev if self.q else None
        return True

    def rest(self, name, kind, sign, q, price, lev, *, reduce, group):
        if reduce:
            if self.q * sign >= 0:
                return False
            q = min(q, abs(self.q))
        lev = lev or (self.lev if self.q * sign > 0 else None) or 1
        same = abs(self.q) if self.q * sign > 0 else Decimal(0)
        if not reduce and ((same and lev != self.lev) or lev > tier((same + q) * price)[3]):
            return False
        holds = Decimal(0)
        if kind == "limit" and not reduce:
            holds = near(near(q * price) / lev) + up(near(q * price) * Decimal("0.0005"))
        if holds > self.free:
            return False
        self.free -= holds
        self.orders.append([name, kind, sign, q, price, lev, reduce, group, holds])
        return True

    def drop(self, orders):
        for order in orders:
            self.free += order[8]
            self.orders.remove(order)

    def tidy(self):
        for order in [o for o in self.orders if o[6]]:
            if self.q * order[2] >= 0:
                self.drop([order])
            else:
                order[3] = min(order[3], abs(self.q))

    def price(self, p):
        while True:
            n = abs(self.q) * p
            worth = self.margin + self.q * p - (self.cost if self.q > 0 else -self.cost)
            if self.q and worth <= n * Decimal(tier(n)[1]) - tier(n)[2]:
                self.lost += self.margin
                self.margin = self.cost = self.q = Decimal(0)
                self.lev = None
            else:
                hit = {
                    "stop": lambda o: (p - o[4]) * o[2] >= 0,
                    "take_profit": lambda o: (o[4] - p) * o[2] >= 0,
                    "limit": lambda o: (o[4] - p) * o[2] > 0,
                }
                due = [
                    o
                    for kind, is_hit in hit.items()
                    for o in self.orders
                    if o[1] == kind and is_hit(o)
                ]
                if not due:
                    return
                self.turn(due[0], p)
            self.tidy()

    def turn(self, o, p):
        others = [x for x in self.orders if o[7] and x[7] == o[7] and x is not o]
        self.drop([o, *others])
        rate = Decimal("0.0002" if o[1] == "limit" else "0.0005")
        at = p if o[1] == "stop" else o[4]
        maker = o[1] == "limit"
        if not self.fill(o[2], o[3], at, o[5], rate, reduce=o[6], maker=maker, mark=p):
            for x in others:
                self.free -= x[8]
                self.orders.append(x)

    def fund(self, p, rate):
        paid = min(near(self.q * p * rate), max(self.margin - Q, 0)) if self.q else 0
        self.margin -= paid
        self.funding -= paid
