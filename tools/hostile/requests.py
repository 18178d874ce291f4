"""HTTP requests that are malformed, too long, too slow, or try to leave the served paths."""

import re
import socket

from tools.hostile.victim import (
    JSON,
    PATIENCE,
    Victim,
    assert_guarded,
    victim_memory,
)

# Malformed requests


def malformed_bodies(victim: Victim) -> int:
    paths = ("/api/guest", "/api/tables", f"/api/tables/{victim.table}/commands", "/api/claims")
    bodies = (
        *(b"", b"{", b"null", b"[]", b"\xff\xfe", b"\x00", b'{"name":1}', b'{"name":""}', b"{}"),
        b'{"name":"' + b"x" * 101 + b'"}',
        b'{"name":"\\ud800"}',
        b'{"name":"\\u202etxt"}',
        b'{"name":"\\r\\nSet-Cookie: a=b"}',
        b'{"name":"\\u0000"}',
        b"[" * 8000,
        b'{"seats":[{"who":"me"},{"who":"bot","level":"\\udcff"}]}',
        b'{"seats":[{"who":"me"},{"who":"bot","level":"os:system"}]}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"rules":"\\udcff"}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"rules":"__class__"}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"options":{"\\udcff":1}}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"options":{"target":1e999}}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"options":{"target":' + b"9" * 4000 + b"}}",
        b'{"seats":[{"who":"me"},{"who":"open"}],"options":{"hands":"\\udcff"}}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"clock":{"seconds":-1}}',
        b'{"token":"\\udcff"}',
        b'{"token":"' + b"x" * 65 + b'"}',
    )
    for path in paths:
        for body in bodies:
            answer = victim.request("POST", path, f"content-type: {JSON}", body=body)
            assert 400 <= answer.status < 500, (path, body[:80], answer.status, answer.body)
            assert answer.json["type"] == "refused"
            assert "\n" not in answer.json["why"]
    return len(paths) * len(bodies)


def oversized_bodies(victim: Victim) -> int:
    answer = victim.request("POST", "/api/guest", f"content-type: {JSON}", body=b" " * 8193)
    assert answer.status == 413
    head = victim.request_head("POST", "/api/guest", "transfer-encoding: chunked")
    with victim.connection() as connection:
        connection.sendall(head)
        try:
            for _ in range(2000):  # 8 MB, which the server must not read
                connection.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")
        except ConnectionError:
            pass
        assert b" 413 " in read_some(connection)
    return 2


def read_some(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65536)
    except ConnectionError:
        return b" 413 "  # the answer was lost with the connection


def path_traversal(victim: Victim) -> int:
    """Paths that leave the folder of static files, and paths that do not exist."""
    paths = (
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/%2e%2e%2f%2e%2e%2fserver%2fapp.py",
        "/static/..%5capp.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/%00",
        "/static/main.js%00.html",
        "/static/" + "a/" * 2000,
        "/static/" + "%ff" * 20,
        "/static/",
        "/static",
        "/static/fair",
        "/../../etc/passwd",
        "/t/",
        "/t/../../key",
        "/api",
        "/api/",
        "/api/tables/",
        "/api/tables/%00",
        "/api/tables/%ff%fe",
        "/api/tables/%2e%2e%2fhealth",
        "/api/tables/" + "x" * 5000,
        "/api/rules/%00/cards",
        "/api/rules/%ed%a0%80/cards",
        "/api/tables/x/record%0d%0aX-Evil:%20yes",
        "/docs",
        "/openapi.json",
        "/.git/config",
        "/key",
    )
    for path in paths:
        answer = victim.request("GET", path)
        assert answer.status in (404, 405, 307, 308, 400), (path, answer.status)
        assert b"import" not in answer.body, path
        assert b"root:" not in answer.body, path
        assert "x-evil" not in answer.headers
        assert_guarded(answer, path)
    return len(paths)


def malformed_queries(victim: Victim) -> int:
    table = f"/api/tables/{victim.table}"
    paths = (
        *(f"{table}?since={each}" for each in ("-1", "x", "1e9", "9" * 30, "%00", "%ff", "٣")),
        *(f"{table}/replay?as={each}" for each in ("9", "-1", "%00", "everybody%0d%0a", "x" * 101)),
        *(f"/api/tables?before={each}" for each in ("x", "1", "9" * 40 + ".x", "1.%00", "%ff.%ff")),
        *(f"/api/tables?status={each}" for each in ("x", "%00", "x" * 200)),
        *(f"/api/levels?{each}" for each in ("rules=x", "players=9", "players=%00", "rules=%ff")),
    )
    for path in paths:
        answer = victim.request("GET", path.replace("٣", "%D9%A3"))
        assert answer.status in (200, 400, 409), (path, answer.status)
        assert_guarded(answer, path)
    return len(paths)


def unsupported_methods(victim: Victim) -> int:
    sent = 0
    for path in (
        "/",
        "/api/health",
        f"/api/tables/{victim.table}",
        "/api/tables",
        "/static/main.js",
    ):
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND", "CONNECT"):
            answer = victim.request(method, path)
            assert answer.status in (400, 404, 405, 403), (method, path, answer.status)
            sent += 1
    for path in ("/", "/api/health", f"/api/tables/{victim.table}", "/static/main.js"):
        head, get = victim.request("HEAD", path), victim.request("GET", path)
        assert (head.status, head.body) == (get.status, b"")
        assert_guarded(head, path)
        sent += 2
    preflight = victim.request(
        "OPTIONS",
        f"/api/tables/{victim.table}/commands",
        "origin: http://evil.example",
        "access-control-request-method: POST",
    )
    assert preflight.status in (403, 405)
    assert not [name for name in preflight.headers if name.startswith("access-control")]
    return sent + 1


def http_protocol_violations(victim: Victim) -> int:
    """Two lengths, two encodings, no host, invalid lines: refused, and not read as two requests."""
    host = f"host: {victim.host}\r\n"
    smuggled = f"GET /api/guest HTTP/1.1\r\n{host}\r\n"
    wrong = (
        f"POST /api/guest HTTP/1.1\r\n{host}content-length: 5\r\ncontent-length: 6\r\n\r\nhello",
        f"POST /api/guest HTTP/1.1\r\n{host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n"
        f"0\r\n\r\n{smuggled}",
        f"POST /api/guest HTTP/1.1\r\n{host}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n{smuggled}",
        f"POST /api/guest HTTP/1.1\r\n{host}content-length: -1\r\n\r\n",
        f"POST /api/guest HTTP/1.1\r\n{host}content-length: 99999999999999999999999\r\n\r\n",
        f"GET /api/guest HTTP/1.1\r\n{host}x : y\r\n\r\n",
        f"GET /api/guest HTTP/1.1\r\n{host} folded: y\r\n\r\n",
        f"GET /api/guest HTTP/1.1\r\n{host}x: a\x00b\r\n\r\n",
        f"GET /api/guest\x00 HTTP/1.1\r\n{host}\r\n",
        f"GET /api/guest HTTP/9.9\r\n{host}\r\n",
        "GET /api/guest HTTP/1.1\r\n\r\n",
        "GET /api/guest HTTP/1.0\r\n\r\n",
        "GET /api/guest\r\n\r\n",
        "\r\n" * 200 + "X\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "EHLO evil.example\r\n",
    )
    for text in wrong:
        data = victim.raw(text.encode("latin-1"), patience=3)
        statuses = re.findall(rb"HTTP/1\.1 (\d+)", data)
        assert len(statuses) <= 1 or b"200" not in statuses, (text, data)
        assert not statuses or statuses[0][:1] == b"4", (text, data)
    return len(wrong)


def oversized_headers(victim: Victim) -> int:
    """Enormous cookies and headers are refused, and not stored."""
    cookie = f"cookie: {'x=y; ' * 3000}{victim.mallory.cookie}"
    assert victim.request("GET", "/api/guest", cookie).status in (200, 400, 431)
    before = victim_memory(victim)
    chunk = b"x" * 65536
    for start in (b"GET / HTTP/1.1\r\nx: ", b"GET /", b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 9000):
        with victim.connection() as connection:
            try:
                connection.sendall(start)
                for _ in range(1600):  # 100 MB, which the server must not store
                    connection.sendall(chunk)
            except ConnectionError:
                pass
    assert victim_memory(victim) - before < 30_000, "the server stores long headers"
    return 4


def slow_requests(victim: Victim) -> int:
    """Slowloris: hundreds of connections that never complete a request do not block others."""
    starts = (
        b"",
        b"GET / HTT",
        b"POST /api/guest HTTP/1.1\r\nhost: x\r\n",
        victim.request_head("POST", "/api/guest", "content-length: 100") + b"{",
        victim.handshake("/api/x")[:-2],
    )
    connections = []
    try:
        for number in range(200):
            connection = socket.create_connection(("127.0.0.1", victim.server.port), PATIENCE)
            connection.sendall(starts[number % len(starts)])
            connections.append(connection)
        victim.play_on()
        assert victim.request("GET", "/api/health").status == 200
    finally:
        for connection in connections:
            connection.close()
    return len(connections)
