"""Messages of Web Push: encrypted for one browser (RFC 8291), signed by this server (RFC 8292).

It needs `cryptography`, which the extra `push` installs; nothing else in the server does.
"""

import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import json

from splendor.server.keys import make_key, read_key
from splendor.server.storage.types import SubscriptionRow

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of its points
POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_SIZE = 4096
LAST_RECORD = b"\x02"
BLOCK = 256  # messages are padded to a multiple: their length says nothing
TOKEN_LIFETIME = 12 * 3600  # seconds; at most a day is allowed


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes of URL-safe base64 without padding, or a ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_browser_key(p256dh: str, auth: str) -> bool:
    """Whether messages can be encrypted with the keys of a subscription."""
    try:
        point = bytes_of(p256dh)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        return len(point) == POINT_BYTES and len(bytes_of(auth)) == AUTH_BYTES
    except ValueError:
        return False


def encrypted(
    message: bytes,
    p256dh: bytes,
    auth: bytes,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """The body of a message for the browser with these keys. A test gives `sender` and `salt`."""
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh)
    own = point_of(sender)
    shared = sender.exchange(ec.ECDH(), browser)
    secret = derived(auth, shared, b"WebPush: info\0" + p256dh + own, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack(">IB", RECORD_SIZE, len(own)) + own
    return header + AESGCM(key).encrypt(nonce, message, None)


def encrypted_for(message: bytes, row: SubscriptionRow) -> bytes:
    """A message for the browser of a subscription."""
    return encrypted(padded(message), bytes_of(row.p256dh), bytes_of(row.auth))


def padded(message: bytes) -> bytes:
    """The only record of a message, with zeros to the next multiple of a block."""
    whole = message + LAST_RECORD
    return whole + bytes(-len(whole) % BLOCK)


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class ServerKey:
    """The key by which push services know this server. `contact` is an address of the operator."""

    def __init__(self, secret: bytes, contact: str) -> None:
        number = int.from_bytes(secret) % (ORDER - 1) + 1  # whatever the bytes are
        self._key = ec.derive_private_key(number, CURVE)
        self._contact = contact
        self.public = text_of(point_of(self._key))  # browsers subscribe with it

    def authorization(self, service: str, now: float) -> str:
        """The header for a push service (scheme and host)."""
        claims = {"aud": service, "exp": int(now) + TOKEN_LIFETIME, "sub": self._contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        token = ".".join(text_of(json.encode(part)) for part in parts)
        r, s = decode_dss_signature(self._key.sign(token.encode(), ec.ECDSA(SHA256())))
        signature = text_of(r.to_bytes(32) + s.to_bytes(32))
        return f"vapid t={token}.{signature}, k={self.public}"


def server_key(data: Path, contact: str) -> ServerKey:
    """The key in the data directory, made when there is none."""
    path = data / "push-key"
    if not path.exists():
        make_key(path)
    return ServerKey(read_key(path), contact)
