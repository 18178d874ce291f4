"""What all HTTP endpoints share: reading requests, the guest's identity, refusals as responses."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from msgspec import DecodeError, Struct, ValidationError, json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from splendor.core.errors import IllegalMove, RulesError
from splendor.server.context import Context
from splendor.server.messages import Refused
from splendor.server.refusals import RequestRefused
from splendor.server.tables.commands import Person

MAX_BODY = 8192  # bytes
BODY_TIMEOUT = 10.0  # seconds
JSON = "application/json"
encode = json.Encoder().encode
decoder_of = cache(json.Decoder)

# The HTTP status of each refusal; all others are 409, a conflict with the state of the table.
STATUS = {
    "other": 400,
    "malformed": 400,
    "bad_nonce": 400,
    "query_choice": 400,
    "query_since": 400,
    "query_before": 400,
    "query_long": 400,
    "query_moves": 400,
    "query_number": 400,
    "fork_seats": 400,
    "fork_ply": 400,
    "no_decision": 400,
    "no_draw": 400,
    "hello_again": 400,
    "unknown_command": 400,
    "wrong_method": 405,
    "bad_clock": 400,
    "bad_endpoint": 400,
    "no_person": 400,
    "no_bot": 400,
    "no_seat": 400,
    "bad_length": 400,
    "bad_character": 400,
    "bad_accents": 400,
    "no_letter": 400,
    "not_admitted": 403,
    "not_local": 403,
    "banned": 403,
    "not_yours": 403,
    "not_seated": 403,
    "not_host": 403,
    "kept": 403,
    "removed": 403,
    "no_guest": 401,
    "not_found": 404,
    "no_link": 404,
    "no_profile": 404,
    "too_large": 413,
    "not_json": 415,
    "too_often": 429,
    "failed": 500,
    "busy": 503,
    "bots_closed": 503,
    "bot_too_slow": 503,
    "bot_failed": 503,
    "full": 503,
    "store": 503,
}
STATUS_OF_KIND = {"notation": 400, "option": 400, "seed": 400, "position": 400, "record": 400}
CONFLICT = 409


@dataclass(frozen=True, slots=True)
class Call:
    """One request, read and checked."""

    context: Context
    request: Request
    person: Person | None = None
    body: Any = None
    device: str = ""  # of the person

    @property
    def who(self) -> Person:
        assert self.person is not None
        return self.person

    @property
    def player(self) -> str:
        """The id of the guest; empty for a client without a guest cookie."""
        return self.person.player if self.person else ""

    def count(self, what: str, cost: int = 1) -> None:
        """Count the request towards a further rate limit, or refuse it."""
        context = self.context
        count_request(context, what, self.player or None, context.address_of(self.request), cost)

    @property
    def is_at_metrics_address(self) -> bool:
        return self.context.is_metrics_address(self.request.scope)

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    def query(self, name: str, most: int = 100) -> str:
        text = self.request.query_params.get(name, "")
        if len(text) > most:
            raise RequestRefused("query_long", name=name)
        return text


@dataclass(frozen=True, slots=True)
class Reply:
    """The response of an endpoint, if it is more than a message."""

    body: bytes | Struct | AsyncIterator[bytes]
    kind: str = JSON
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 200


Handler: TypeAlias = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint. Routes and the OpenAPI document are built from these.

    `needs_guest`: only for clients with a guest cookie. `for_banned`: for banned guests, too.
    `rate` names the rate limit, and `cost` is how many requests it counts as.
    """

    method: str
    path: str
    handler: Handler
    says: str
    answers: Any = None
    body: Any = None
    query: dict[str, str] = field(default_factory=dict)
    needs_guest: bool = False
    for_banned: bool = False
    rate: str = "read"
    cost: int = 1
    kind: str = JSON
    refuses: tuple[int, ...] = ()


async def respond(context: Context, endpoint: Endpoint, request: Request) -> Response:
    """Call an endpoint and build the response; errors become refusals."""
    try:
        call = await read_call(context, endpoint, request)
        answer = await endpoint.handler(call)
    except RulesError as error:
        return refusal(error)
    if not isinstance(answer, Reply):
        answer = Reply(answer, endpoint.kind)
    if isinstance(answer.body, AsyncIterator):
        return StreamingResponse(answer.body, answer.status, answer.headers, answer.kind)
    body = answer.body if isinstance(answer.body, bytes) else encode(answer.body)
    headers = {**renewed_cookie(context, call), **answer.headers}
    return Response(body, answer.status, headers, media_type=answer.kind)


def renewed_cookie(context: Context, call: Call) -> dict[str, str]:
    """Renew the cookie on activity."""
    if call.person and context.identity.needs_renewal(call.request.headers.get("cookie")):
        return {"set-cookie": context.identity.cookie_for(call.device)}
    return {}


async def read_call(context: Context, endpoint: Endpoint, request: Request) -> Call:
    device = context.identity.device_of(request.headers.get("cookie"))
    address = context.address_of(request)
    counted = context.guests.counted_as(device)
    count_request(context, endpoint.rate, counted, address, endpoint.cost)
    find = context.guests.of_device if endpoint.for_banned else context.guest
    guest = await find(device)
    person = Person(guest.player, guest.name, address) if guest else None
    if endpoint.needs_guest and person is None:
        raise RequestRefused("no_guest")
    body = None if endpoint.body is None else await read_body(request, endpoint.body)
    return Call(context, request, person, body, device or "")


def count_request(
    context: Context, what: str, player: str | None, address: str, cost: int = 1
) -> None:
    if wait := context.rates.allow(what, player, address, cost):
        context.metrics.limited(what)
        raise TooOften(wait)


async def read_body(request: Request, kind: Any) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise RequestRefused("not_json", type=JSON)
    body = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MAX_BODY:
                    raise RequestRefused("too_large", most=MAX_BODY)
    except (ClientDisconnect, TimeoutError):
        raise RequestRefused("malformed", detail="the body has no end") from None
    return decode(body, kind)


def decode(body: bytes, kind: Any) -> Any:
    """Decode a message of this type, or refuse it and say what is wrong."""
    try:
        return decoder_of(kind).decode(body)
    except (DecodeError, ValidationError, UnicodeError, RecursionError) as error:
        raise RequestRefused("malformed", detail=one_line(error)) from None


def one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__


class TooOften(RequestRefused):
    def __init__(self, wait: float) -> None:
        super().__init__("too_often", wait=round(wait, 3))
        self.wait = wait


def refused(error: RulesError, id: str = "") -> Refused:
    """An error as a message. Of an illegal move, its values name the move, too."""
    values = dict(error.values)
    if isinstance(error, IllegalMove) and error.move:
        values.setdefault("move", error.move)
    wait = error.wait if isinstance(error, TooOften) else 0.0
    return Refused(error.kind, error.code, values, str(error), id, round(wait, 3))


def refusal(error: RulesError) -> Response:
    answer = refused(error)
    status = STATUS.get(answer.code) or STATUS_OF_KIND.get(answer.kind, CONFLICT)
    headers = {"retry-after": str(max(1, round(answer.wait)))} if status in (429, 503) else {}
    return Response(encode(answer), status, headers, media_type=JSON)
