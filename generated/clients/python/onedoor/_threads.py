# Written by `npm run generate` from spec/. Do not edit.
"""Runs calls for asyncio.

Each call in flight and each open stream has a thread, in which the same code as for ``Client`` sends it: one transport
to test, with the proxies and certificates of the standard library, whose own asyncio has no HTTP. The loop is never
blocked. Cancelling a task shuts the connection down, which wakes its thread: the server sees the call end at once.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import inspect
import os
import threading
from dataclasses import replace
from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    BinaryIO,
    Callable,
    Generic,
    List,
    Mapping,
    Optional,
    Tuple,
    TypeVar,
    Union,
)

from ._calls import Transport
from ._cancellation import Cancellation
from ._encoding import Operation
from ._streams import Closing, Download, Event
from ._transport import Answer, CallOptions, PaymentChallenge, Settings

#: Calls and streams in flight at once; further ones wait for their turn.
MAX_THREADS = 256

_T = TypeVar("_T")
_Self = TypeVar("_Self", bound="AsyncItems[Any]")

AsyncToken = Union[str, Callable[[], Union[Optional[str], Awaitable[Optional[str]]]], None]
#: A payer that may be a coroutine function.
AsyncPayer = Callable[[PaymentChallenge], Union[Optional[Mapping[str, str]], Awaitable[Optional[Mapping[str, str]]]]]


class Threads:
    """The threads of one client."""

    def __init__(self) -> None:
        self._pool = concurrent.futures.ThreadPoolExecutor(MAX_THREADS, "onedoor")
        self._loop: Optional[asyncio.AbstractEventLoop] = None

    async def run(self, work: Callable[[], _T], cancellation: Cancellation) -> _T:
        """The outcome of the work. If the task is cancelled, so is the work."""
        self._loop = asyncio.get_running_loop()
        context = contextvars.copy_context()
        try:
            return await self._loop.run_in_executor(self._pool, lambda: context.run(work))
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    def in_loop(self, function: Any) -> Any:
        """A function for use in a thread: a coroutine function runs in the loop. Anything else is left as it is."""
        if not callable(function):
            return function

        def call(*args: Any) -> Any:
            value = function(*args)
            if not inspect.isawaitable(value):
                return value

            async def awaited() -> Any:
                return await value

            assert self._loop
            return asyncio.run_coroutine_threadsafe(awaited(), self._loop)

        return call

    def close(self) -> None:
        self._pool.shutdown(wait=False)


class AsyncItems(Generic[_T]):
    """An asynchronous iterator over what an iterator yields in a thread. It is closed at the end of an ``async with``."""

    def __init__(self, threads: Threads, cancellation: Cancellation, begin: Callable[[], Closing[_T]]) -> None:
        self._threads = threads
        self._cancellation = cancellation
        self._begin = begin
        self._items: Optional[Closing[_T]] = None
        #: Held while a thread iterates: an iterator cannot be closed meanwhile.
        self._lock = threading.Lock()

    def __aiter__(self: _Self) -> _Self:
        return self

    async def __anext__(self) -> _T:
        found = await self._threads.run(self._next, self._cancellation)
        if not found:
            raise StopAsyncIteration
        return found[0]

    async def aclose(self) -> None:
        """Ends the connection."""
        self._cancellation.cancel()
        await self._threads.run(self._close, self._cancellation)

    async def __aenter__(self: _Self) -> _Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _next(self) -> List[_T]:
        with self._lock:
            if self._items is None:
                self._items = self._begin()
            for item in self._items:
                return [item]
            return []

    def _close(self) -> None:
        with self._lock:
            if self._items:
                self._items.close()


class AsyncEventStream(AsyncItems[Event]):
    """The events of a stream as they arrive, by the rules of EventStream: ``async with ... as events``."""


class AsyncDownload(AsyncItems[bytes]):
    """A body that is read as it arrives: iterate over its pieces, or ``read`` or ``save`` it, in an ``async with``."""

    def __init__(self, threads: Threads, cancellation: Cancellation, download: Download) -> None:
        super().__init__(threads, cancellation, lambda: download)
        self._download = download
        self.status = download.status
        #: With names in lower case.
        self.headers = download.headers

    async def read(self) -> bytes:
        """All that is left."""
        return await self._threads.run(self._download.read, self._cancellation)

    async def save(self, target: Union[str, "os.PathLike[str]", BinaryIO]) -> int:
        """Writes all that is left into an open binary file, or into a file at a path once it is complete.

        Returns the number of bytes.
        """
        return await self._threads.run(lambda: self._download.save(target), self._cancellation)


class AsyncTransport:
    """What the methods of ``AsyncClient`` call."""

    def __init__(self, threads: Threads, settings: Settings, operations: Mapping[str, Operation]) -> None:
        self._threads = threads
        self._transport = Transport(settings, operations)

    async def answer(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Answer:
        given, own = _cancellable(options)
        return await self._threads.run(lambda: self._transport.answer(name, args, given), own)

    async def result(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Any:
        given, own = _cancellable(options)
        return await self._threads.run(lambda: self._transport.result(name, args, given), own)

    async def entries(
        self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]
    ) -> AsyncIterator[Any]:
        given, own = _cancellable(options)
        pages = Closing(self._transport.pages(name, args, given))
        async for page in AsyncItems(self._threads, own, lambda: pages):
            for entry in page:
                yield entry

    def events(
        self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]
    ) -> AsyncEventStream:
        given, own = _cancellable(options)
        return AsyncEventStream(self._threads, own, lambda: self._transport.events(name, args, given))

    async def download(
        self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]
    ) -> AsyncDownload:
        given, own = _cancellable(options)
        download = await self._threads.run(lambda: self._transport.download(name, args, given), own)
        return AsyncDownload(self._threads, own, download)

    def close(self) -> None:
        """Lets the threads end. Calls after that are refused."""
        self._threads.close()


def _cancellable(options: Optional[CallOptions]) -> Tuple[CallOptions, Cancellation]:
    """The options with a cancellation of the call's own, which follows that of the caller."""
    given = options or CallOptions()
    own = Cancellation(given.cancellation)
    return replace(given, cancellation=own), own
