"""Admission: host names, origins, client addresses, rate limits, response headers."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from splendor.server import admission as admission_module
from splendor.server.admission import (
    LIMITS,
    Admission,
    NotAdmitted,
    RateLimits,
    headers_for_media,
    plain_headers,
)
from splendor.server.settings import Settings

PUBLIC = "https://play.example.org"


def an_admission(port: int = 8000, **settings: Any) -> Admission:
    return Admission(Settings(**settings), port)


def admits(check: Callable[[Mapping[str, str]], None], **headers: str) -> bool:
    """Whether a check admits these headers; a refusal must be one short line."""
    refusal = None
    try:
        check(headers)
    except NotAdmitted as error:
        refusal = error
    assert refusal is None or (str(refusal).isprintable() and len(str(refusal)) < 300)
    return refusal is None


# Host names


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "LocalHost:8000"]
)
def test_the_names_of_this_machine_are_accepted(host: str) -> None:
    assert admits(an_admission().check_host, host=host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        "localhost",
        "localhost:8001",
        "127.0.0.1",
        "localhost.evil.example:8000",
        "127.0.0.1:8000, evil.example",
        "192.168.1.5:8000",
        "localhost:8000@evil.example",
        "localhost:8000\x00",
        "x" * 100_000,
    ],
    ids=lambda host: host[:30].encode("unicode_escape").decode(),
)
def test_a_foreign_name_that_resolves_to_this_machine_is_refused(host: str) -> None:
    assert not admits(an_admission().check_host, host=host)


def test_a_request_without_host_is_refused() -> None:
    assert not admits(an_admission().check_host)


def test_in_a_network_the_machines_addresses_and_names_are_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission_module, "own_names", lambda: ["box", "box.local"])
    admission = an_admission(host="0.0.0.0")
    for good in ("192.168.1.5:8000", "[fd00::5]:8000", "box:8000", "box.local:8000"):
        assert admits(admission.check_host, host=good), good
    for bad in ("evil.example:8000", "192.168.1.5", "192.168.1.5:80", "192.168.1.5.evil:8000"):
        assert not admits(admission.check_host, host=bad), bad


def test_the_listening_address_is_accepted() -> None:
    assert admits(an_admission(host="192.168.1.5").check_host, host="192.168.1.5:8000")
    assert admits(an_admission(host="my.box").check_host, host="my.box:8000")


def test_at_port_80_the_port_may_be_left_out() -> None:
    admission = an_admission(80, host="0.0.0.0")
    for good in ("localhost", "localhost:80", "192.168.1.5", "192.168.1.5:80"):
        assert admits(admission.check_host, host=good), good
    assert not admits(admission.check_host, host="localhost:8000")


def test_public_and_allowed_addresses_are_accepted() -> None:
    admission = an_admission(public_url=PUBLIC, origins=("http://other.example:81",))
    for good in ("play.example.org", "play.example.org:443", "other.example:81", "127.0.0.1:8000"):
        assert admits(admission.check_host, host=good), good
    for bad in ("play.example.org:8000", "other.example", "www.play.example.org"):
        assert not admits(admission.check_host, host=bad), bad


# Origins


def test_requests_from_our_own_page_are_accepted() -> None:
    for host in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
        assert admits(an_admission().check_origin, host=host, origin=f"http://{host}")


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "https://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:8001",
        "https://127.0.0.1:8000",
        "http://127.0.0.1:8000.evil.example",
        "http://127.0.0.1:8000/",
        "http://127.0.0.1:8000, http://evil.example",
        "file://",
        "127.0.0.1:8000",
    ],
)
def test_requests_from_other_pages_are_refused(origin: str) -> None:
    assert not admits(an_admission().check_origin, host="127.0.0.1:8000", origin=origin)


def test_requests_without_an_origin_are_refused() -> None:
    assert not admits(an_admission().check_origin, host="127.0.0.1:8000")
    assert not admits(an_admission().check_origin)


def test_a_page_with_its_own_name_for_this_server_is_refused() -> None:
    assert not admits(
        an_admission().check_origin, host="evil.example:8000", origin="http://evil.example:8000"
    )


def test_in_a_network_the_origin_must_match_the_host() -> None:
    admission = an_admission(host="0.0.0.0")
    there = "192.168.1.5:8000"
    assert admits(admission.check_origin, host=there, origin=f"http://{there}")
    assert not admits(admission.check_origin, host=there, origin="http://192.168.1.66:8000")
    assert not admits(admission.check_origin, host=there, origin="http://localhost:8000")


def test_public_and_allowed_origins_are_accepted_behind_a_proxy() -> None:
    admission = an_admission(public_url=PUBLIC, origins=("http://other.example:81",))
    for host in ("play.example.org", "127.0.0.1:8000"):
        assert admits(admission.check_origin, host=host, origin=PUBLIC)
        assert admits(admission.check_origin, host=host, origin="http://other.example:81")
        assert not admits(admission.check_origin, host=host, origin="https://evil.example")


def test_an_origin_without_tls_does_not_match_one_with_tls() -> None:
    admission = an_admission(public_url=PUBLIC)
    assert not admits(
        admission.check_origin, host="play.example.org", origin="http://play.example.org"
    )


def test_a_repeated_header_is_refused() -> None:
    raw = [(b"Host", b"127.0.0.1:8000"), (b"Origin", b"http://127.0.0.1:8000")]
    admission = an_admission()
    admission.check_host(plain_headers(raw))
    admission.check_origin(plain_headers(raw))
    for name, value in raw:
        with pytest.raises(NotAdmitted):
            admission.check_origin(plain_headers([*raw, (name, value)]))
    assert plain_headers([(b"cookie", b"a=1"), (b"Cookie", b"b=2\xff")]) == {
        "cookie": "a=1; b=2\xff"
    }


# Client addresses


def test_without_a_proxy_forwarded_headers_are_ignored() -> None:
    lie = {"x-forwarded-for": "9.9.9.9"}
    assert an_admission().client_address("127.0.0.1", lie) == "127.0.0.1"
    assert an_admission(public_url=PUBLIC).client_address("127.0.0.1", lie) == "127.0.0.1"
    assert an_admission().client_address(None, {}) == "unknown"


@pytest.mark.parametrize(
    "peer, forwarded, address",
    [
        ("127.0.0.1", "9.9.9.9", "9.9.9.9"),
        ("::1", "9.9.9.9", "9.9.9.9"),
        ("127.0.0.1", "1.1.1.1, 9.9.9.9", "9.9.9.9"),
        ("127.0.0.1", "9.9.9.9:5555", "9.9.9.9"),
        ("127.0.0.1", "[2001:db8::1]:5555", "2001:db8::/64"),
        ("127.0.0.1", "2001:DB8::1", "2001:db8::/64"),
        ("127.0.0.1", "::ffff:9.9.9.9", "9.9.9.9"),
        ("127.0.0.1", "9.9.9.9, nonsense", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "9" * 100_000, "127.0.0.1"),
        ("8.8.8.8", "9.9.9.9", "8.8.8.8"),
        ("192.168.1.5", "9.9.9.9", "192.168.1.5"),
    ],
    ids=lambda value: value[:40],
)
def test_the_last_forwarded_address_of_a_local_proxy_is_used(
    peer: str, forwarded: str, address: str
) -> None:
    admission = an_admission(public_url=PUBLIC, forwarded=True)
    assert admission.client_address(peer, {"x-forwarded-for": forwarded}) == address


@pytest.mark.parametrize(
    "peer, forwarded, address",
    [
        ("10.0.3.4", "9.9.9.9", "9.9.9.9"),
        ("10.0.3.4", "1.1.1.1, 9.9.9.9", "9.9.9.9"),
        ("10.0.3.4", "9.9.9.9, 10.0.7.7", "9.9.9.9"),  # two of our proxies
        ("10.0.3.4", "1.1.1.1, 9.9.9.9, 2001:db8::7, 10.0.7.7", "9.9.9.9"),
        ("2001:db8::7", "9.9.9.9", "9.9.9.9"),
        ("2001:db8::8", "9.9.9.9", "2001:db8::/64"),
        ("10.1.0.1", "9.9.9.9", "10.1.0.1"),
        ("127.0.0.1", "9.9.9.9", "127.0.0.1"),  # not among those given
        ("10.0.3.4", "9.9.9.9, nonsense, 10.0.7.7", "10.0.7.7"),
        ("10.0.3.4", ", ".join(["10.0.7.7"] * 5000), "10.0.7.7"),
        ("10.0.3.4", "", "10.0.3.4"),
    ],
    ids=lambda value: value[:40],
)
def test_the_last_address_that_is_no_trusted_proxy_is_used(
    peer: str, forwarded: str, address: str
) -> None:
    admission = an_admission(public_url=PUBLIC, trusted_proxies=("10.0.0.0/16", "2001:db8::7"))
    assert admission.client_address(peer, {"x-forwarded-for": forwarded}) == address


# Response headers


def policy_of(headers: Mapping[str, str]) -> dict[str, str]:
    rules = headers["content-security-policy"].split("; ")
    return {rule.partition(" ")[0]: rule.partition(" ")[2] for rule in rules}


def test_pages_may_load_and_run_only_our_own_files() -> None:
    policy = policy_of(an_admission().headers("localhost:8000"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in str(policy)
    assert policy["connect-src"] == "'self' ws://localhost:8000"


def test_the_sockets_of_public_addresses_are_named() -> None:
    admission = an_admission(public_url=PUBLIC, origins=("http://other.example:81",))
    expected = "'self' ws://other.example:81 wss://play.example.org"
    assert policy_of(admission.headers("play.example.org"))["connect-src"] == expected
    assert policy_of(admission.headers())["connect-src"] == expected


@pytest.mark.parametrize("media", ["text/html; charset=utf-8", "image/svg+xml", "", "text/plain"])
def test_every_response_that_could_be_a_page_has_the_policy(media: str) -> None:
    headers = an_admission().headers("localhost:8000")
    assert headers_for_media(headers, media) == headers


@pytest.mark.parametrize("media", ["text/javascript; charset=utf-8", "text/css", "font/woff2"])
def test_scripts_styles_and_fonts_have_nosniff_but_no_policy(media: str) -> None:
    left = headers_for_media(an_admission().headers("localhost:8000"), media)
    assert set(left) == {
        "cache-control",
        "x-content-type-options",
        "referrer-policy",
        "cross-origin-resource-policy",
    }


@pytest.mark.parametrize("host", ["evil.example", "a; script-src *", "localhost:8000\r\nx: y"])
def test_a_foreign_host_does_not_appear_in_the_headers(host: str) -> None:
    admission = an_admission(host="0.0.0.0")
    assert admission.headers(host) == admission.headers()


def test_the_other_headers() -> None:
    headers = an_admission().headers()
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_hsts_is_sent_only_with_tls() -> None:
    assert "strict-transport-security" not in an_admission().headers()
    assert "strict-transport-security" not in an_admission(public_url="http://box").headers()
    assert "max-age=" in an_admission(public_url=PUBLIC).headers()["strict-transport-security"]


def test_admission_does_not_import_a_web_framework() -> None:
    program = "import sys, splendor.server.admission, splendor.server.identity\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "splendor.server.admission" in done.stdout
    assert not {"starlette", "uvicorn", "numba"} & {*done.stdout.split()}


# Rate limits


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


SMALL = {"chat": ("2 per 10 second", "5 per 10 second"), "guest": (None, "2 per 1 minute")}


def test_a_player_waits_until_the_window_ends() -> None:
    clock = Clock()
    rates = RateLimits(limits=SMALL, clock=clock)
    assert [rates.allow("chat", "anna", "1.1.1.1") for _ in range(2)] == [0, 0]
    clock.now += 4
    assert rates.allow("chat", "anna", "1.1.1.1") == 6
    clock.now += 5.9999999
    assert 0 < rates.allow("chat", "anna", "1.1.1.1") < 0.01
    clock.now += 1
    assert rates.allow("chat", "anna", "1.1.1.1") == 0


def test_the_limit_of_an_address_covers_all_its_players() -> None:
    rates = RateLimits(limits=SMALL, clock=Clock())
    players = [f"player {number}" for number in range(6)]
    assert [bool(rates.allow("chat", player, "1.1.1.1")) for player in players] == [
        *[False] * 5,
        True,
    ]
    assert rates.allow("chat", "another", "2.2.2.2") == 0


def test_refused_requests_of_a_player_do_not_count_for_the_address() -> None:
    rates = RateLimits(limits=SMALL, clock=Clock())
    for _ in range(100):
        rates.allow("chat", "anna", "1.1.1.1")
    assert rates.allow("chat", "bob", "1.1.1.1") == 0


def test_the_limit_of_a_player_holds_across_addresses() -> None:
    rates = RateLimits(limits=SMALL, clock=Clock())
    waits = [rates.allow("chat", "anna", f"1.1.1.{number}") for number in range(3)]
    assert waits == [0, 0, 10]


def test_different_actions_are_counted_separately() -> None:
    rates = RateLimits(limits=SMALL, clock=Clock())
    for _ in range(3):
        rates.allow("chat", "anna", "1.1.1.1")
    assert rates.allow("guest", None, "1.1.1.1") == 0
    assert rates.allow("guest", None, "1.1.1.1") == 0
    assert rates.allow("guest", None, "1.1.1.1") == 60


def test_a_player_named_like_an_address_has_a_separate_limit() -> None:
    rates = RateLimits(limits={"chat": ("1 per 1 minute", "1 per 1 minute")}, clock=Clock())
    assert rates.allow("chat", None, "1.1.1.1") == 0
    assert rates.allow("chat", "1.1.1.1", "2.2.2.2") == 0


def test_rate_limits_can_be_switched_off() -> None:
    rates = RateLimits(False, limits=SMALL)
    assert not any(rates.allow("chat", "anna", "1.1.1.1") for _ in range(100))
    assert len(rates) == 0


def test_an_action_without_a_limit_is_a_programming_error() -> None:
    for on in (True, False):
        with pytest.raises(KeyError):
            RateLimits(on).allow("juggling", "anna", "1.1.1.1")


@pytest.mark.parametrize("what", LIMITS)
def test_every_action_has_a_limit(what: str) -> None:
    rates = RateLimits(clock=Clock())
    allowed = 0
    while not rates.allow(what, "anna", "1.1.1.1"):
        allowed += 1
        assert allowed < 10_000
    assert allowed >= 6


def test_the_number_of_counters_is_bounded() -> None:
    rates = RateLimits(limits=SMALL, most=100, clock=Clock())
    for number in range(1000):
        rates.allow("guest", None, f"address {number}")
    assert len(rates) == 100


def test_counters_in_use_are_not_evicted() -> None:
    rates = RateLimits(limits=SMALL, most=100, clock=Clock())
    waits = []
    for number in range(1000):
        rates.allow("guest", None, f"address {number}")
        if number % 50 == 0:
            waits.append(rates.allow("guest", None, "a patient attacker"))
    assert waits == [0, 0, *[60] * 18]


def test_old_counters_are_evicted_first() -> None:
    clock = Clock()
    rates = RateLimits(limits=SMALL, clock=clock)
    for number in range(1000):
        rates.allow("guest", None, f"address {number}")
    assert len(rates) == 1000
    clock.now += 61
    for number in range(500):
        rates.allow("guest", None, f"later {number}")
    assert len(rates) == 500


def test_a_costly_request_counts_as_several() -> None:
    rates = RateLimits(limits={"read": ("10 per 1 minute", "25 per 1 minute")})
    assert not rates.allow("read", "ann", "home", cost=6)
    assert not rates.allow("read", "ann", "home", cost=4)
    assert rates.allow("read", "ann", "home")  # 11 of 10
    assert not rates.allow("read", "cleo", "home", cost=10)
    assert not rates.allow("read", "dan", "home", cost=5)
    assert rates.allow("read", "bob", "home")  # 26 of 25


def test_strangers_do_not_use_up_the_limit_of_the_guests_at_their_address() -> None:
    rates = RateLimits(limits={"read": ("5 per 1 minute", "10 per 1 minute")}, clock=Clock())
    waits = [rates.allow("read", None, "1.1.1.1") for _ in range(20)]
    assert waits == [*[0] * 10, *[60] * 10]
    assert not rates.allow("read", "anna", "1.1.1.1")


@pytest.mark.parametrize("what", LIMITS)
def test_nobody_waits_longer_than_a_minute_for_a_neighbour(what: str) -> None:
    clock = Clock()
    rates = RateLimits(clock=clock)
    for number in range(20_000):  # many guests of one address, as busy as they may be
        rates.allow(what, None if LIMITS[what][0] is None else f"player {number}", "1.1.1.1")
    anna = None if LIMITS[what][0] is None else "anna"
    assert 0 < rates.allow(what, anna, "1.1.1.1") <= 60
    clock.now += 60
    assert rates.allow(what, anna, "1.1.1.1") == 0


def test_renames_are_counted_by_guest() -> None:
    rates = RateLimits(clock=Clock())
    waits = [rates.allow("name", "neighbour", "1.1.1.1") for _ in range(1000)]
    assert waits.count(0) == 10
    assert rates.allow("name", "anna", "1.1.1.1") == 0
    assert rates.allow("guest", None, "1.1.1.1") == 0


@pytest.mark.parametrize("step, size, factor", [(0, 64, 1), (1, 56, 2), (256, 48, 8)])
def test_networks_of_ipv6_have_limits_of_their_own(step: int, size: int, factor: int) -> None:
    """One subscriber may have 65,536 networks of size /64."""
    rates = RateLimits(limits={"guest": (None, "3 per 1 minute")}, clock=Clock())
    waits = []
    for number in range(30):
        waits.append(rates.allow("guest", None, f"2001:db8:1:{number * step:x}::/64"))
    assert waits.count(0) == 3 * factor
    assert rates.allow("guest", None, "2001:db8:2:1::/64") == 0  # another /48
