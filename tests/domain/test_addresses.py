"""Which addresses may be called for somebody who typed them."""

import pytest

from core.domain.addresses import all_public, host_of, is_public, url_fault

PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "2002:808:808::1"]
NOT_PUBLIC = [
    "127.0.0.1",
    "127.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1",
    "2002:7f00:1::1",
    "2002:a00:1::",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "localhost",
    "",
    "2130706433",
    "0x7f.1",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_no_other_address_is(address):
    assert not is_public(address)


def test_one_that_is_not_public_spoils_all_and_none_is_none():
    assert all_public(["8.8.8.8", "1.1.1.1"])
    assert not all_public(["8.8.8.8", "127.0.0.1"])
    assert not all_public([])


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.com",
        "https://api.example.com/v1",
        "https://api.example.com:8443/v1",
        "https://8.8.8.8/v1",
        "https://[2606:4700:4700::1111]/v1",
        "https://API.Example.com./v1",
    ],
)
def test_https_to_a_full_name_or_a_public_address_is_fine(url):
    assert url_fault(url, {}) is None


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://api.example.com/v1", "https"),
        ("ftp://api.example.com", "form"),
        ("file:///etc/passwd", "form"),
        ("gopher://api.example.com", "form"),
        ("api.example.com/v1", "form"),
        ("https://", "form"),
        ("https:///v1", "form"),
        ("https://api.example.com/v1?key=1", "form"),
        ("https://api.example.com/v1#x", "form"),
        ("https://api.example.com:0/v1", "form"),
        ("https://api.example.com:99999/v1", "form"),
        ("https://api.example.com\\@127.0.0.1/", "form"),
        ("https://api.example.com/ v1", "form"),
        ("https://api.example.com/\nv1", "form"),
        ("https://ａｐｉ.example.com", "form"),
        ("https://exa_mple.com", "form"),
        ("https://-bad.example.com", "form"),
        (f"https://{'a' * 300}.com", "form"),
        ("https://[::1", "form"),
        ("https://api.openai.com@127.0.0.1/", "userinfo"),
        ("https://user:pass@api.example.com/", "userinfo"),
        ("https://localhost/v1", "private"),
        ("https://LOCALHOST./v1", "private"),
        ("https://redis/v1", "private"),
        ("https://db.internal/v1", "private"),
        ("https://printer.local", "private"),
        ("https://127.0.0.1/v1", "private"),
        ("https://127.0.0.1./v1", "private"),
        ("https://2130706433/", "private"),
        ("https://0x7f000001/", "private"),
        ("https://0x7f.1/", "private"),
        ("https://0177.0.0.1/", "private"),
        ("https://127.1/", "private"),
        ("https://169.254.169.254/latest/meta-data", "private"),
        ("https://[::1]/v1", "private"),
        ("https://[::ffff:127.0.0.1]/v1", "private"),
        ("https://[fe80::1%25eth0]/v1", "private"),
        ("https://10.0.0.8:6379/", "private"),
    ],
)
def test_anything_else_is_refused_for_what_is_wrong_with_it(url, fault):
    assert url_fault(url, {}) == fault


def test_a_host_that_the_settings_name_may_be_local_and_by_http_only_if_they_say_so():
    named = {"localhost": True, "10.0.0.8": False}
    assert url_fault("http://localhost:11434/v1", named) is None
    assert url_fault("https://localhost/v1", named) is None
    assert url_fault("https://10.0.0.8/v1", named) is None
    assert url_fault("http://10.0.0.8/v1", named) == "https"
    assert url_fault("http://127.0.0.1:11434/v1", named) == "https"
    assert url_fault("https://127.0.0.1/v1", named) == "private"
    assert url_fault("https://localhost.evil.example/v1", named) is None
    assert url_fault("http://localhost@evil.example/v1", named) == "userinfo"


def test_hosts_are_compared_without_case_and_final_dot():
    assert host_of("https://Api.Example.com./v1") == "api.example.com"
    assert host_of("https://[::1") == ""
