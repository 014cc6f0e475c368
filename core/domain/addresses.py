"""Which addresses a person may have this desk call: public ones, by https (SSRF).

A URL that somebody types must not lead to the desk's own machine or network. Its text is judged
here; what its host resolves to is judged at every connect (adapters/public_net.py).
"""

import re
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Literal
from urllib.parse import urlsplit

LONGEST = 300
AddressFault = Literal["form", "https", "userinfo", "private", "unresolved"]
"""What is wrong with a URL: no URL, not https, a name or password in it, no public address, or a
host that has none now."""

_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)", re.ASCII)
_NAT64 = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
_COMPATIBLE = IPv6Network("::/96")
_LOCAL_SUFFIXES = (".localhost", ".local", ".internal", ".lan", ".home", ".intranet", ".corp")


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet's; False for what is no IP address.

    An IPv6 form that carries an IPv4 address is as public as that one.
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        carried = _carried(ip)
        if carried:
            return all(_is_global(one) for one in carried)
    return _is_global(ip)


def url_fault(text: str, own_hosts: Mapping[str, bool]) -> AddressFault | None:
    """What speaks against calling this base URL; None: nothing that its text shows.

    `own_hosts` are hosts that the desk's own settings name, each with whether they name it by plain
    http: such a host may be local, and then by http too.
    """
    if not text.isascii() or not text.isprintable() or len(text) > LONGEST or "\\" in text:
        return "form"
    try:
        url = urlsplit(text)
        port_is_sound = url.port is None or url.port > 0
    except ValueError:
        return "form"
    host = _host(url.hostname)
    if any(char.isspace() for char in text) or url.query or url.fragment or not port_is_sound:
        return "form"
    if url.scheme not in ("http", "https") or not host:
        return "form"
    if "@" in url.netloc:
        return "userinfo"
    own = host in own_hosts
    if url.scheme == "http" and not (own and own_hosts[host]):
        return "https"
    return None if own else _host_fault(host)


def host_of(url: str) -> str:
    """The host that a URL names, as hosts are compared here; empty where it names none."""
    try:
        return _host(urlsplit(url).hostname)
    except ValueError:
        return ""


def all_public(addresses: Iterable[str]) -> bool:
    """Whether there are addresses, and every one of them is public."""
    found = tuple(addresses)
    return bool(found) and all(is_public(one) for one in found)


def _host(host: str | None) -> str:
    return (host or "").rstrip(".").casefold()


def _host_fault(host: str) -> AddressFault | None:
    """A literal address must be a public one in its usual form; a name must be a full one."""
    if ":" in host:
        return None if is_public(host) else "private"
    labels = host.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels):
        return "form"
    if labels[-1].isdigit() or re.fullmatch(r"0x[0-9a-f]*", labels[-1]):
        # Resolvers take 2130706433, 0x7f.1 and 0177.1 for addresses too.
        return None if is_public(host) else "private"
    if len(labels) < 2 or f".{host}".endswith(_LOCAL_SUFFIXES):
        return "private"
    return None


def _carried(ip: IPv6Address) -> tuple[IPv4Address, ...]:
    """The IPv4 addresses that an IPv6 one stands for: mapped, 6to4, Teredo, NAT64, compatible."""
    if ip.ipv4_mapped is not None:
        return (ip.ipv4_mapped,)
    if ip.sixtofour is not None:
        return (ip.sixtofour,)
    if ip.teredo is not None:
        return ip.teredo
    if ip in _COMPATIBLE or any(ip in net for net in _NAT64):
        return (IPv4Address(int(ip) & 0xFFFFFFFF),)
    return ()


def _is_global(ip: IPv4Address | IPv6Address) -> bool:
    return (
        ip.is_global
        and not ip.is_multicast
        and not ip.is_reserved
        and not ip.is_unspecified
        and not (isinstance(ip, IPv6Address) and ip.is_site_local)
    )
