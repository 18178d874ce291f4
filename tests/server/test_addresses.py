"""Addresses: as typed, as sent by browsers, as shared."""

import socket

import pytest

from splendor.core.errors import RulesError
from splendor.server import addresses
from splendor.server.addresses import (
    ip_of,
    is_everywhere,
    is_host,
    is_loopback,
    lan_addresses,
    listen,
    origin_of,
    own_names,
    same_household,
    split_host,
    welcome,
)


@pytest.mark.parametrize(
    "typed, sent",
    [
        ("https://play.example.org", "https://play.example.org"),
        ("https://play.example.org/", "https://play.example.org"),
        ("HTTPS://Play.Example.ORG:443", "https://play.example.org"),
        ("http://box:80", "http://box"),
        ("http://box:443", "http://box:443"),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("http://[FE80::1]:8000", "http://[fe80::1]:8000"),
    ],
)
def test_an_origin_is_normalised_to_the_form_of_browsers(typed: str, sent: str) -> None:
    assert origin_of(typed, "it") == sent


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "*",
        "null",
        "play.example.org",
        "https://",
        "https:///path",
        "https://host/path",
        "https://host?x=1",
        "https://host#x",
        "https://anna:hush@host",
        "https://@host",
        "https://host:0",
        "https://host:99999",
        "https://host:port",
        "https://ho st",
        "https://host\n",
        "https://hö.example",
        "https://[::1",
        "https://[nonsense]",
        "https://-host",
        "file:///x",
        "ws://host",
        "javascript:alert(1)",
        "https://" + "a" * 300,
    ],
)
def test_an_invalid_origin_is_refused_in_one_line(typed: str) -> None:
    with pytest.raises(RulesError) as refusal:
        origin_of(typed, "it")
    message = str(refusal.value)
    assert message.startswith("it must be like https://host")
    assert "hush" not in message
    assert len(message) < 200
    assert message.isprintable()


def test_an_embedded_ipv4_address_is_extracted() -> None:
    assert str(ip_of("::ffff:192.168.1.5")) == "192.168.1.5"
    assert ip_of("192.168.1") is None


def test_hosts_are_addresses_or_names() -> None:
    for good in ("127.0.0.1", "::1", "localhost", "my-box.local", "0.0.0.0", "a_b"):
        assert is_host(good), good
    for bad in ("", "a b", "a:80", "[::1]", "-a", "a-", "a..b", "é", "a/b", "x" * 64, "a\n"):
        assert not is_host(bad), bad


def test_loopback_and_wildcard_addresses_are_recognised() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.8.8.8", "::1", "LOCALHOST", "::ffff:127.0.0.1")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.5", "localhost.evil.example")))
    assert all(map(is_everywhere, ("0.0.0.0", "::")))
    assert not any(map(is_everywhere, ("127.0.0.1", "box")))


@pytest.mark.parametrize(
    "text, parts",
    [
        ("Box:8000", ("box", 8000)),
        ("box", ("box", None)),
        ("[::1]:8000", ("::1", 8000)),
        ("[::1]", ("::1", None)),
        ("::1", None),
        ("box:", None),
        ("box:80:80", None),
        ("box:x", None),
        ("", None),
        ("a@b", None),
        ("a,b", None),
        ("a\n", None),
    ],
)
def test_host_headers_are_parsed(text: str, parts: tuple[str, int | None] | None) -> None:
    assert split_host(text) == parts


def test_addresses_of_one_network_count_as_one() -> None:
    assert same_household("2001:db8:1:2::3") == same_household("2001:db8:1:2:ffff::4")
    assert same_household("2001:db8:1:2::3") != same_household("2001:db8:1:3::3")
    assert same_household("::ffff:192.168.1.5") == same_household("192.168.1.5") == "192.168.1.5"
    assert same_household("192.168.1.5") != same_household("192.168.1.6")
    assert same_household("unknown") == "unknown"


# Sharing


def test_addresses_to_share_are_distinct_and_not_loopback() -> None:
    found = lan_addresses()
    assert len({*found}) == len(found)
    for address in found:
        assert ip_of(address) is not None
        assert not is_loopback(address)
        assert not is_everywhere(address)


def test_a_machine_without_network_has_no_address_to_share(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object) -> socket.socket:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", no_network)
    assert lan_addresses() == []
    assert "no network" in welcome("0.0.0.0", 8000, None)[-1]


def test_the_host_name_is_one_of_the_machines_names(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, known in (("Box", ["box", "box.local"]), ("a.lan", ["a.lan"]), ("my box", [])):
        monkeypatch.setattr(socket, "gethostname", lambda name=name: name)
        assert own_names() == known


def test_the_start_message_lists_addresses_to_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.5", "fd00::5"])
    near = "Splendor is served at http://127.0.0.1:8000/ (Ctrl-C ends it)"
    there = "Share this address in your network: http://192.168.1.5:8000/"
    there6 = "Share this address in your network: http://[fd00::5]:8000/"
    assert welcome("0.0.0.0", 8000, None) == [near, there]
    assert welcome("::", 8000, None) == [near, there, there6]
    assert welcome("127.0.0.1", 8000, None)[0] == near
    assert "--host 0.0.0.0" in welcome("127.0.0.1", 8000, None)[1]
    assert welcome("0.0.0.0", 8000, "https://play.example.org") == [
        near,
        "Share this address: https://play.example.org/",
    ]
    assert welcome("box", 80, None) == ["Splendor is served at http://box/ (Ctrl-C ends it)"]


# Listening


def test_port_0_listens_on_a_free_port() -> None:
    with listen("127.0.0.1", 0) as listener:
        where = listener.getsockname()
        assert where[1] > 0
        with socket.create_connection(where, timeout=10):
            pass


def test_a_port_in_use_is_reported_in_one_line() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(
            RulesError,
            match=f"^cannot listen at 127.0.0.1:{port}: [^:(]*: choose another --host or --port$",
        ):
            listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_reported_in_one_line() -> None:
    with pytest.raises(RulesError, match=r"cannot listen at 192\.0\.2\.77:0: .*--host"):
        listen("192.0.2.77", 0)
