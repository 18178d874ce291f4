"""Guests: signed cookies identify them and cannot be forged; names and messages."""

import pytest

from splendor.core.errors import RulesError
from splendor.server.identity import (
    COOKIE,
    DAY,
    HOST_COOKIE,
    Identity,
    check_chat,
    check_name,
    hash_token,
    is_token,
    new_token,
)

KEY = bytes(range(32))
PLAYER = "abcdefghijklmnopqrstuv"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class Clock:
    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def sent_back(set_cookie: str) -> str:
    """The cookie that a browser sends after this Set-Cookie header."""
    return set_cookie.partition(";")[0]


# Cookies


def test_a_guest_with_a_cookie_is_the_same_player() -> None:
    identity = Identity(KEY, secure=False)
    header = sent_back(identity.cookie_for(PLAYER))
    assert identity.device_of(header) == PLAYER
    assert identity.device_of(f"theme=dark; {header}; other=1") == PLAYER
    assert Identity(KEY, secure=True).device_of(header) == PLAYER


def test_scripts_and_other_sites_cannot_read_the_cookie() -> None:
    plain, secure = (Identity(KEY, secure=way).cookie_for(PLAYER) for way in (False, True))
    attributes = {part.strip() for part in plain.split(";")[1:]}
    assert attributes == {"Max-Age=34560000", "Path=/", "HttpOnly", "SameSite=Lax"}
    assert {part.strip() for part in secure.split(";")[1:]} == attributes | {"Secure"}


def test_behind_tls_no_other_host_of_the_domain_can_set_the_cookie() -> None:
    identity = Identity(KEY, secure=True)
    cookie = identity.cookie_for(PLAYER)
    assert cookie.startswith(f"{HOST_COOKIE}=")
    assert "Domain" not in cookie
    planted = sent_back(Identity(KEY, secure=False).cookie_for("x" * 22))
    assert identity.device_of(f"{planted}; {sent_back(cookie)}") == PLAYER
    assert identity.device_of(f"{sent_back(cookie)}; {planted}") == PLAYER


def test_a_cookie_from_before_tls_keeps_its_guest_and_gets_the_new_name() -> None:
    older = sent_back(Identity(KEY, secure=False).cookie_for(PLAYER))
    identity = Identity(KEY, secure=True)
    assert identity.device_of(older) == PLAYER
    assert identity.needs_renewal(older)
    newer = sent_back(identity.cookie_for(PLAYER))
    assert not identity.needs_renewal(f"{older}; {newer}")
    assert Identity(KEY, secure=False).device_of(newer) == PLAYER  # TLS was given up


def test_a_cookie_with_any_letter_changed_is_ignored() -> None:
    identity = Identity(KEY, secure=False)
    name, _, value = sent_back(identity.cookie_for(PLAYER)).partition("=")
    for place, letter in enumerate(value):
        if letter == ".":
            other = "A"
        else:  # a change that also affects the last letter, which has four bits only
            other = LETTERS[(LETTERS.index(letter) + 32) % 64]
        changed = value[:place] + other + value[place + 1 :]
        assert identity.device_of(f"{name}={changed}") is None, place


def test_a_shortened_or_lengthened_cookie_is_ignored() -> None:
    identity = Identity(KEY, secure=False)
    header = sent_back(identity.cookie_for(PLAYER))
    for length in range(len(header)):
        assert identity.device_of(header[:length]) is None
    for more in ("A", "!", "=", ".A", "\x00", "ä"):
        assert identity.device_of(header + more) is None


def test_a_cookie_of_another_server_is_ignored() -> None:
    header = sent_back(Identity(b"another key of thirty-two bytes!").cookie_for(PLAYER))
    assert Identity(KEY).device_of(header) is None


def test_an_unsigned_id_is_ignored() -> None:
    assert Identity(KEY).device_of(f"{COOKIE}={PLAYER}") is None


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        ";",
        "=",
        f"{COOKIE}",
        f"{COOKIE}=",
        f"{COOKIE}=..",
        f"{COOKIE}=\ud800",
        f"{COOKIE}=" + "a" * 1_000_000,
        ";" * 1_000_000,
    ],
    ids=lambda header: str(header)[:16].encode("ascii", "backslashreplace").decode(),
)
def test_an_invalid_cookie_header_identifies_nobody(header: str | None) -> None:
    assert Identity(KEY).device_of(header) is None
    assert not Identity(KEY).needs_renewal(header)


def test_a_huge_header_is_ignored_even_if_it_has_a_valid_cookie() -> None:
    identity = Identity(KEY)
    header = sent_back(identity.cookie_for(PLAYER))
    assert identity.device_of("a=" + "b" * 20_000 + "; " + header) is None


def test_a_valid_cookie_beside_an_invalid_one_counts() -> None:
    identity = Identity(KEY)
    header = sent_back(identity.cookie_for(PLAYER))
    assert identity.device_of(f"{COOKIE}=forged; {header}") == PLAYER


def test_a_cookie_is_renewed_after_30_days_and_expires_after_400() -> None:
    clock = Clock()
    identity = Identity(KEY, clock=clock)
    header = sent_back(identity.cookie_for(PLAYER))
    begin = clock.now
    for days, known, renewed in ((0, True, False), (29, True, False), (31, True, True),
                                 (399, True, True), (401, False, False)):  # fmt: skip
        clock.now = begin + days * DAY
        assert (identity.device_of(header) == PLAYER) == known
        assert identity.needs_renewal(header) == renewed


def test_cookies_stay_valid_when_the_clock_is_set_back() -> None:
    clock = Clock()
    identity = Identity(KEY, clock=clock)
    header = sent_back(identity.cookie_for(PLAYER))
    clock.now -= 1000 * DAY
    assert identity.device_of(header) == PLAYER


@pytest.mark.parametrize("player", ["", "short", "a" * 23, "a" * 21 + ";", "a" * 21 + "\n"])
def test_only_a_token_can_be_the_id_in_a_cookie(player: str) -> None:
    with pytest.raises(ValueError, match="token"):
        Identity(KEY).cookie_for(player)


# Tokens


def test_tokens_have_22_letters_and_are_distinct() -> None:
    tokens = [new_token() for _ in range(1000)]
    assert len({*tokens}) == 1000
    assert all(map(is_token, tokens))


def test_the_stored_hash_does_not_contain_the_token() -> None:
    token = new_token()
    assert hash_token(token) == hash_token(token) != hash_token(new_token())
    assert len(hash_token(token)) == 64
    assert token not in hash_token(token)


@pytest.mark.parametrize("text", ["", "../../etc/passwd", "a" * 21 + "é", "a" * 22 + "\n"])
def test_other_texts_are_not_tokens(text: str) -> None:
    assert not is_token(text)
    assert hash_token(text)


# Names and messages


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Anna",
        "Anna & Bob",
        "<b>Anna</b>",
        "Ångström",
        "李小龍",
        "Мария",
        "عمر",
        "ภูมิ",
        "☃",
        "x" * 24,
    ],
)
def test_these_names_are_allowed(name: str) -> None:
    assert check_name(name) == name


def test_a_name_is_normalised_and_stripped() -> None:
    assert check_name("  A\u030angstro\u0308m \u3000") == "Ångström"
    assert check_name("Anna\u00a0Lee") == "Anna Lee"


def test_names_of_24_characters_may_be_sent_decomposed() -> None:
    assert check_name("a\u030a" * 24) == "å" * 24


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u3000",
        "x" * 25,
        "x" * 1_000_000,
        "An\nna",
        "Anna\n",
        "An\tna",
        "An\x00na",
        "An\x7fna",
        "An\u0085na",
        "An\u2028na",
        "An\u200bna",
        "An\u200dna",
        "An\ufeffna",
        "An\u202ena",
        "An\u2066na",
        "An\u00adna",
        "An\ue000na",
        "An\ud800na",
        "An\u0378na",
        "An\U000e0041na",
        "\u3164",
        "\u2800",
        "\ufe0f",
        "\u0301",
        "a" + "\u0316" * 10,
    ],
    ids=lambda name: name[:6].encode("unicode_escape").decode(),
)
def test_these_names_are_refused(name: str) -> None:
    with pytest.raises(RulesError) as refusal:
        check_name(name)
    message = str(refusal.value)
    assert message.startswith("a name ")
    assert message.isprintable()


def test_a_message_has_up_to_300_characters_under_the_same_rules() -> None:
    assert check_chat(" Well played! ") == "Well played!"
    assert check_chat("x" * 300) == "x" * 300
    for wrong in ("", " ", "x" * 301, "two\nlines", "a\u202eb"):
        with pytest.raises(RulesError, match="a message "):
            check_chat(wrong)


@pytest.mark.parametrize(
    "text, code",
    [
        ("", "bad_length"),
        ("x" * 301, "bad_length"),
        ("a\u200db", "bad_character"),
        ("\u0301", "no_letter"),
        ("a" + "\u0316" * 10, "bad_accents"),
    ],
)
def test_every_fault_of_a_text_has_a_code(text: str, code: str) -> None:
    for check in (check_name, check_chat):
        with pytest.raises(RulesError) as refusal:
            check(text)
        assert refusal.value.code == code
