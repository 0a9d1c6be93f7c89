# Written by `npm run generate` from spec/. Do not edit.
"""Makes the calls of a client."""

from __future__ import annotations

from typing import Any, Iterator, List, Mapping, Optional, Tuple, cast

from ._encoding import Operation, fields_of
from ._streams import Download, EventStream
from ._transport import Answer, Call, CallOptions, Settings, result_of


class Transport:
    """What the methods of ``Client`` call: each takes an operation's name, arguments and options."""

    def __init__(self, settings: Settings, operations: Mapping[str, Operation]) -> None:
        self._settings = settings
        self._operations = operations

    def answer(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Answer:
        """A response of any status. Raises OnedoorError ``network``, ``timeout`` or ``cancelled`` if none arrives."""
        return self._call(name, args, options).answer()

    def result(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Any:
        """Only the result. Raises OnedoorError for a failing status as well."""
        call = self._call(name, args, options)
        return result_of(call, call.answer())

    def entries(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Iterator[Any]:
        """Every entry of a list, fetching further pages as needed."""
        for page in self.pages(name, args, options):
            yield from page

    def pages(
        self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]
    ) -> Iterator[List[Any]]:
        """The entries of each page of a list, fetching the next as needed."""
        page_argument, following, entries = cast(Tuple[str, str, str], self._operations[name].paging)
        given = {argument: value for argument, value in args.items() if value is not None}
        while True:
            call = self._call(name, given, options)
            page = fields_of(result_of(call, call.answer()))
            # A read that takes an id as well returns no list with it.
            yield cast(List[Any], page.get(entries, []))
            if following not in page:
                return
            if page[following] == given.get(page_argument):
                raise call.error(f"{name} names the page it was asked for as the next one.", "bad_response")
            given[page_argument] = page[following]

    def events(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> EventStream:
        """The events of a stream, or of the progress of a call. Connects when the first is asked for."""
        return EventStream(self._call(name, args, options), options.last_event_id if options else None)

    def download(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Download:
        """A body of bytes. Raises OnedoorError for a failing status."""
        return Download(self._call(name, args, options))

    def _call(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Call:
        return Call(self._settings, name, self._operations[name], args, options or CallOptions())
