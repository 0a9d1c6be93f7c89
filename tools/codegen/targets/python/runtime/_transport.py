"""Sends calls, and repeats those that failed by the rules of ``_rules``."""

from __future__ import annotations

import base64
import concurrent.futures
import json
import random
import re
import secrets
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Union, cast

from ._cancellation import Cancellation, Cancelled, Limit
from ._encoding import Operation, encode, fields_of, read_base_url, read_body
from ._http import HttpReply, HttpRequest, Send, headers_of, pieces_of, standard_send
from ._rules import (
    BUDGET,
    FIRST_DELAY_MS,
    LASTING_CODES,
    LONGEST_DELAY_MS,
    LOST_STATUSES,
    REFUSED_STATUSES,
    REPEAT_COST,
    VERSION,
)
from .errors import OnedoorError, error_of_answer

#: A longer body is no response of this API; a download has no such limit.
_LONGEST_BODY = 256 * 1024 * 1024

#: What a socket can wait, in seconds; enough for any other amount as well.
_LARGEST_AMOUNT = 2_147_483

_SECRET = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True)
class CallOptions:
    """Options of one call that override the client's."""

    #: Seconds this call may take, repeats and waits included. For events it is the longest silence, for a download the
    #: longest wait for the next bytes.
    timeout_s: Optional[float] = None
    #: How often this call is repeated at most.
    retries: Optional[int] = None
    #: Headers of this call; they win over the client's.
    headers: Mapping[str, str] = field(default_factory=lambda: {})
    #: Calls with the same key run once: the second gets the response of the first, for 24 hours. A call that changes or
    #: costs something and may be repeated gets a key automatically; set one to keep it over a restart of your program.
    idempotency_key: Optional[str] = None
    #: Ends the call when it is cancelled.
    cancellation: Optional[Cancellation] = None
    #: Continues a stream of events after the event with this id.
    last_event_id: Optional[str] = None


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
    #: None waits, but no longer than until the call is cancelled.
    sleep: Optional[Callable[[float], None]] = None
    #: A number in [0, 1).
    random: Callable[[], float] = random.random


class RetryBudget:
    """What the repeats of all calls of a client may cost together. While a server fails, it gets few more requests than
    calls, instead of a multiple of them (Google, Site Reliability Engineering, "Handling Overload").
    """

    def __init__(self) -> None:
        self._left = BUDGET
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Pays for a repeat. False if too little is left."""
        with self._lock:
            if self._left < REPEAT_COST:
                return False
            self._left -= REPEAT_COST
            return True

    def return_one(self) -> None:
        """For a successful call."""
        with self._lock:
            self._left = min(BUDGET, self._left + 1)


@dataclass(frozen=True)
class Settings:
    """The options of a client. Raises ValueError for invalid ones."""

    base_url: str
    #: A token, or a function that returns one or a future of one.
    token: Union[str, Callable[[], Any], None]
    timeout_s: float
    retries: int
    headers: Mapping[str, str]
    #: Returns headers, or a future of them.
    pay: Optional[Callable[[PaymentChallenge], Any]]
    send: Send
    hooks: Hooks
    budget: RetryBudget

    @staticmethod
    def of(
        base_url: str,
        token: Union[str, Callable[[], Any], None],
        timeout_s: float,
        retries: int,
        headers: Optional[Mapping[str, str]],
        pay: Optional[Callable[[PaymentChallenge], Any]],
        send: Optional[Send],
        hooks: Optional[Hooks],
    ) -> Settings:
        return Settings(
            read_base_url(base_url),
            token,
            _amount("timeout_s", timeout_s),
            int(_amount("retries", retries)),
            dict(headers or {}),
            pay,
            send or standard_send(),
            hooks or Hooks(),
            RetryBudget(),
        )

    def timeout_s_of(self, options: CallOptions) -> float:
        """Seconds that a call with these options may take. Raises ValueError if they are no such number."""
        return self.timeout_s if options.timeout_s is None else _amount("timeout_s", options.timeout_s)


class Call:
    """One call, from its first attempt to its outcome."""

    def __init__(
        self, settings: Settings, name: str, operation: Operation, args: Mapping[str, Any], options: CallOptions
    ) -> None:
        self.name = name
        self.operation = operation
        self._settings = settings
        self._options = options
        self.retries = settings.retries if options.retries is None else int(_amount("retries", options.retries))
        self._request = encode(settings.base_url, name, operation, args)
        hooks = settings.hooks
        cancellation = options.cancellation or Cancellation()
        self.limit = Limit(settings.timeout_s_of(options), hooks.monotonic, hooks.sleep, cancellation)
        self._headers = self._request.headers
        # Sent, so that a call without a response can be found in the server's log as well.
        self._headers["x-request-id"] = secrets.token_hex(8)
        self._headers["user-agent"] = f"onedoor-python/{VERSION}"
        key = options.idempotency_key
        if key is None and self.retries > 0 and _takes_key(operation):
            key = secrets.token_hex(16)
        if key is not None:
            self._headers["idempotency-key"] = key
        self._is_keyed = key is not None
        self._opening_headers: Mapping[str, str] = {}
        self._request_id = self._sent_headers()["x-request-id"]
        self._was_asked_to_pay = False

    def answer(self) -> Answer:
        """A response of any status. Raises OnedoorError ``network``, ``timeout`` or ``cancelled`` if none arrives."""
        return cast(Answer, self._repeated(self._read_whole, self.retries))

    def opened(self, headers: Mapping[str, str], retries: int) -> HttpReply:
        """A response of a successful status that is still being read. Raises OnedoorError for any other."""
        # Those of an earlier connection are not sent again.
        self._opening_headers = headers
        outcome = self._repeated(self._leave_open, retries)
        if isinstance(outcome, Answer):
            raise self.error_of(outcome)
        return outcome

    def error_of(self, answer: Answer) -> OnedoorError:
        return self.identified(
            error_of_answer(self.name, answer.status, answer.headers, answer.body, self._settings.hooks.now())
        )

    def is_worth_repeating(self, failure: OnedoorError) -> bool:
        return _is_worth_repeating(self.operation, self._is_keyed, failure)

    def delay_s(self, repeat: int, retry_after_s: Optional[int]) -> float:
        """Seconds to wait before repeat number ``repeat``, from 0."""
        if retry_after_s is not None:
            return float(retry_after_s)
        whole: float = min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2**repeat) / 1000
        return whole / 2 + whole / 2 * self._settings.hooks.random()

    def error(self, message: str, code: str, status: Optional[int] = None) -> OnedoorError:
        """An error without the body of a response."""
        return self.identified(OnedoorError(message, code=code, operation=self.name, status=status))

    def identified(self, error: OnedoorError) -> OnedoorError:
        """The error with the id of the last response, or of the last request if it had none."""
        error.request_id = self._request_id
        return error

    def failure_of(self, failure: Exception) -> OnedoorError:
        """What an exception of the transport means for the call."""
        if isinstance(failure, Cancelled) or self.limit.is_cancelled:
            error = self.error(f"{self.name} was cancelled.", "cancelled")
        elif isinstance(failure, (socket.timeout, TimeoutError)) and failure.errno is None:
            # With an errno it is the network's: no route, or no response to the first packet.
            error = self.error(f"{self.name} took longer than {self.limit.timeout_s:g} s.", "timeout")
        else:
            error = self.error(f"No response from {self._settings.base_url}: {failure}.", "network")
        error.__cause__ = failure
        return error

    def _repeated(self, read: _Read, retries: int) -> Union[Answer, HttpReply]:
        repeat = 0
        while True:
            outcome = self._attempt_paying(read)
            failure = outcome if isinstance(outcome, OnedoorError) else None
            if isinstance(outcome, Answer) and not outcome.ok:
                failure = self.error_of(outcome)
            wait_s = self._wait_s(repeat, failure) if failure and repeat < retries else None
            if failure is None:
                self._settings.budget.return_one()
            if wait_s is None:
                if isinstance(outcome, OnedoorError):
                    raise outcome
                return outcome
            try:
                self.limit.pause(wait_s)
            except Cancelled as cancelled:
                raise self.failure_of(cancelled) from None
            repeat += 1

    def _wait_s(self, repeat: int, failure: OnedoorError) -> Optional[float]:
        """Seconds until the next attempt; None if there should be none."""
        if not self.is_worth_repeating(failure):
            return None
        wait_s = self.delay_s(repeat, failure.retry_after_s)
        # A delay beyond the call's time limit can only end in a timeout that hides what went wrong.
        return wait_s if self.limit.allows(wait_s) and self._settings.budget.take() else None

    def _attempt_paying(self, read: _Read) -> _Outcome:
        """Sends once per call what the client's payer returns for a 402. Repeats carry the same payment: it is taken
        once, and only for a successful response.
        """
        outcome = self._attempt(read)
        pay = self._settings.pay
        if not (isinstance(outcome, Answer) and outcome.status == 402 and pay) or self._was_asked_to_pay:
            return outcome
        self._was_asked_to_pay = True
        payment = self._settled(pay(_challenge_of(self.name, self._request.address, outcome)))
        if payment is None:
            return outcome
        self._headers.update(cast(Mapping[str, str], payment))
        return self._attempt(read)

    def _attempt(self, read: _Read) -> _Outcome:
        headers = self._sent_headers()
        token = self._settled(self._settings.token() if callable(self._settings.token) else self._settings.token)
        if token is not None:
            headers.setdefault("authorization", f"Bearer {_secret(cast(str, token))}")
        self._request_id = headers["x-request-id"]
        request = self._request
        try:
            self.limit.left_s()
            reply = self._settings.send(
                HttpRequest(request.verb, request.address, headers, request.body, self.limit)
            )
            self._request_id = headers_of(reply).get("x-request-id", self._request_id)
            outcome = read(reply)
            # A connection that cancellation ended can look like the end of a body.
            self.limit.check()
            return outcome
        except (OSError, Cancelled) as failure:
            error = self.failure_of(failure)
            if error.code != "network":
                raise error from failure
            return error

    def _read_whole(self, reply: HttpReply) -> Answer:
        body: List[bytes] = []
        length = 0
        try:
            for piece in pieces_of(reply):
                body.append(piece)
                length += len(piece)
                if length > _LONGEST_BODY:
                    message = f"{self.name} returned {reply.status} with more than {_LONGEST_BODY} bytes."
                    raise self.error(message, "bad_response", reply.status)
        finally:
            reply.close()
        return Answer(reply.status, headers_of(reply), read_body(b"".join(body)))

    def _leave_open(self, reply: HttpReply) -> Union[Answer, HttpReply]:
        return reply if 200 <= reply.status < 300 else self._read_whole(reply)

    def _sent_headers(self) -> Dict[str, str]:
        given = {**self._settings.headers, **self._options.headers}
        return {**self._headers, **self._opening_headers, **{name.lower(): value for name, value in given.items()}}

    def _settled(self, value: Any) -> Any:
        """A value, or that of its future, for which the call waits no longer than it may."""
        if not isinstance(value, concurrent.futures.Future):
            return value
        future = cast("concurrent.futures.Future[Any]", value)
        forget = self.limit.on_cancel(lambda: cast(None, future.cancel()))
        try:
            return future.result(self.limit.left_s())
        except (concurrent.futures.CancelledError, concurrent.futures.TimeoutError, Cancelled, OSError) as failure:
            if not self.limit.is_cancelled and future.done():
                raise
            future.cancel()
            raise self.failure_of(Cancelled() if self.limit.is_cancelled else socket.timeout()) from failure
        finally:
            forget()


_Outcome = Union[Answer, HttpReply, OnedoorError]
_Read = Callable[[HttpReply], Union[Answer, HttpReply]]


def result_of(call: Call, answer: Answer) -> Any:
    """Only the result. Raises OnedoorError for a failing status, or if there is no result."""
    if not answer.ok:
        raise call.error_of(answer)
    if call.operation.bare and answer.status == 204:
        return None
    fields = fields_of(answer.body)
    if call.operation.bare and isinstance(answer.body, dict):
        return fields
    if "result" in fields:
        return fields["result"]
    raise call.identified(
        OnedoorError(
            f"{call.name} returned {answer.status} without a result: is base_url the address of a Onedoor server?",
            code="bad_response",
            operation=call.name,
            status=answer.status,
            body=answer.body,
        )
    )


def _is_worth_repeating(operation: Operation, is_keyed: bool, failure: OnedoorError) -> bool:
    """The rules of ``_rules``, the same in every client of this API."""
    if failure.status in REFUSED_STATUSES:
        return True
    if is_keyed and failure.status == 409 and failure.code == "conflict":
        # An earlier attempt with the same key is still running.
        return failure.retry_after_s is not None
    if (operation.retry == "unsafe" and not is_keyed) or failure.code in LASTING_CODES:
        return False
    return failure.status is None or failure.status in LOST_STATUSES


def _takes_key(operation: Operation) -> bool:
    return not operation.unkeyed and (operation.metered or (operation.verb == "POST" and operation.retry != "safe"))


def _secret(token: str) -> str:
    if not _SECRET.fullmatch(token):
        raise ValueError("token contains a blank, a line break or another invalid character")
    return token


def _amount(name: str, value: float) -> float:
    if not 0 <= value <= _LARGEST_AMOUNT:
        raise ValueError(f"{name} must be a number from 0 to {_LARGEST_AMOUNT}; it is {value!r}")
    return value


def _challenge_of(operation: str, address: str, answer: Answer) -> PaymentChallenge:
    try:
        required = json.loads(base64.b64decode(answer.headers.get("payment-required", ""), validate=True))
    except (ValueError, RecursionError):
        required = answer.body
    return PaymentChallenge(operation, address, required, answer.headers, answer.body)
