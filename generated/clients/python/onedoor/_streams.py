# Written by `npm run generate` from spec/. Do not edit.
"""Server-sent events, and bodies that are read as they arrive."""

from __future__ import annotations

import codecs
import io
import os
import secrets
from contextlib import closing
from dataclasses import dataclass
from types import TracebackType
from typing import Any, BinaryIO, Generic, Iterator, List, Mapping, Optional, Type, TypeVar, Union

from ._cancellation import Cancelled
from ._encoding import fields_of, read_body
from ._http import HttpReply, headers_of, pieces_of
from ._transport import Answer, Call
from .errors import OnedoorError, status_of_code

#: An event that is longer, its names and comments included, is no event of this API.
_LONGEST_EVENT = 16 * 1024 * 1024

#: A server can ask for a longer wait before a reconnect, but a stream does not wait that long.
_LONGEST_WAIT_S = 300

_T = TypeVar("_T")
_Self = TypeVar("_Self", bound="Closing[Any]")


@dataclass(frozen=True)
class Event:
    """A server-sent event."""

    #: Its name, such as ``notification``.
    event: str
    #: Its data: parsed if it is JSON, otherwise text.
    data: Any
    #: Where a stream can be continued, as ``CallOptions(last_event_id=...)``. None if the server sent no id yet.
    id: Optional[str] = None


class EventParser:
    """Parses a stream of events by the HTML standard, 9.2.6, from pieces of any length."""

    def __init__(self, last_event_id: Optional[str]) -> None:
        #: The id of the last whole event.
        self.last_event_id = last_event_id or ""
        #: What the server asks for between two connections, up to the longest wait.
        self.retry_ms: Optional[int] = None
        self.restart()

    def restart(self) -> None:
        """Begins a new connection: an event that is not complete is lost."""
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        #: The line that is not complete.
        self._rest = io.StringIO()
        self._is_after_cr = False
        self._id = self.last_event_id
        self._name = ""
        self._data: List[str] = []
        #: Characters of the event so far, with its names and comments.
        self._length = 0

    def feed(self, piece: bytes) -> Iterator[Event]:
        """The events that this piece completes. Raises ValueError for one that is too long."""
        text = self._decoder.decode(piece)
        if text and self._is_after_cr:
            # A line feed after a carriage return belongs to the same line end.
            text = text[1:] if text[0] == "\n" else text
            self._is_after_cr = False
        self._is_after_cr = self._is_after_cr or text.endswith("\r")
        first, *others = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._add(first)
        for next_line in others:
            event = self._take(self._rest.getvalue())
            self._rest = io.StringIO()
            self._add(next_line)
            if event:
                yield event
        if self._length > _LONGEST_EVENT:
            raise ValueError(f"an event is longer than {_LONGEST_EVENT} characters")

    def _add(self, text: str) -> None:
        self._rest.write(text)
        self._length += len(text)

    def _take(self, line: str) -> Optional[Event]:
        if line == "":
            return self._complete()
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            # Python refuses to convert thousands of digits; seven are above the longest wait already.
            self.retry_ms = min(int(value.lstrip("0")[:7] or 0), _LONGEST_WAIT_S * 1000)
        return None

    def _complete(self) -> Optional[Event]:
        self.last_event_id = self._id
        name, data = self._name, self._data
        self._name, self._data, self._length = "", [], 0
        if not data:
            return None
        return Event(name or "message", read_body("\n".join(data).encode("utf-8")), self._id or None)


class Closing(Generic[_T]):
    """An iterator that is closed at the end of a ``with``."""

    def __init__(self, items: Iterator[_T]) -> None:
        self._items = items

    def __iter__(self) -> Iterator[_T]:
        return self

    def __next__(self) -> _T:
        return next(self._items)

    def close(self) -> None:
        """Ends the connection."""
        close = getattr(self._items, "close", None)
        if close:
            close()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class EventStream(Closing[Event]):
    """The events of a stream as they arrive. Iterate over it, in a ``with`` if you may stop before its end.

    A stream reconnects when its connection is lost, and continues after the last event. It ends after an event ``end``,
    or with an OnedoorError after ``retries`` attempts without an event, or if the server asks for a wait of more than
    300 s. The progress of a call cannot be continued: it
    ends with the event ``answer``, or with the OnedoorError of the call. Closing it cancels the call.
    """

    def __init__(self, call: Call, last_event_id: Optional[str]) -> None:
        self._call = call
        self._parser = EventParser(last_event_id)
        super().__init__(self._progress() if call.operation.verb == "POST" else self._resumed())

    def _connected(self, retries: int) -> HttpReply:
        headers = {"accept": "text/event-stream"}
        if self._parser.last_event_id:
            # The standard sends it as UTF-8; Python sends each character of a header as one byte.
            headers["last-event-id"] = self._parser.last_event_id.encode("utf-8").decode("latin-1")
        self._call.limit.restart()
        self._parser.restart()
        reply = self._call.opened(headers, retries)
        kind = headers_of(reply).get("content-type", "").split(";")[0].strip().lower()
        if reply.status != 204 and kind != "text/event-stream":
            reply.close()
            message = f"{self._call.name} returned {reply.status} without events: is base_url a Onedoor server?"
            raise self._call.error(message, "bad_response", reply.status)
        return reply

    def _events(self, reply: HttpReply) -> Iterator[Event]:
        """Raises OnedoorError ``network`` when the connection breaks, or is silent for longer than the time limit."""
        call = self._call
        try:
            # The server sends something every few seconds, even if there is no event.
            for piece in pieces_of(reply, call.limit):
                yield from self._parser.feed(piece)
            call.limit.check()
        except (OSError, Cancelled) as failure:
            if call.limit.is_cancelled:
                raise call.failure_of(failure) from failure
            raise call.error(f"{call.name} lost its connection: {failure}.", "network") from failure
        except ValueError as failure:
            raise call.error(f"{call.name} failed: {failure}.", "bad_response") from failure

    def _progress(self) -> Iterator[Event]:
        call = self._call
        with closing(self._connected(call.retries)) as reply:
            for event in self._events(reply):
                if event.event == "error":
                    raise call.error_of(Answer(status_of_code(event.data) or reply.status, {}, event.data))
                yield event
                if event.event == "answer":
                    return
        raise call.error(f"{call.name} lost its connection: it ended before its answer.", "network")

    def _resumed(self) -> Iterator[Event]:
        call, repeat = self._call, 0
        while True:
            failure: Optional[OnedoorError] = None
            try:
                with closing(self._connected(0)) as reply:
                    if reply.status == 204:
                        return
                    for event in self._events(reply):
                        reason = fields_of(event.data).get("reason") if event.event == "end" else None
                        if reason == "stopping":
                            break
                        repeat = 0
                        yield event
                        if event.event == "end":
                            return
            except OnedoorError as error:
                if error.code in ("cancelled", "bad_response") or not call.is_worth_repeating(error):
                    raise
                failure = error
            failure = failure or call.error(f"{call.name} lost its connection: it ended.", "network")
            if repeat >= call.retries or (failure.retry_after_s or 0) > _LONGEST_WAIT_S:
                raise failure
            self._wait(repeat, failure.retry_after_s)
            repeat += 1

    def _wait(self, repeat: int, retry_after_s: Optional[int]) -> None:
        retry_ms = self._parser.retry_ms
        is_told = retry_after_s is None and retry_ms is not None
        wait_s = retry_ms / 1000 if is_told and retry_ms is not None else self._call.delay_s(repeat, retry_after_s)
        try:
            self._call.limit.pause(wait_s)
        except Cancelled as cancelled:
            raise self._call.failure_of(cancelled) from None


class Download(Closing[bytes]):
    """A body that is read as it arrives: iterate over its pieces, or ``read`` or ``save`` it, in a ``with``.

    Raises OnedoorError ``network`` if it breaks off.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._reply = call.opened({"accept": "*/*"}, call.retries)
        self.status: int = self._reply.status
        #: With names in lower case.
        self.headers: Mapping[str, str] = headers_of(self._reply)
        super().__init__(self._pieces())

    def read(self) -> bytes:
        """All that is left."""
        return b"".join(self)

    def save(self, target: Union[str, "os.PathLike[str]", BinaryIO]) -> int:
        """Writes all that is left into an open binary file, or into a file at a path once it is complete.

        Returns the number of bytes.
        """
        if not isinstance(target, (str, os.PathLike)):
            return sum(self._written(target))
        # A name of its own: a file of that name is someone else's.
        part = f"{os.fspath(target)}.{secrets.token_hex(4)}.part"
        with open(part, "xb") as file:
            try:
                size = sum(self._written(file))
                file.close()
                os.replace(part, target)
            except BaseException:
                file.close()
                os.remove(part)
                raise
        return size

    def close(self) -> None:
        super().close()
        # A generator that was never started closes nothing.
        self._reply.close()

    def _written(self, file: BinaryIO) -> Iterator[int]:
        for piece in self:
            file.write(piece)
            yield len(piece)

    def _pieces(self) -> Iterator[bytes]:
        with closing(self._reply):
            try:
                yield from pieces_of(self._reply, self._call.limit)
                self._call.limit.check()
            except (OSError, Cancelled) as failure:
                raise self._call.failure_of(failure) from failure

