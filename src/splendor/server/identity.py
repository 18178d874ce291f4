"""Guests by signed cookie; tokens; which names and chat messages are allowed."""

import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from itsdangerous import BadSignature, TimestampSigner

from splendor.server.refusals import RequestRefused

SALT = "splendor.guest"
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


# Links to a profile, and recovery codes to write down

CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U, which are misread
CODE_GROUPS, CODE_GROUP = 4, 5
CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_GROUPS * CODE_GROUP}}}")
MISREAD = str.maketrans("ILO", "110", " -\u2010\u2011\u2013\u2014\t")


def new_recovery_code() -> str:
    """100 random bits in four groups of five letters; guesses are limited to a few per minute."""
    letters = [secrets.choice(CODE_LETTERS) for _ in range(CODE_GROUPS * CODE_GROUP)]
    groups = [letters[first : first + CODE_GROUP] for first in range(0, len(letters), CODE_GROUP)]
    return "-".join("".join(group) for group in groups)


def hash_code(text: str) -> str | None:
    """The stored hash of a recovery code as somebody typed it; None if it is none."""
    code = text.upper().translate(MISREAD)
    return hash_token(f"recovery {code}") if CODE.fullmatch(code) else None


# Guests


class Signer(TimestampSigner):
    """A signer with a replaceable clock, for tests."""

    def __init__(self, keys: Sequence[bytes], salt: str, clock: Callable[[], float]) -> None:
        """The first key signs, all of them verify."""
        oldest_first = list(reversed(keys))
        super().__init__(oldest_first, salt, key_derivation="hmac", digest_method=hashlib.sha256)
        self.clock = clock

    def get_timestamp(self) -> int:
        return int(self.clock())


@dataclass(frozen=True, slots=True)
class GuestCookie:
    """A valid cookie. `device` is the id of a device, which belongs to a guest (`guests.py`)."""

    device: str
    age: float  # of the cookie, in seconds
    name: str = COOKIE
    newest: bool = True  # signed with the newest key


class Identity:
    """Makes and reads the cookie of a guest. `secure`: the browser sends it through TLS only.

    A cookie from before the server was behind TLS is still read, and renewed under the other name;
    one that was signed with an older key is renewed with the newest.
    """

    def __init__(
        self, *keys: bytes, secure: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        """The first key is the newest."""
        self._clock = clock
        self.use_keys(keys)
        self._names = (HOST_COOKIE, COOKIE) if secure else (COOKIE, HOST_COOKIE)
        secured = "; Secure" if secure else ""
        self._attributes = f"; Max-Age={COOKIE_LIFETIME}; Path=/; HttpOnly; SameSite=Lax{secured}"

    def use_keys(self, keys: Sequence[bytes]) -> None:
        """Sign with the first of these keys, and verify with all."""
        self._signer = Signer(keys, SALT, self._clock)
        self._newest = Signer(keys[:1], SALT, self._clock)

    def cookie_for(self, device: str) -> str:
        """The value of a Set-Cookie header."""
        if not is_token(device):
            raise ValueError("the id of a device is a token")
        return f"{self._names[0]}={self._signer.sign(device).decode()}{self._attributes}"

    def expired_cookie(self) -> str:
        """The value of a Set-Cookie header that removes the cookie."""
        attributes = self._attributes.replace(f"Max-Age={COOKIE_LIFETIME}", "Max-Age=0")
        return f"{self._names[0]}={attributes}"

    def guest_of(self, cookie_header: str | None) -> GuestCookie | None:
        """The cookie of a guest; None if it is missing, expired or not signed by us."""
        if cookie_header is None or len(cookie_header) > MAX_COOKIE_HEADER:
            return None
        parts = [part.strip().partition("=") for part in cookie_header.split(";")]
        for wanted in self._names:
            for name, _, value in parts:
                if name == wanted and (guest := self._read(name, value)):
                    return guest
        return None

    def device_of(self, cookie_header: str | None) -> str | None:
        guest = self.guest_of(cookie_header)
        return None if guest is None else guest.device

    def needs_renewal(self, cookie_header: str | None) -> bool:
        """Whether a valid cookie should be replaced by a new one."""
        guest = self.guest_of(cookie_header)
        return guest is not None and (
            guest.age > COOKIE_RENEWAL_AGE or guest.name != self._names[0] or not guest.newest
        )

    def _read(self, name: str, value: str) -> GuestCookie | None:
        if not SIGNED.fullmatch(value):
            return None
        try:
            device, signed = self._signer.unsign(value, return_timestamp=True)
        except BadSignature:
            return None
        # A negative age is valid: the clock of the server may have been set back.
        age = self._clock() - signed.timestamp()
        if age > COOKIE_LIFETIME:
            return None
        return GuestCookie(device.decode(), age, name, self._newest.validate(value))


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
