"""Sends one HTTP request and reads its response as it arrives, with the standard library."""

from __future__ import annotations

import functools
import io
import socket
import urllib.request
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, Protocol, cast

from ._cancellation import Limit
from ._encoding import Body

_CHUNK_BYTES = 65_536


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


class _Timed(urllib.request.AbstractHTTPHandler):
    def do_open(self, http_class: Any, req: Any, **http_conn_args: Any) -> Any:
        def connection(host: str, **given: Any) -> HTTPConnection:
            made: HTTPConnection = http_class(host, **given)
            made.response_class = functools.partial(_TimedResponse, req.limit)  # type: ignore
            connect = made.connect

            def connect_for_call() -> None:
                connect()
                sock = cast(socket.socket, made.sock)
                # A shutdown wakes the thread that reads; that of a TLS socket would also pull its state from under it.
                req.stop_watching = req.limit.on_cancel(lambda: _shut_down(sock))
                sock.settimeout(req.limit.left_s())

            made.connect = connect_for_call  # type: ignore
            return made

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
