"""Cross-site attacks: what a foreign page or host name could make a browser send."""

import json

from tools.hostile.victim import (
    JSON,
    PATIENCE,
    Answer,
    Victim,
    close_code,
    read_all,
)

# Foreign origins and hosts


def sockets_from_other_origins(victim: Victim) -> int:
    """Handshakes with a foreign, null or missing origin or a foreign host are refused."""
    path = f"/api/tables/{victim.table}/socket"
    wrong = (
        {"origin": ""},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": f"https://{victim.host}"},
        {"origin": f"http://{victim.host}.evil.example"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "file://"},
        {"host": "evil.example"},
        {"host": "evil.example", "origin": "http://evil.example"},
        {"host": f"evil.example:{victim.server.port}"},
        {"host": ""},
    )
    for headers in wrong:
        answer = Answer(victim.raw(victim.handshake(path, **headers)))
        assert answer.status in (400, 403), (headers, answer.status)
    for other in ("/", "/api/health", "/api/tables/x/socket/more", "/static/main.js", "/nothing"):
        answer = Answer(victim.raw(victim.handshake(other)))
        assert answer.status in (403, 404), (other, answer.status)
    return len(wrong) + 5


def malformed_handshakes(victim: Victim) -> int:
    path = f"/api/tables/{victim.table}/socket"
    good = victim.handshake(path)
    wrong = (
        good.replace(b"sec-websocket-version: 13", b"sec-websocket-version: 8"),
        good.replace(b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b""),
        good.replace(b"AAAAAAAAAAAAAAAAAAAAAA==", b"AAAA"),
        good.replace(b"GET ", b"POST "),
        good.replace(path.encode(), b"/api/tables/\xff\xfe/socket"),
        good.replace(path.encode(), b"/api/tables/" + b"x" * 9000 + b"/socket"),
        good.replace(b"origin: ", b"origin: http://evil.example\r\norigin: "),
    )
    for data in wrong:
        with victim.connection() as connection:
            connection.sendall(data)
            answer = read_all(connection)
            assert answer.startswith(b"HTTP/1.1 4"), data[:99]
    with victim.connection() as connection:
        connection.sendall(good.replace(path.encode(), b"/api/tables/%ff%00%0d%0a/socket"))
        data = b""
        while close_code(data) != 4404:
            data += (byte := connection.recv(1))
            assert byte, "closed without a close frame"
    nameless = {"Cookie": "\xff\xfe=x"}  # an invalid cookie: the client is a spectator
    with victim.conversation(hello=False, additional_headers=nameless) as talk:
        talk.send('{"type":"hello"}')
        assert "you" not in json.loads(talk.recv(PATIENCE))
    return len(wrong) + 2


def forms_from_other_origins(victim: Victim) -> int:
    """Cross-site request forgery: forms of a foreign page, sent with the player's cookie."""
    before = victim.anna.ask("GET", f"/api/tables/{victim.table}")["seq"]
    path = f"/api/tables/{victim.table}/commands"
    body = b'{"type":"resign","id":"csrf"}'
    cookie = f"cookie: {victim.anna.cookie}"
    evil = "origin: http://evil.example"
    sent = 0
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", JSON):
        for origin in (evil, "origin: null", "origin:"):
            answer = victim.request(
                "POST", path, cookie, origin, f"content-type: {kind}", body=body
            )
            assert answer.status == 403, (kind, origin, answer.status)
            sent += 1
        if kind != JSON:  # the server's own page may send JSON only
            answer = victim.request("POST", path, cookie, f"content-type: {kind}", body=body)
            assert answer.status == 415, (kind, answer.status)
            sent += 1
    assert victim.request("GET", f"{path}?type=resign&id=csrf", cookie).status in (404, 405)
    assert victim.anna.ask("GET", f"/api/tables/{victim.table}")["seq"] == before
    return sent + 1


def foreign_host_names(victim: Victim) -> int:
    """DNS rebinding: a foreign host name that resolves to our address."""
    hosts = (
        "evil.example",
        f"evil.example:{victim.server.port}",
        "127.0.0.1:1",
        "",
        "a, b",
        "[::1]",
    )
    for host in hosts:
        answer = victim.request("GET", "/api/guest", f"host: {host}" if host else "host:")
        assert answer.status in (400, 403), (host, answer.status)
    doubled = victim.request("GET", "/api/guest", f"host: {victim.host}", "host: evil.example")
    assert doubled.status in (400, 403)
    return len(hosts) + 1
