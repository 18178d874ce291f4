"""The application: routes, the admission of requests, startup and shutdown."""

import asyncio
import contextlib
import signal
import socket as sockets
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from splendor.core.kernel import COLD, COMPILED
from splendor.server.addresses import BACKLOG, kept_address, listen, split_host
from splendor.server.admission import (
    Admission,
    RateLimits,
    headers_for_media,
    plain_headers,
)
from splendor.server.api import ENDPOINTS
from splendor.server.assets import Asset, Assets
from splendor.server.change_over import can_change_over, hand_over
from splendor.server.connections import HttpConnection, SocketConnection
from splendor.server.context import Context
from splendor.server.descriptors import allow_many_descriptors
from splendor.server.guests import Guests
from splendor.server.http import Endpoint, encode, refusal, respond
from splendor.server.identity import COOKIE, Identity
from splendor.server.keys import signing_keys
from splendor.server.logs import log, set_up_logs
from splendor.server.metrics import Metrics
from splendor.server.network import LocalNetwork
from splendor.server.openapi import document
from splendor.server.push.turns import Pusher
from splendor.server.refusals import RequestRefused
from splendor.server.settings import Settings
from splendor.server.socket import converse
from splendor.server.storage.setup import exclusive_use
from splendor.server.storage.store import Store, StoreFailure
from splendor.server.tables.registry import Tables
from splendor.server.traffic import Traffic
from splendor.server.upkeep import keep_up
from splendor.server.watch import Watch
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.precompile import load_kernels, tune_garbage_collector
from splendor.server.workers.preparation import Preparation

MAX_FRAME = 4096  # bytes that a client may send in one WebSocket message
MAX_CHUNK = 65_536  # bytes of a response that are sent at once
UNLOAD_INTERVAL = 60.0  # seconds between two passes that unload idle tables
SWITCH_INTERVAL = 0.001  # seconds after which threads that load tables or make files give way
SAFE = ("GET", "HEAD")
PAGES = {  # the files that each page needs besides main.js and its style
    "/": ("view/lobby/lobby.js",),
    "/new": ("view/lobby/lobby.js",),
    "/play": ("view/lobby/lobby.js", "view/table/table.js"),
    "/fair": ("view/after/fair_page.js",),
    "/t/{table}": ("view/table/table.js",),
    "/replay/{table}": ("view/after/replay.js",),
    "/review/{table}": ("view/review/review.js",),
    "/learn/{table}": ("view/training/learn.js",),
    "/puzzles": ("view/puzzles/puzzles.js",),
    "/puzzles/{puzzle}": ("view/puzzles/puzzles.js",),
    "/analysis": ("view/analysis/analysis.js",),
    "/analysis/{table}": ("view/analysis/analysis.js",),
    "/devices": ("view/lobby/devices.js",),
    "/privacy": ("view/lobby/privacy.js",),
    "/me": ("view/me/me.js", "style/me.css"),
    "/practise": ("view/training/practise.js",),
    "/rules": ("view/rules/rules.js",),
    "/rules/{game}": ("view/rules/rules.js",),
}
MANIFEST = "manifest.webmanifest"
# Of the service worker: it fetches our own files, and runs nothing else.
WORKER_POLICY = "default-src 'none'; connect-src 'self'"
# What a page asks for at once, requested before its scripts have run, the slowest first; needs an
# identity.
AHEAD = {
    "/me": ("/api/me/statistics", "/api/me/games?before=", "/api/guest", "/api/games"),
}
METRICS_PATHS = ("/metrics", "/api/health", "/api/health/ready", "/api/health/live")
POLICY = 1008


class Guard:
    """Checks host and origin before anything else, and adds the security headers to responses."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app, self.context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = plain_headers(scope["headers"])
        added = self.context.admission.headers(headers.get("host"))

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = plain_headers(message["headers"])
                given = headers_for_media(added, own.get("content-type", "")).items()
                more = [(key.encode(), each.encode()) for key, each in given if key not in own]
                message["headers"] = [*message["headers"], *more]
            await send_in_chunks(message, send)

        try:
            if self.context.is_metrics_address(scope):
                admit_to_metrics(scope, headers)
            else:
                self.admit(scope, headers)
        except RequestRefused as error:
            await reject(scope, receive, sending, error)
            return
        await self.app(scope, receive, sending)

    def admit(self, scope: Scope, headers: dict[str, str]) -> None:
        admission = self.context.admission
        admission.check_host(headers)
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            admission.check_origin(headers)


def admit_to_metrics(scope: Scope, headers: dict[str, str]) -> None:
    """Any host name will do at this address, but no page of a browser may read it."""
    is_read = scope["type"] == "http" and scope["method"] in SAFE
    is_known = is_read and scope["path"] in METRICS_PATHS
    if not is_known or headers.get("sec-fetch-site", "none") != "none":
        raise RequestRefused("not_found", what="address")


async def send_in_chunks(message: Message, send: Send) -> None:
    """Send a long body in parts, the next one when the client has read most of those before."""
    body = message.get("body", b"")
    for first in range(0, len(body) - MAX_CHUNK, MAX_CHUNK):
        await send({**message, "body": body[first : first + MAX_CHUNK], "more_body": True})
    rest = (max(0, len(body) - 1) // MAX_CHUNK) * MAX_CHUNK
    await send({**message, "body": body[rest:]} if rest else message)


async def reject(scope: Scope, receive: Receive, send: Send, error: RequestRefused) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY, "reason": str(error)[:120]})
        return
    await refusal(error)(scope, receive, send)


# Routes


def routes(context: Context) -> list[BaseRoute]:
    found: list[BaseRoute] = [route(context, endpoint) for endpoint in ENDPOINTS]
    found.append(Route("/api/openapi.json", partial(show_document, context), methods=["GET"]))
    found.append(WebSocketRoute("/api/tables/{table}/socket", partial(talk, context)))
    found.append(Route("/static/{path:path}", partial(show_file, context), methods=["GET"]))
    found.append(Route("/service-worker.js", partial(show_worker, context), methods=["GET"]))
    found.append(Route(f"/{MANIFEST}", partial(show_manifest, context), methods=["GET"]))
    found.append(Route("/offline", partial(show_offline, context), methods=["GET"]))
    for path, files in PAGES.items():
        found.append(Route(path, partial(show_page, context, files), methods=["GET"]))
    return found


def route(context: Context, endpoint: Endpoint) -> Route:
    async def answer(request: Request) -> Response:
        return await respond(context, endpoint, request)

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def show_document(context: Context, request: Request) -> Response:
    return Response(encode(document(ENDPOINTS)), media_type="application/json")


async def talk(context: Context, socket: WebSocket) -> None:
    await converse(context, socket)


async def show_file(context: Context, request: Request) -> Response:
    found = context.assets.file(request.path_params["path"])
    return sent(found, request) if found else not_found_response()


async def show_worker(context: Context, request: Request) -> Response:
    response = sent(context.assets.worker(), request)
    response.headers["content-security-policy"] = WORKER_POLICY
    return response


async def show_manifest(context: Context, request: Request) -> Response:
    return sent(context.assets.unversioned(MANIFEST), request)


async def show_offline(context: Context, request: Request) -> Response:
    """The page that the service worker keeps for times without a connection."""
    return sent(context.assets.page("offline.html"), request)


async def show_page(context: Context, files: Sequence[str], request: Request) -> Response:
    is_usual = COOKIE in request.headers.get("cookie", "") and not request.url.query
    ahead = AHEAD.get(request.url.path, ()) if is_usual else ()
    return a_page(context, (*files, *ahead), request)


def a_page(context: Context, files: Sequence[str], request: Request, status: int = 200) -> Response:
    return sent(context.assets.page("index.html", "main.js", *files), request, status)


def sent(asset: Asset, request: Request, status: int = 200) -> Response:
    """Compress public files only: the size of other compressed responses could leak content."""
    body, headers = asset.sent(request.headers.get("accept-encoding", ""))
    return Response(body, status, headers)


async def not_found(context: Context, request: Request, error: Exception) -> Response:
    """Browsers that follow a wrong link get a page that says so; programs get a message."""
    is_page = not request.url.path.startswith(("/api/", "/static/"))
    if is_page and "text/html" in request.headers.get("accept", ""):
        return a_page(context, (), request, 404)
    return not_found_response()


def not_found_response() -> Response:
    return refusal(RequestRefused("not_found", what="address"))


async def wrong_method(request: Request, error: Exception) -> Response:
    response = refusal(RequestRefused("wrong_method", method=request.method))
    response.status_code = 405
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def failed(request: Request, error: Exception) -> Response:
    log.error("request failed", path=request.url.path, error=type(error).__name__)
    response = refusal(RequestRefused("failed"))
    response.status_code = 500
    return response


# Startup and shutdown


def make_context(settings: Settings, first: str = "") -> Context:
    """`first`: of a local server, the rule set that its one person plays first."""
    metrics = Metrics()
    store = Store(settings.database, backup_folder=settings.data, faults=metrics.faults)
    preparation = Preparation(first=first)
    pool = WorkerPool(settings.bots, games=preparation)
    admission = Admission(settings, settings.port)
    tables = Tables(
        store,
        pool,
        metrics,
        preparation=preparation,
        pace=settings.pace,
        absent_after=settings.absent_after,
        idle_after=settings.idle_after,
        most=settings.most_tables,
        most_listeners=settings.most_sockets_per_table,
        most_decisions=settings.most_decisions,
    )
    return Context(
        settings=settings,
        store=store,
        tables=tables,
        pool=pool,
        preparation=preparation,
        identity=Identity(*signing_keys(settings.data), secure=settings.secure),
        guests=Guests(store),
        admission=admission,
        rates=RateLimits(settings.rates),
        metrics=metrics,
        traffic=Traffic(settings, metrics.faults),
        watch=Watch(metrics.faults, store, pool),
        network=LocalNetwork(admission, settings.port) if first else None,
        push=make_pusher(settings, store, metrics),
        assets=Assets(separate=settings.separate_scripts),
    )


def make_pusher(settings: Settings, store: Store, metrics: Metrics) -> Pusher:
    if not settings.push:
        return Pusher(store, metrics)
    from splendor.server.push.encryption import encrypted_for, server_key  # of the extra

    key = server_key(settings.data, settings.public_url or "")
    return Pusher(store, metrics, key, encrypted_for)


def make_app(context: Context) -> ASGIApp:
    app = Starlette(
        routes=routes(context),
        lifespan=lambda _: running(context),
        exception_handlers={404: partial(not_found, context), 405: wrong_method, Exception: failed},
    )
    return Guard(app, context)


@contextlib.asynccontextmanager
async def running(context: Context) -> AsyncIterator[None]:
    """The lifespan of the server: bots, unloading of idle tables, and compilation if needed."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    preparing = asyncio.ensure_future(prepare(context))
    if COMPILED:  # the kernels that it uses itself are those that are being compiled
        await preparing
        load_kernels()
    tune_garbage_collector()
    await context.pool.open()
    keeper = asyncio.ensure_future(unload_idle_tables(context))
    recorder = asyncio.ensure_future(context.recorder.run())
    watcher = asyncio.ensure_future(context.watch.run())
    upkeep = asyncio.ensure_future(keep_up(context))
    log.info("ready")
    try:
        yield
    finally:
        for task in (keeper, watcher, upkeep, preparing, recorder):
            task.cancel()
        await asyncio.gather(keeper, watcher, upkeep, preparing, recorder, return_exceptions=True)
        await context.reviews.close()
        await context.recorder.close()
        await context.push.close()
        await context.tables.close()
        context.files.close()
        context.boards.close()
        await context.pool.close()
        await asyncio.to_thread(context.store.close)


async def prepare(context: Context) -> None:
    try:
        await context.preparation.run()
    except Exception as error:
        log.error("compiling has ended", error=type(error).__name__)


async def unload_idle_tables(context: Context) -> None:
    while True:
        await asyncio.sleep(UNLOAD_INTERVAL)
        try:
            await context.tables.memory.unload_idle()
            await context.tables.memory.flag_overdue()
        except StoreFailure as error:
            log.warning("idle and overdue tables wait", reason=error.reason)


class Server(uvicorn.Server):
    """A server that always stops in order."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A second signal does not skip closing tables and database: that takes a moment only."""
        super().handle_exit(sig, frame)
        self.force_exit = False

    async def accept(self, listener: sockets.socket) -> asyncio.Server:
        """Accept connections at a further socket, until the server ends or this one is closed."""
        kind: Any = self.config.http_protocol_class
        protocol = partial(
            kind,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        loop = asyncio.get_running_loop()
        further = await loop.create_server(protocol, sock=listener, backlog=BACKLOG)
        self.servers = [*(each for each in self.servers if each.is_serving()), further]
        return further

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A lost terminal (SIGHUP) ends the server in order, too, unless `nohup` says otherwise."""
        with super().capture_signals(), contextlib.ExitStack() as stack:
            if hang_up := heeded_hang_up():
                former = signal.signal(hang_up, self.handle_exit)
                stack.callback(signal.signal, hang_up, former)
            yield


def heeded_hang_up() -> "signal.Signals | None":
    """SIGHUP, unless it is ignored or this system has none."""
    found: signal.Signals | None = getattr(signal, "SIGHUP", None)
    return None if found is None or signal.getsignal(found) is signal.SIG_IGN else found


def uvicorn_config(app: ASGIApp, traffic: Traffic) -> uvicorn.Config:
    http: Any = partial(HttpConnection, traffic=traffic)
    socket: Any = partial(SocketConnection, traffic=traffic)
    return uvicorn.Config(
        app,
        http=http,
        ws=socket,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # admission.py decides which proxy is trusted
        timeout_graceful_shutdown=5,
    )


def serve(settings: Settings, listener: sockets.socket, first: str = "") -> int:
    """Serve on this socket until a signal ends the server. Returns the exit status.

    If the kernels are not compiled yet, it runs interpreted and other processes compile them. With
    `first`, the rule set that one person plays first, it stays so, which nobody notices at a few
    tables. Otherwise a compiled server takes over.
    """
    set_up_logs(settings.log_format, settings.log_level)
    allow_many_descriptors()
    with listener.dup() as kept:  # uvicorn closes the other one
        address = kept_address(settings.data, settings.host, settings.port)
        with exclusive_use(settings.database), address:
            changes_over = serve_alone(settings, listener, first)
        if changes_over:
            hand_over(kept)
    return 0


def serve_alone(settings: Settings, listener: sockets.socket, first: str) -> bool:
    """Returns whether a compiled server is to take over."""
    context = make_context(settings, first)
    copy = context.store.open()
    if copy:
        log.info("the database was upgraded", copy=str(copy))
    server = Server(uvicorn_config(make_app(context), context.traffic))
    if context.network:
        context.network.accept = server.accept
    # Sent by Ctrl-C, by service managers, and by a terminal that is closed.
    for number in (signal.SIGINT, signal.SIGTERM, heeded_hang_up()):
        if number is not None:
            signal.signal(number, partial(stop, server))
    changes_over = COLD and not first and can_change_over()
    if changes_over:
        context.preparation.over = lambda: setattr(server, "should_exit", True)
    with metrics_listener(settings) as more:
        server.run(sockets=[listener, *more])
    if not server.started:
        sys.exit(1)
    return changes_over and context.preparation.is_over


@contextlib.contextmanager
def metrics_listener(settings: Settings) -> Iterator[list[sockets.socket]]:
    """The listening socket of the address for metrics, if there is one."""
    host, port = split_host(settings.metrics_address or "") or ("", None)
    if port is None:
        yield []
        return
    with listen(host, port) as found:
        yield [found]


def stop(server: uvicorn.Server, number: int, _: object) -> None:
    """End a server that is starting. The flag ends it, too, should the exit be swallowed."""
    server.should_exit = True
    if number == signal.SIGINT:
        print("\nStopped: unfinished games are kept for the next start", flush=True)
    sys.exit(0)
