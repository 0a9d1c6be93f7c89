# Written by `npm run generate` from spec/. Do not edit.
"""What a call can fail with."""

from __future__ import annotations

import email.utils
from typing import Any, List, Mapping, Optional, Sequence, Tuple, TypedDict, cast

from ._encoding import fields_of
from ._rules import CODES_BY_STATUS, VERSION


#: What a longer Retry-After is read as, as by the Go client.
_LONGEST_RETRY_AFTER_S = 2**32


class ArgumentFault(TypedDict):
    """One argument that was refused."""

    # The argument's name, or its path such as ``tags[2]``.
    path: str
    # What is wrong and what would be right: ``must be at most 100``.
    message: str


class OnedoorError(Exception):
    """A call that failed. Its text is one sentence a person can act on.

    ``code`` is what to branch on: the server's, or ``network`` (no response arrived), ``timeout`` (the call took longer
    than it may), ``cancelled`` and ``bad_response`` (not a Onedoor server's response, for example because of a wrong
    ``base_url``).
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        operation: str,
        status: Optional[int] = None,
        details: Sequence[ArgumentFault] = (),
        request_id: Optional[str] = None,
        retry_after_s: Optional[int] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        #: The operation that was called, such as ``notes.add``.
        self.operation = operation
        #: HTTP status; None if there was no response.
        self.status = status
        #: Every argument that was refused, with ``invalid_argument``; otherwise empty.
        self.details: Tuple[ArgumentFault, ...] = tuple(details)
        #: The id under which the server logged the call: quote it when asking for help. Without a response it is the id
        #: that was sent.
        self.request_id = request_id
        #: Seconds after which a repeat makes sense, where the server said so.
        self.retry_after_s = retry_after_s
        #: The error's body as received: with ``payment_required`` it contains the payment challenge.
        self.body = body


def error_of_answer(operation: str, status: int, headers: Mapping[str, str], body: Any, now: float) -> OnedoorError:
    """The error for a response with a failing status.

    Reads both error formats: ``{error, code, details}`` of the tools and ``{id, code, detail, status}`` of the older
    services, whose ``code`` is the HTTP status as a number.
    """
    fields = fields_of(body)
    error, code, detail = fields.get("error"), fields.get("code"), fields.get("detail")
    details: Any = fields.get("details")
    status_code = CODES_BY_STATUS.get(status, ("bad_response",))[0]
    if isinstance(error, str) and isinstance(code, str):
        # Client and server may be of different versions.
        is_unknown = code == "unknown_method"
        message = f"{error} This client was made for version {VERSION} of the API." if is_unknown else error
    elif isinstance(detail, str):
        # The older services return 404 for a record that does not exist; the tools reserve it for unknown methods.
        message, code = detail, "not_found" if status == 404 else status_code
    else:
        message, code = f"{operation} returned {status} without an error message.", status_code
    return OnedoorError(
        message,
        code=code,
        operation=operation,
        status=status,
        details=cast(List[ArgumentFault], details) if isinstance(details, list) else (),
        retry_after_s=retry_after_seconds(headers.get("retry-after"), now),
        body=body,
    )


def status_of_code(body: Any) -> Optional[int]:
    """The status that the server sends the code of an error's body with. None for an unknown one."""
    code = fields_of(body).get("code")
    return next((status for status, codes in CODES_BY_STATUS.items() if code in codes), None)


def retry_after_seconds(header: Optional[str], now: float) -> Optional[int]:
    """Seconds to wait by a Retry-After header: a number, or a date relative to ``now``. None if unreadable."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        # Python refuses to convert thousands of digits.
        return min(int(header.lstrip("0")[:11] or 0), _LONGEST_RETRY_AFTER_S)
    try:
        moment = email.utils.parsedate_to_datetime(header).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return max(0, -int(-(moment - now) // 1))
