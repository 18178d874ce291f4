"""Guests by signed cookie; tokens; which names and chat messages are allowed."""

import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from itsdangerous import BadSignature, TimestampSigner

from splendor.server.refusals import RequestRefused

COOKIE = "splendor_guest"
# Behind TLS. Browsers take this name from the very host only, never from another one of its domain.
HOST_COOKIE = f"__Host-{COOKIE}"
DAY = 24 * 3600
COOKIE_LIFETIME = 400 * DAY  # the longest lifetime that browsers allow
COOKIE_RENEWAL_AGE = 30 * DAY
MAX_COOKIE_HEADER = 16_384
SIGNED = re.compile(r"[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{1,12}\.[A-Za-z0-9_-]{43}")
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")

MAX_NAME, MAX_CHAT = 24, 300
MAX_ACCENTS = 3  # on one letter: more overlap the neighbouring lines
# Controls, formats (zero width, direction), surrogates, private use, unassigned, line ends.
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters, marks and symbols that are rendered as nothing.
BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"}


# Tokens: ids of tables and players, links to seats


def new_token() -> str:
    """128 random bits in 22 letters."""
    return secrets.token_urlsafe(16)


def is_token(text: str) -> bool:
    return TOKEN.fullmatch(text) is not None


def hash_token(token: str) -> str:
    """The hash that is stored: reading the database does not reveal the token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


# Guests


class Signer(TimestampSigner):
    """A signer with a replaceable clock, for tests."""

    def __init__(self, key: bytes, salt: str, clock: Callable[[], float]) -> None:
        super().__init__(key, salt, key_derivation="hmac", digest_method=hashlib.sha256)
        self.clock = clock

    def get_timestamp(self) -> int:
        return int(self.clock())


@dataclass(frozen=True, slots=True)
class GuestCookie:
    player: str
    age: float  # of the cookie, in seconds
    name: str = COOKIE


class Identity:
    """Makes and reads the cookie of a guest. `secure`: the browser sends it through TLS only.

    A cookie from before the server was behind TLS is still read, and renewed under the other name.
    """

    def __init__(self, key: bytes, secure: bool, *, clock: Callable[[], float] = time.time) -> None:
        self._signer = Signer(key, "splendor.guest", clock)
        self._clock = clock
        self._names = (HOST_COOKIE, COOKIE) if secure else (COOKIE, HOST_COOKIE)
        secured = "; Secure" if secure else ""
        self._attributes = f"; Max-Age={COOKIE_LIFETIME}; Path=/; HttpOnly; SameSite=Lax{secured}"

    def cookie_for(self, player: str) -> str:
        """The value of a Set-Cookie header."""
        if not is_token(player):
            raise ValueError("the id of a player is a token")
        return f"{self._names[0]}={self._signer.sign(player).decode()}{self._attributes}"

    def guest_of(self, cookie_header: str | None) -> GuestCookie | None:
        """The guest of a Cookie header; None if it is missing, expired or not signed by us."""
        if cookie_header is None or len(cookie_header) > MAX_COOKIE_HEADER:
            return None
        parts = [part.strip().partition("=") for part in cookie_header.split(";")]
        for wanted in self._names:
            for name, _, value in parts:
                if name == wanted and (guest := self._read(name, value)):
                    return guest
        return None

    def player_of(self, cookie_header: str | None) -> str | None:
        guest = self.guest_of(cookie_header)
        return None if guest is None else guest.player

    def needs_renewal(self, cookie_header: str | None) -> bool:
        """Whether a valid cookie should be replaced by a new one."""
        guest = self.guest_of(cookie_header)
        return guest is not None and (
            guest.age > COOKIE_RENEWAL_AGE or guest.name != self._names[0]
        )

    def _read(self, name: str, value: str) -> GuestCookie | None:
        if not SIGNED.fullmatch(value):
            return None
        try:
            player, signed = self._signer.unsign(value, return_timestamp=True)
        except BadSignature:
            return None
        # A negative age is valid: the clock of the server may have been set back.
        age = self._clock() - signed.timestamp()
        return GuestCookie(player.decode(), age, name) if age <= COOKIE_LIFETIME else None


# Names and chat


class Unwritable(RequestRefused):
    """The text cannot be shown to others."""


def check_name(text: str) -> str:
    """The normalized name, or a refusal."""
    return checked(text, "name", MAX_NAME)


def check_chat(text: str) -> str:
    """The normalized chat message, or a refusal."""
    return checked(text, "message", MAX_CHAT)


def checked(text: str, what: str, most: int) -> str:
    # Normalizing takes time, so text that is far too long is cut first.
    kept = plain_spaces(unicodedata.normalize("NFC", text[: 4 * most])).strip(" ")
    if len(text) > 4 * most or not 1 <= len(kept) <= most:
        raise Unwritable("bad_length", what=what, most=most)
    for letter in kept:
        if unicodedata.category(letter) in UNSEEN or letter in BLANK:
            sign = f"U+{ord(letter):04X}"
            raise Unwritable("bad_character", what=what, character=sign)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in kept):
        raise Unwritable("no_letter", what=what)
    if most_marks_in_a_row(kept) > MAX_ACCENTS:
        raise Unwritable("bad_accents", what=what)
    return kept


def plain_spaces(text: str) -> str:
    return "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in text)


def most_marks_in_a_row(text: str) -> int:
    most = run = 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter)[0] == "M" else 0
        most = max(most, run)
    return most
