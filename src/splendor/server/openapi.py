"""The OpenAPI document, made of the endpoints and the message types."""

import importlib.metadata
import re
from collections.abc import Sequence
from typing import Any

from msgspec import field
from msgspec.json import schema_components

from splendor.server import bodies, messages, wire_types
from splendor.server.http import JSON, Endpoint
from splendor.server.identity import COOKIE
from splendor.server.messages import Refused

REFERENCE = "#/components/schemas/{name}"
ALWAYS_POSSIBLE = (400, 403, 429, 503)  # not understood, another site, rate limit, not ready
WHY = {
    400: "The request is not understood",
    401: "Say who you are first",
    403: "Not for you",
    404: "There is nothing here, or nothing that you may see",
    405: "Not possible here",
    409: "Not possible as things are now",
    413: "Too large",
    415: "Not JSON",
    429: "Too often",
    503: "Not now: full, or the database does not answer",
}


# Messages with fields that are encoded in advance, with the types of these fields.


class ReplayStep(bodies.ReplayStep, frozen=True):
    table: wire_types.WireTable  # type: ignore[assignment]


class Replay(bodies.Replay, frozen=True):
    steps: list[ReplayStep]  # type: ignore[assignment]


class News(messages.News, frozen=True, tag="news"):
    room: messages.Room  # type: ignore[assignment]
    events: list[messages.LogLine] = field(default_factory=list)  # type: ignore[assignment]
    table: wire_types.WireTable | None = None  # type: ignore[assignment]


WRITTEN: dict[Any, Any] = {messages.News: News, bodies.Replay: Replay}


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    types = [kind for each in endpoints for kind in (each.answers, each.body) if is_message(kind)]
    types.append(Refused)
    schemas, components = schema_components(
        [WRITTEN.get(kind, kind) for kind in types], ref_template=REFERENCE
    )
    by_type = dict(zip(map(str, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Splendor server",
            "version": importlib.metadata.version("splendor"),
            "description": "Tables for Splendor and Splendor Duel. Unofficial.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


def is_message(kind: Any) -> bool:
    return kind not in (None, dict)


def operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.says,
        "responses": responses(endpoint, schemas),
    }
    if parameters := [*path_parameters(endpoint), *query_parameters(endpoint)]:
        described["parameters"] = parameters
    if endpoint.body is not None:
        content = {JSON: {"schema": schemas[str(endpoint.body)]}}
        described["requestBody"] = {"required": True, "content": content}
    if endpoint.needs_guest:
        described["security"] = [{"guest": []}]
    return described


def path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]


def query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "description": says, "schema": {"type": "string"}}
        for name, says in endpoint.query.items()
    ]


def responses(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    schema = schemas[str(endpoint.answers)] if is_message(endpoint.answers) else {}
    kind = endpoint.kind.partition(";")[0]
    if kind != JSON:
        schema = {"type": "string"}
    success = "201" if endpoint.handler.__name__ == "make_table" else "200"
    content = {kind: {"schema": schema}}
    by_status: dict[str, Any] = {success: {"description": "Done", "content": content}}
    codes = {*ALWAYS_POSSIBLE, *endpoint.refuses}
    codes |= {401} if endpoint.needs_guest else set()
    codes |= {413, 415} if endpoint.body is not None else set()
    refused = {JSON: {"schema": schemas[str(Refused)]}}
    for code in sorted(codes):
        by_status[str(code)] = {"description": WHY[code], "content": refused}
    return by_status
