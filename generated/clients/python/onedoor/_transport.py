# Written by `npm run generate` from spec/. Do not edit.
"""Sends calls, repeating them by the retry rules."""

from __future__ import annotations

import base64
import functools
import io
import json
import random
import re
import secrets
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from types import MappingProxyType
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, NoReturn, Optional, Tuple, Union

from . import _rules as rules
from .errors import OnedoorError, error_of_answer

_SECRET = re.compile(r"[\x21-\x7e]+")


class Operation(NamedTuple):
    """What has to be known about an operation to call it."""

    verb: str
    path: str
    #: ``unsafe`` acts a second time when it is sent again.
    retry: str
    #: A call costs credits.
    metered: bool = False
    #: The result is the whole body, not ``{result}``.
    bare: bool = False
    #: The argument for the next page, the result's field that holds its value, and the result's list of entries.
    paging: Optional[Tuple[str, str, str]] = None
    #: The arguments that take bytes, sent as base64, each with the arguments that say so.
    bytes: Mapping[str, Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True)
class CallOptions:
    """Options of one call that override the client's."""

    #: Seconds this call may take, repeats and waits included.
    timeout_s: Optional[float] = None
    #: How often this call is repeated at most.
    retries: Optional[int] = None
    #: Headers of this call; they win over the client's.
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Calls with the same key run once: the second gets the response of the first, for 24 hours. A call that changes or
    #: costs something and may be repeated gets a key by itself; give one to keep to it over a restart of your program.
    idempotency_key: Optional[str] = None


@dataclass(frozen=True)
class Answer:
    """A response. Header names are in lower case; a body that is not JSON is its text."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300


@dataclass(frozen=True)
class PaymentChallenge:
    """What a server asks for with a 402."""

    #: The operation that was called, such as ``routes.eta``.
    operation: str
    #: The whole address that was called.
    address: str
    #: What has to be paid, to whom and how: the ``PAYMENT-REQUIRED`` header as JSON, or the body if there is none.
    required: Any
    headers: Mapping[str, str]
    body: Any


Token = Union[str, Callable[[], Optional[str]], None]
#: Pays: returns the headers that prove it, such as ``PAYMENT-SIGNATURE``; None to decline. Called once per call.
Payer = Callable[[PaymentChallenge], Optional[Mapping[str, str]]]


@dataclass(frozen=True)
class Hooks:
    """What tests can replace."""

    #: A clock that only goes forward, in seconds.
    monotonic: Callable[[], float] = time.monotonic
    #: Seconds since 1970.
    now: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    #: A number in [0, 1).
    random: Callable[[], float] = random.random


@dataclass
class _Request:
    address: str
    verb: str
    headers: Dict[str, str]
    body: Optional[bytes]


class Transport:
    """Raises ValueError for invalid options."""

    def __init__(
        self,
        base_url: str,
        token: Token,
        timeout_s: float,
        retries: int,
        headers: Mapping[str, str],
        pay: Optional[Payer],
        hooks: Hooks,
    ) -> None:
        self._base_url = _read_base_url(base_url)
        self._token = token
        self._timeout_s = _amount("timeout_s", timeout_s)
        self._retries = int(_amount("retries", retries))
        self._headers = dict(headers)
        self._pay = pay
        self._hooks = hooks
        # Not the usual opener: that one follows redirects and sends the token wherever they lead.
        self._opener = urllib.request.OpenerDirector()
        for handler in (urllib.request.ProxyHandler, _HttpHandler, _HttpsHandler):
            self._opener.add_handler(handler())

    def send(self, name: str, operation: Operation, args: Mapping[str, Any], call: CallOptions) -> Answer:
        """A response of any status. Raises OnedoorError ``network`` or ``timeout`` if none arrives."""
        retries = self._retries if call.retries is None else int(_amount("retries", call.retries))
        timeout_s = self._timeout_s if call.timeout_s is None else _amount("timeout_s", call.timeout_s)
        request = _encode(self._base_url, name, operation, args)
        key = call.idempotency_key
        if key is None and retries > 0 and _takes_key(operation):
            key = secrets.token_hex(16)
        if key is not None:
            request.headers["idempotency-key"] = key
        ends_at = self._hooks.monotonic() + timeout_s
        was_asked_to_pay = False
        repeat = 0
        while True:
            outcome = self._attempt(name, request, call, ends_at, timeout_s)
            if isinstance(outcome, Answer) and outcome.status == 402 and self._pay and not was_asked_to_pay:
                was_asked_to_pay = True
                payment = self._pay(_challenge_of(name, request.address, outcome))
                if payment is not None:
                    # Repeats carry the same payment: it is taken once, and only for a successful response.
                    request.headers.update(payment)
                    outcome = self._attempt(name, request, call, ends_at, timeout_s)
            failure = self._failure_of(name, outcome)
            if failure is None or repeat >= retries or not _is_worth_repeating(operation, key is not None, failure):
                return _settled(outcome)
            wait_s = _delay_s(repeat, failure.retry_after_s, self._hooks.random())
            # A delay beyond the call's time limit can only end in a timeout that hides what went wrong.
            if self._hooks.monotonic() + wait_s >= ends_at:
                return _settled(outcome)
            self._hooks.sleep(wait_s)
            repeat += 1

    def result(self, name: str, operation: Operation, args: Mapping[str, Any], call: CallOptions) -> Any:
        """Only the result. Raises OnedoorError for a failing status as well."""
        answer = self.send(name, operation, args, call)
        if not answer.ok:
            raise self.error_of(name, answer)
        if isinstance(answer.body, dict) and operation.bare:
            return answer.body
        if isinstance(answer.body, dict) and "result" in answer.body:
            return answer.body["result"]
        raise OnedoorError(
            f"{name} returned {answer.status} without a result: is base_url the address of a Onedoor server?",
            code="bad_response",
            operation=name,
            status=answer.status,
            body=answer.body,
            request_id=answer.headers.get("x-request-id"),
        )

    def entries(self, name: str, operation: Operation, args: Mapping[str, Any], call: CallOptions) -> Iterator[Any]:
        """Every entry of a list, fetching further pages as needed."""
        if operation.paging is None:
            raise ValueError(f"{name} is not a paged list")
        argument, following, entries = operation.paging
        given = dict(args)
        while True:
            page = self.result(name, operation, given, call)
            # A read that takes an id as well returns no list with it.
            yield from page.get(entries, [])
            if following not in page:
                return
            if page[following] == given.get(argument):
                raise OnedoorError(
                    f"{name} names the page it was asked for as the next one.", code="bad_response", operation=name
                )
            given[argument] = page[following]

    def error_of(self, name: str, answer: Answer) -> OnedoorError:
        return error_of_answer(name, answer.status, answer.headers, answer.body, self._hooks.now())

    def _attempt(
        self, name: str, request: _Request, call: CallOptions, ends_at: float, timeout_s: float
    ) -> Union[Answer, OnedoorError]:
        headers = dict(request.headers)
        token = self._token() if callable(self._token) else self._token
        if token is not None:
            headers["authorization"] = f"Bearer {_secret(token)}"
        for given, value in {**self._headers, **call.headers}.items():
            headers[given.lower()] = value
        sent = _TimedRequest(request.address, request.body, headers, method=request.verb)
        sent.left_s = lambda: ends_at - self._hooks.monotonic()
        try:
            with self._opener.open(sent, timeout=_positive(sent.left_s())) as response:
                received = {key.lower(): value for key, value in response.headers.items()}
                return Answer(response.status, received, _read_body(response.read()))
        except (OSError, HTTPException) as failure:
            reason = failure.reason if isinstance(failure, urllib.error.URLError) else failure
            if isinstance(reason, socket.timeout):
                _raise_timeout(name, timeout_s, failure)
            error = OnedoorError(f"No response from {self._base_url}: {reason}.", code="network", operation=name)
            error.__cause__ = failure
            return error

    def _failure_of(self, name: str, outcome: Union[Answer, OnedoorError]) -> Optional[OnedoorError]:
        if isinstance(outcome, OnedoorError):
            return outcome
        return None if outcome.ok else self.error_of(name, outcome)


class _TimedRequest(urllib.request.Request):
    #: Seconds until the call has to end.
    left_s: Callable[[], float]


class _TimedReader(io.RawIOBase):
    """Reads a socket until the call has to end: the socket's own limit begins again with every byte."""

    def __init__(self, sock: socket.socket, file: Any, left_s: Callable[[], float]) -> None:
        self._sock = sock
        #: Keeps the socket open.
        self._file = file
        self._left_s = left_s

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(_positive(self._left_s()))
        return self._sock.recv_into(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


class _TimedResponse(HTTPResponse):
    def __init__(self, left_s: Callable[[], float], sock: socket.socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp = io.BufferedReader(_TimedReader(sock, self.fp, left_s))


class _Timed(urllib.request.AbstractHTTPHandler):
    def do_open(self, http_class: Any, req: Any, **options: Any) -> Any:
        def connection(host: str, **given: Any) -> HTTPConnection:
            made: HTTPConnection = http_class(host, **given)
            made.response_class = functools.partial(_TimedResponse, req.left_s)  # type: ignore
            return made

        return super().do_open(connection, req, **options)  # type: ignore


class _HttpHandler(_Timed, urllib.request.HTTPHandler):
    pass


class _HttpsHandler(_Timed, urllib.request.HTTPSHandler):
    pass


def _positive(left_s: float) -> float:
    if left_s <= 0:
        raise socket.timeout("timed out")
    return left_s


def _raise_timeout(name: str, timeout_s: float, cause: Optional[BaseException] = None) -> NoReturn:
    raise OnedoorError(f"{name} took longer than {timeout_s:g} s.", code="timeout", operation=name) from cause


def _settled(outcome: Union[Answer, OnedoorError]) -> Answer:
    if isinstance(outcome, OnedoorError):
        raise outcome
    return outcome


def _is_worth_repeating(operation: Operation, is_keyed: bool, failure: OnedoorError) -> bool:
    """The rules of ``_rules``, the same in every client of this API."""
    if failure.status in rules.REFUSED_STATUSES:
        return True
    if is_keyed and failure.status == 409 and failure.code == "conflict":
        # An earlier attempt with the same key is still running.
        return failure.retry_after_s is not None
    if (operation.retry == "unsafe" and not is_keyed) or failure.code in rules.LASTING_CODES:
        return False
    return failure.status is None or failure.status in rules.LOST_STATUSES


def _takes_key(operation: Operation) -> bool:
    return operation.metered or (operation.verb == "POST" and operation.retry != "safe")


def _delay_s(repeat: int, retry_after_s: Optional[int], chance: float) -> float:
    if retry_after_s is not None:
        return float(retry_after_s)
    whole: float = min(rules.LONGEST_DELAY_MS, rules.FIRST_DELAY_MS * 2**repeat) / 1000
    return whole / 2 + whole / 2 * chance


def _read_base_url(given: str) -> str:
    parts = urllib.parse.urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(
            f"base_url must be an absolute http or https address, such as https://onedoor.example; it is {given!r}"
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _encode(base_url: str, name: str, operation: Operation, args: Mapping[str, Any]) -> _Request:
    rest = {key: value for key, value in args.items() if value is not None}
    for argument in [key for key, value in rest.items() if isinstance(value, (bytes, bytearray, memoryview))]:
        if argument not in operation.bytes:
            raise TypeError(f"{name}: the argument {argument} takes text, not bytes")
        rest.update({argument: base64.b64encode(rest[argument]).decode("ascii"), **operation.bytes[argument]})

    def from_path(match: "re.Match[str]") -> str:
        argument = match.group(1)
        value = str(rest.pop(argument, ""))
        if value == "":
            raise ValueError(f"{name} needs the argument {argument}")
        # Encoded or not, these are removed from a URL with the part before them: the call would go to another operation.
        if value in (".", ".."):
            raise ValueError(f"{name}: the argument {argument} cannot be {value!r}")
        return urllib.parse.quote(value, safe="")

    address = base_url + re.sub(r"\{(\w+)\}", from_path, operation.path)
    headers = {"accept": "application/json"}
    if operation.verb == "GET":
        pairs = [(key, _text(entry)) for key, value in rest.items() for entry in _each(value)]
        query = urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote, safe="")
        return _Request(f"{address}?{query}" if query else address, "GET", headers, None)
    headers["content-type"] = "application/json"
    body = json.dumps(rest, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return _Request(address, "POST", headers, body)


def _each(value: Any) -> List[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, allow_nan=False)


def _secret(token: str) -> str:
    if not _SECRET.fullmatch(token):
        raise ValueError("token contains a blank, a line break or another invalid character")
    return token


def _amount(name: str, value: float) -> float:
    if not value >= 0:
        raise ValueError(f"{name} must be a number from 0; it is {value!r}")
    return value


def _read_body(body: bytes) -> Any:
    text = body.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except ValueError:
        return text


def _challenge_of(operation: str, address: str, answer: Answer) -> PaymentChallenge:
    try:
        required = json.loads(base64.b64decode(answer.headers.get("payment-required", ""), validate=True))
    except ValueError:
        required = answer.body
    return PaymentChallenge(operation, address, required, answer.headers, answer.body)
