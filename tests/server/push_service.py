"""A push service on this machine, and the browser of somebody who subscribed to it."""

import datetime
import socket
import ssl
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec import json

from splendor.server.push.delivery import Delivery
from splendor.server.push.encryption import CURVE, derived, point_of, text_of

HOST = "push.example.org"
HERE = "127.0.0.1"
TIMEOUT = 30.0  # seconds, generous for a busy machine


@dataclass(frozen=True)
class Posted:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Keeps what it is sent, and answers with `status`; with 0 it never answers."""

    status: int = 201
    connections: int = 0
    posted: list[Posted] = field(default_factory=list)
    port: int = 0
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def delivery(self, **changed: Any) -> Delivery:
        """A delivery in whose network there is this service only."""
        usual: dict[str, Any] = {
            "resolve": lambda host: [HERE],
            "allows": lambda address: address.is_loopback,
            "ports": (self.port,),
            "tls": self.tls,
            "timeout": TIMEOUT,
        }
        return Delivery(**{**usual, **changed})

    def endpoint(self, name: str = "anna") -> str:
        return f"https://{HOST}:{self.port}/send/{name}"

    def run(self, listener: socket.socket, tls: ssl.SSLContext) -> None:
        with suppress(OSError):
            while True:
                plain, _ = listener.accept()
                self.connections += 1
                with plain, suppress(OSError), tls.wrap_socket(plain, server_side=True) as client:
                    self.answer(client)

    def answer(self, client: ssl.SSLSocket) -> None:
        file = client.makefile("rb")
        path = file.readline().split()[1].decode()
        headers = {}
        while line := file.readline().strip():
            name, _, value = line.decode().partition(": ")
            headers[name.lower()] = value
        self.posted.append(Posted(path, headers, file.read(int(headers["content-length"]))))
        if self.status:
            client.sendall(f"HTTP/1.1 {self.status} Said\r\nlocation: /\r\n\r\n".encode())
        else:
            file.read()  # until the other side has had enough


@contextmanager
def a_push_service(folder: Path) -> Iterator[PushService]:
    path = a_certificate(folder)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(path)
    with socket.create_server((HERE, 0)) as listener:
        service = PushService(port=listener.getsockname()[1])
        service.tls.load_verify_locations(path)
        thread = threading.Thread(target=service.run, args=(listener, tls), daemon=True)
        thread.start()
        try:
            yield service
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)


def a_certificate(folder: Path) -> Path:
    """Key and certificate of the service, signed by itself."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / "push-service.pem"
    path.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return path


class Browser:
    """The keys of a subscription, and what they decrypt."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.auth = b"sixteen bytes..."

    def subscription(self, endpoint: str) -> dict[str, Any]:
        keys = {"p256dh": text_of(point_of(self.key)), "auth": text_of(self.auth)}
        return {"endpoint": endpoint, "keys": keys}

    def read(self, body: bytes) -> Any:
        """RFC 8291, the browser's side."""
        salt, (_, length) = body[:16], struct.unpack(">IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + point_of(self.key) + sender
        secret = derived(self.auth, shared, info, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        record = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert record[-1:] == b"\x02"
        return json.decode(record[:-1])
