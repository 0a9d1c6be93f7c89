# Written by `npm run generate` from spec/. Do not edit.
"""Sends one HTTP request and reads its response as it arrives, with the standard library."""

from __future__ import annotations

import functools
import io
import socket
import urllib.request
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, Protocol, Tuple, cast

from ._cancellation import Limit
from ._encoding import Body

_CHUNK_BYTES = 65_536

#: TLS sends no more at once; for more, the limit of a socket begins again with every record.
_RECORD_BYTES = 16_384


@dataclass(frozen=True)
class HttpRequest:
    """A request that a custom transport has to send."""

    verb: str
    address: str
    headers: Mapping[str, str]
    #: Its pieces: ``b"".join(body)`` is the whole of it.
    body: Optional[Body]
    limit: Limit

    def left_s(self) -> float:
        """Seconds until the call has to end. Raises if none are left or the call was cancelled: let that pass."""
        return self.limit.left_s()

    def on_cancel(self, end: Callable[[], None]) -> Callable[[], None]:
        """Calls ``end`` from another thread if the call is cancelled. Returns a function that takes it back."""
        return self.limit.on_cancel(end)


class HttpReply(Protocol):
    """A response, of any status, that is still being read."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    def read(self) -> bytes:
        """The bytes that arrive next, and none at the end. Raises OSError if the connection breaks before."""
        ...

    def close(self) -> None: ...


#: Sends a request. Raises OSError if there is no response, TimeoutError if there is none in time. It follows no
#: redirects: they would take the token elsewhere. With an AsyncClient it is called in a thread as well.
Send = Callable[[HttpRequest], HttpReply]


def headers_of(reply: HttpReply) -> Mapping[str, str]:
    """The headers of a response, with their names in lower case."""
    return {name.lower(): value for name, value in reply.headers.items()}


def pieces_of(reply: HttpReply, limit: Optional[Limit] = None) -> Iterator[bytes]:
    """Everything that is left of a body. Raises OSError if it breaks off.

    Each wait for the next piece has the whole of ``limit``: the time between two reads is the caller's.
    """
    while True:
        if limit:
            limit.restart()
        piece = reply.read()
        if not piece:
            return
        yield piece


class _Reply:
    def __init__(self, response: HTTPResponse, stop_watching: Callable[[], None]) -> None:
        self.status: int = response.status
        self.headers: Mapping[str, str] = _joined(response)
        self._response = response
        self._left = response.length
        self._stop_watching = stop_watching

    def read(self) -> bytes:
        if self._left == 0:
            return b""
        wanted = _CHUNK_BYTES if self._left is None else min(_CHUNK_BYTES, self._left)
        try:
            piece = self._response.read1(wanted)
        except HTTPException as failure:
            raise ConnectionError(_reason_of(failure)) from failure
        if self._left is not None:
            # Without chunks the end looks like a break.
            if not piece:
                raise ConnectionError("the connection broke")
            self._left -= len(piece)
        return piece

    def close(self) -> None:
        self._stop_watching()
        self._response.close()


def _joined(response: HTTPResponse) -> Dict[str, str]:
    headers: Dict[str, str] = {}
    for name, value in response.getheaders():
        key = name.lower()
        headers[key] = f"{headers[key]}, {value}" if key in headers else value
    return headers


def _reason_of(failure: HTTPException) -> str:
    return "the connection broke" if isinstance(failure, IncompleteRead) else str(failure)


class _Sent(urllib.request.Request):
    limit: Limit
    stop_watching: Callable[[], None]


class _TimedReader(io.RawIOBase):
    """Reads a socket until the call has to end: the socket's own limit begins again with every byte."""

    def __init__(self, sock: socket.socket, file: Any, limit: Limit) -> None:
        self._sock = sock
        #: Keeps the socket open.
        self._file = file
        self._limit = limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(self._limit.left_s())
        return self._sock.recv_into(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


class _TimedResponse(HTTPResponse):
    def __init__(self, limit: Limit, sock: socket.socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp = io.BufferedReader(_TimedReader(sock, self.fp, limit))


class _Wire:
    """The socket of one call, from before it is connected: cancelling the call ends whatever it is waiting for."""

    def __init__(self, connection: HTTPConnection, limit: Limit) -> None:
        self._connection = connection
        self._limit = limit
        self._sock: Optional[socket.socket] = None

    def end(self) -> None:
        # A shutdown wakes the thread that waits; that of a TLS socket would also pull its state from under it.
        if self._sock:
            _shut_down(self._sock)

    def connect(self) -> None:
        connection: Any = self._connection
        HTTPConnection.connect(connection)
        if isinstance(self._connection, HTTPSConnection):
            # As the standard library does it, but the handshake of a socket that it has not returned yet has no end.
            name = connection._tunnel_host or connection.host
            context = connection._context
            tls = context.wrap_socket(connection.sock, server_hostname=name, do_handshake_on_connect=False)
            connection.sock = tls
            self._take(tls)
            tls.do_handshake()

    def open(self, address: Tuple[str, int], *_: Any) -> socket.socket:
        """A connection to the first address of a host that accepts it. Each has its share of the time left."""
        # Nothing can end a lookup but the resolver's own limit.
        found = socket.getaddrinfo(*address, type=socket.SOCK_STREAM)
        failure = OSError(f"{address[0]} has no address")
        for index, (family, kind, protocol, _name, target) in enumerate(found):
            sock = socket.socket(family, kind, protocol)
            try:
                self._take(sock, len(found) - index)
                sock.connect(target)
                return sock
            except OSError as reason:
                failure = reason
                sock.close()
            except BaseException:
                sock.close()
                raise
        raise failure

    def send(self, data: Any) -> None:
        if self._connection.sock is None:
            self._connection.connect()
        whole = memoryview(data)
        for start in range(0, len(whole), _RECORD_BYTES):
            sock = cast(socket.socket, self._connection.sock)
            sock.settimeout(self._limit.left_s())
            sock.sendall(whole[start : start + _RECORD_BYTES])

    def _take(self, sock: socket.socket, shares: int = 1) -> None:
        self._sock = sock
        # Raises if the call was cancelled before the socket was known.
        sock.settimeout(self._limit.left_s() / shares)


class _Timed(urllib.request.AbstractHTTPHandler):
    def do_open(self, http_class: Any, req: Any, **http_conn_args: Any) -> Any:
        def connection(host: str, **given: Any) -> HTTPConnection:
            made: Any = http_class(host, **given)
            wire = _Wire(made, req.limit)
            made.response_class = functools.partial(_TimedResponse, req.limit)
            made.connect, made.send, made._create_connection = wire.connect, wire.send, wire.open
            req.stop_watching = req.limit.on_cancel(wire.end)
            return cast(HTTPConnection, made)

        return super().do_open(cast(Any, connection), req, **http_conn_args)


def _shut_down(sock: socket.socket) -> None:
    try:
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:
        # It is closed already.
        pass


class _HttpHandler(_Timed, urllib.request.HTTPHandler):
    pass


class _HttpsHandler(_Timed, urllib.request.HTTPSHandler):
    pass


def standard_send() -> Send:
    """The transport of a client that is given none. It honours the proxies of the environment."""
    # Not the usual opener: that one follows redirects and sends the token wherever they lead.
    opener = urllib.request.OpenerDirector()
    for handler in (urllib.request.ProxyHandler, _HttpHandler, _HttpsHandler):
        opener.add_handler(handler())

    def send(request: HttpRequest) -> HttpReply:
        sent = _Sent(request.address, cast(Any, request.body), dict(request.headers), method=request.verb)
        sent.limit = request.limit
        sent.stop_watching = lambda: None
        try:
            return _Reply(opener.open(sent, timeout=request.left_s()), sent.stop_watching)
        except BaseException as failure:
            sent.stop_watching()
            reason = getattr(failure, "reason", None)
            if isinstance(reason, OSError):
                raise reason from failure
            if isinstance(failure, HTTPException):
                raise ConnectionError(_reason_of(failure)) from failure
            raise

    return send
