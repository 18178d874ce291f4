"""Attacks on identities: getting the profile of somebody else, or keeping it when signed out."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from splendor.client import Client, ServerRefused
from splendor.server.identity import new_recovery_code, new_token
from tools.hostile.victim import JSON, Victim, closed_with

PROFILE = "/api/profile"
CLAIMS = f"{PROFILE}/claims"
GUESSES = 40
AT_ONCE = 8
FOREIGN = "http://evil.example"


def refusal_of(client: Client, method: str, path: str, body: Any = None) -> str:
    """The code with which a request is refused; empty if it is not."""
    try:
        client.ask(method, path, body)
    except ServerRefused as refusal:
        return refusal.code
    return ""


def one_link_claimed_by_many_at_once(victim: Victim) -> int:
    """A link gives the profile to one device, however many claim it in the same moment."""
    token = victim.ben.ask("POST", f"{PROFILE}/links")["token"]
    devices = [Client(victim.server.url) for _ in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        claims = [
            threads.submit(refusal_of, device, "POST", CLAIMS, {"token": token})
            for device in devices
        ]
    codes = sorted(claim.result() for claim in claims)
    assert codes == ["", *["no_profile"] * (AT_ONCE - 1)], codes
    return AT_ONCE


def a_device_that_was_revoked(victim: Victim) -> int:
    """Its socket is closed, and its cookie is that of a stranger for every request."""
    owner = Client(victim.server.url, "Olga")
    token = owner.ask("POST", f"{PROFILE}/links")["token"]
    stolen = Client(victim.server.url)
    stolen.ask("POST", CLAIMS, {"token": token})
    cookie = {"Cookie": stolen.cookie}
    with victim.conversation(additional_headers=cookie) as talk:
        others = [it for it in owner.ask("GET", PROFILE)["devices"] if not it.get("this")]
        owner.ask("DELETE", f"{PROFILE}/devices/{others[0]['device']}")
        assert closed_with(talk) == 4401, "the socket of a revoked device stayed open"
    requests = (
        ("GET", PROFILE),
        ("POST", f"{PROFILE}/links"),
        ("POST", f"{PROFILE}/recovery"),
        ("GET", f"{PROFILE}/export"),
        ("POST", f"{PROFILE}/erasure", {"name": "Olga"}),
        ("POST", "/api/tables", {"rules": "official", "seats": []}),
    )
    for method, path, *body in requests:
        code = refusal_of(Client(victim.server.url, cookie=stolen.cookie), method, path, *body)
        assert code == "no_guest", (method, path, code)
    assert owner.ask("GET", PROFILE)["name"] == "Olga"
    return len(requests) + 1


def profiles_of_other_people(victim: Victim) -> int:
    """Nobody revokes, exports or erases what is not theirs."""
    own = victim.anna.ask("GET", PROFILE)["devices"]
    requests: list[tuple[str, str, Any]] = [
        ("DELETE", f"{PROFILE}/devices/{device['device']}", None) for device in own
    ]
    requests += [("POST", f"{PROFILE}/erasure", {"name": "Anna"})]
    requests += [("DELETE", f"{PROFILE}/devices/{new_token()}", None)]
    for method, path, body in requests:
        assert refusal_of(victim.mallory, method, path, body) in ("not_found", "wrong_name"), path
    exported = victim.mallory.fetch("GET", f"{PROFILE}/export")
    assert "Anna" not in exported
    assert victim.table not in exported
    assert victim.anna.ask("GET", PROFILE)["devices"] == own
    return len(requests) + 1


def profile_requests_from_other_origins(victim: Victim) -> int:
    """A foreign page can neither sign a person in elsewhere nor out, nor erase them."""
    token = victim.mallory.ask("POST", f"{PROFILE}/links")["token"]
    bodies = {
        CLAIMS: f'{{"token": "{token}"}}',
        f"{PROFILE}/links": "",
        f"{PROFILE}/recovery": "",
        f"{PROFILE}/erasure": '{"name": "Anna"}',
    }
    cookie = f"cookie: {victim.anna.cookie}"
    sent = 0
    for path, body in bodies.items():
        for kind in (JSON, "text/plain", "application/x-www-form-urlencoded"):
            headers = (cookie, f"origin: {FOREIGN}", f"content-type: {kind}")
            answer = victim.request("POST", path, *headers, body=body.encode())
            assert answer.status in (403, 415), (path, kind, answer.status)
            assert "set-cookie" not in answer.headers, path
            sent += 1
    return sent


def guessed_links_and_recovery_codes(victim: Victim) -> int:
    """All guesses are refused alike; with rate limits, soon none is examined any more."""
    codes = []
    for guess in range(GUESSES):
        token = new_recovery_code() if guess % 2 else new_token()
        codes.append(refusal_of(victim.mallory, "POST", CLAIMS, {"token": token}))
    assert set(codes) <= {"no_profile", "too_often"}, set(codes)
    return GUESSES
