"""The keys that sign cookies: the newest signs, older ones still verify; rotation.

The newest is `key` in the data directory, older ones are beside
it as `key.old-TIME`. In $SPLENDOR_KEY they are separated by commas, the newest first.
"""

import contextlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

from splendor.server.settings import SettingsError, make_directory

KEY_VARIABLE = "SPLENDOR_KEY"
KEY_BYTES = 32
KEY_WRITE_TIMEOUT = 2.0  # seconds to wait while another server writes the key
OLD = re.compile(r"key\.old-(\d{8}T\d{6}Z)")
MOMENT = "%Y%m%dT%H%M%SZ"
KEPT = 400 * 24 * 3600  # seconds: no cookie is valid for longer


def signing_keys(data: Path, environment: Mapping[str, str] = os.environ) -> list[bytes]:
    """All keys, the newest first: it signs, and the others verify."""
    if chosen := environment.get(KEY_VARIABLE):
        return [key_of_digits(text) for text in chosen.split(",")]
    newest = signing_key(data, {})
    try:
        older = [read_key(path) for path in sorted(old_keys(data), reverse=True)]
    except OSError as error:
        raise SettingsError(f"{error.filename}: {error.strerror}") from None
    return [newest, *older]


def old_keys(data: Path) -> list[Path]:
    return [path for path in data.glob("key.old-*") if OLD.fullmatch(path.name)]


# The newest key


def signing_key(data: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """The key in SPLENDOR_KEY, else the one in the data directory, made when there is none."""
    if chosen := environment.get(KEY_VARIABLE):
        return key_of_digits(chosen)
    make_directory(data)
    path = data / "key"
    try:
        if not path.exists():
            make_key(path)
        return read_key(path)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None


def key_of_digits(text: str) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text.strip()):
        raise SettingsError("SPLENDOR_KEY must be 64 hexadecimal digits (openssl rand -hex 32)")
    return bytes.fromhex(text.strip())


def make_key(path: Path) -> None:
    """Write a new key, unless another server has written one in the meantime."""
    draft = path.with_name(f".key-{secrets.token_hex(8)}")
    try:
        write_key(draft)
        os.link(draft, path)
    except FileExistsError:
        pass
    except (OSError, NotImplementedError):  # a file system without links
        with contextlib.suppress(FileExistsError):
            write_key(path)
    finally:
        draft.unlink(missing_ok=True)


def write_key(path: Path) -> None:
    binary = getattr(os, "O_BINARY", 0)  # otherwise Windows translates line ends
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, 0o600)
    with open(file, "wb") as target:
        target.write(secrets.token_bytes(KEY_BYTES))
        target.flush()
        os.fsync(target.fileno())


def read_key(path: Path) -> bytes:
    """Read the key; wait briefly if another server is still writing it."""
    until = time.monotonic() + KEY_WRITE_TIMEOUT
    while len(key := path.read_bytes()) < KEY_BYTES and time.monotonic() < until:
        time.sleep(0.02)
    if len(key) != KEY_BYTES:
        raise SettingsError(
            f"{path} is not a key of {KEY_BYTES} bytes: bring it back from a backup, or delete it "
            "(all guests are then strangers)"
        )
    return key


# Rotation


def rotate_key(
    data: Path,
    *,
    forget: bool = False,
    now: float | None = None,
    environment: Mapping[str, str] = os.environ,
) -> int:
    """Make a new key, and keep the former ones as long as their cookies are valid. With `forget`,
    none is kept: every cookie is invalid. Returns the number of older keys that still verify.
    """
    if environment.get(KEY_VARIABLE):
        raise SettingsError(
            "The key is in SPLENDOR_KEY: put the new one before it there, with a comma between "
            "them (openssl rand -hex 32), and start the server again"
        )
    signing_key(data, {})  # made if there is none
    moment = time.time() if now is None else now
    draft = data / f".key-{secrets.token_hex(8)}"
    try:
        write_key(draft)
        keep_former(data, moment)
        draft.replace(data / "key")
    except OSError as error:
        raise SettingsError(f"{error.filename}: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
    return drop_expired(data, moment, forget)


def keep_former(data: Path, moment: float) -> None:
    """Before it is replaced: a crash in between leaves two copies, and nothing is lost."""
    former = data / f"key.old-{time.strftime(MOMENT, time.gmtime(moment))}"
    while former.exists():  # twice in a second
        moment += 1
        former = data / f"key.old-{time.strftime(MOMENT, time.gmtime(moment))}"
    try:
        os.link(data / "key", former)
    except (OSError, NotImplementedError):  # a file system without links
        shutil.copy2(data / "key", former)


def drop_expired(data: Path, moment: float, forget: bool) -> int:
    oldest = time.strftime(MOMENT, time.gmtime(moment - KEPT))
    kept = 0
    for path in old_keys(data):
        if forget or path.name < f"key.old-{oldest}" or path.stat().st_size != KEY_BYTES:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
        else:
            kept += 1
    return kept
