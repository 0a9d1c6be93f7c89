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
    TypeVar,
    Union,
    cast,
)

from ._calls import Transport
from ._cancellation import Turn
from ._encoding import Operation
from ._streams import Closing, Download, Event
from ._transport import Answer, CallOptions, PaymentChallenge, Settings
from .errors import OnedoorError

#: Calls and streams in flight at once; further ones wait for their turn, no longer than their time limit.
MAX_THREADS = 256

_T = TypeVar("_T")
_U = TypeVar("_U")
_Self = TypeVar("_Self", bound="AsyncItems[Any]")

AsyncToken = Union[str, Callable[[], Union[Optional[str], Awaitable[Optional[str]]]], None]
#: A payer that may be a coroutine function.
AsyncPayer = Callable[[PaymentChallenge], Union[Optional[Mapping[str, str]], Awaitable[Optional[Mapping[str, str]]]]]


class Threads:
    """The threads of one client."""

    def __init__(self) -> None:
        self._pool = concurrent.futures.ThreadPoolExecutor(MAX_THREADS, "onedoor")
        self._loop: Optional[asyncio.AbstractEventLoop] = None

    def submit(self, work: Callable[[], _T]) -> "concurrent.futures.Future[_T]":
        """Runs the work in a thread as soon as one is free."""
        self._loop = asyncio.get_running_loop()
        return self._pool.submit(contextvars.copy_context().run, work)

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


class AsyncCall:
    """One call of an AsyncClient: what it does in threads, one thing after the other."""

    def __init__(self, threads: Threads, settings: Settings, name: str, options: Optional[CallOptions]) -> None:
        given = options or CallOptions()
        self._threads = threads
        self._name = name
        self._timeout_s = settings.timeout_s_of(given)
        self._monotonic = settings.hooks.monotonic
        #: It follows the cancellation that the caller gave.
        self.turn = Turn(given.cancellation)
        self.options = replace(given, cancellation=self.turn)

    async def run(self, work: Callable[[], _T]) -> _T:
        """The outcome of the work. If the task is cancelled, so is the work.

        Raises OnedoorError ``timeout`` if no thread is free within the time limit, which counts from here.
        """
        self.turn.begun_at = self._monotonic()
        future = self._threads.submit(work)
        outcome = asyncio.wrap_future(future)
        # Work that has begun cannot be cancelled like this: it ends by its own limit.
        timer = asyncio.get_running_loop().call_later(self._timeout_s, future.cancel)
        forget = self.turn.watch(lambda: cast(None, future.cancel()))
        try:
            await asyncio.wait([outcome])
        except asyncio.CancelledError:
            outcome.cancel()
            self.turn.cancel()
            raise
        finally:
            timer.cancel()
            forget()
        if not outcome.cancelled():
            return outcome.result()
        if self.turn.cancelled:
            raise OnedoorError(f"{self._name} was cancelled.", code="cancelled", operation=self._name)
        message = f"{self._name} waited longer than {self._timeout_s:g} s for one of {MAX_THREADS} threads."
        raise OnedoorError(message, code="timeout", operation=self._name)


class AsyncItems(Generic[_T]):
    """An asynchronous iterator over what an iterator yields in a thread, closed at the end of an ``async with``."""

    def __init__(self, call: AsyncCall, begin: Callable[[], Closing[_T]]) -> None:
        self._call = call
        self._begin = begin
        self._items: Optional[Closing[_T]] = None
        #: Held while a thread iterates: an iterator cannot be closed meanwhile.
        self._lock = threading.Lock()

    def __aiter__(self: _Self) -> _Self:
        return self

    async def __anext__(self) -> _T:
        found = await self._call.run(lambda: self._alone(self._next))
        if not found:
            raise StopAsyncIteration
        return found[0]

    async def aclose(self) -> None:
        """Ends the connection."""
        self._call.turn.cancel()
        self._close_if_idle()

    async def __aenter__(self: _Self) -> _Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _alone(self, work: Callable[[], _U]) -> _U:
        try:
            with self._lock:
                return work()
        finally:
            if self._call.turn.cancelled:
                self._close_if_idle()

    def _next(self) -> List[_T]:
        if self._items is None:
            self._items = self._begin()
        for item in self._items:
            return [item]
        return []

    def _close_if_idle(self) -> None:
        """Closes what is open, without waiting for a thread: one that iterates does this when it is done."""
        if self._lock.acquire(blocking=False):
            try:
                if self._items:
                    self._items.close()
            finally:
                self._lock.release()


class AsyncEventStream(AsyncItems[Event]):
    """The events of a stream as they arrive, by the rules of EventStream: ``async with ... as events``."""


class AsyncDownload(AsyncItems[bytes]):
    """A body that is read as it arrives: iterate over its pieces, or ``read`` or ``save`` it, in an ``async with``."""

    def __init__(self, call: AsyncCall, download: Download) -> None:
        super().__init__(call, lambda: download)
        self._items = self._download = download
        self.status = download.status
        #: With names in lower case.
        self.headers = download.headers

    async def read(self) -> bytes:
        """All that is left."""
        return await self._call.run(lambda: self._alone(self._download.read))

    async def save(self, target: Union[str, "os.PathLike[str]", BinaryIO]) -> int:
        """Writes all that is left into an open binary file, or into a file at a path once it is complete.

        Returns the number of bytes.
        """
        return await self._call.run(lambda: self._alone(lambda: self._download.save(target)))


class AsyncTransport:
    """What the methods of ``AsyncClient`` call."""

    def __init__(self, threads: Threads, settings: Settings, operations: Mapping[str, Operation]) -> None:
        self._threads = threads
        self._settings = settings
        self._transport = Transport(settings, operations)

    async def answer(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Answer:
        call = self._call(name, options)
        return await call.run(lambda: self._transport.answer(name, args, call.options))

    async def result(self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]) -> Any:
        call = self._call(name, options)
        return await call.run(lambda: self._transport.result(name, args, call.options))

    async def entries(
        self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]
    ) -> AsyncIterator[Any]:
        call = self._call(name, options)
        pages = Closing(self._transport.pages(name, args, call.options))
        async for page in AsyncItems(call, lambda: pages):
            for entry in page:
                yield entry

    def events(
        self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]
    ) -> AsyncEventStream:
        call = self._call(name, options)
        return AsyncEventStream(call, lambda: self._transport.events(name, args, call.options))

    async def download(
        self, name: str, args: Mapping[str, Any], options: Optional[CallOptions]
    ) -> AsyncDownload:
        call = self._call(name, options)
        return AsyncDownload(call, await call.run(lambda: self._transport.download(name, args, call.options)))

    def close(self) -> None:
        """Lets the threads end. Calls after that are refused."""
        self._threads.close()

    def _call(self, name: str, options: Optional[CallOptions]) -> AsyncCall:
        return AsyncCall(self._threads, self._settings, name, options)
