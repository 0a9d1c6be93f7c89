# Written by `npm run generate` from spec/. Do not edit.
"""Ends calls early: when their time is up, and when they are cancelled."""

from __future__ import annotations

import itertools
import socket
import threading
from typing import Callable, Dict, Optional


class Cancelled(Exception):
    """Raised inside a call that was cancelled; the caller gets an OnedoorError."""


class Cancellation:
    """Cancels calls from another thread: give it to them as ``CallOptions(cancellation=...)``, then call ``cancel``.

    A cancelled call raises OnedoorError ``cancelled`` at once, also while it waits for the server or for a repeat.
    """

    def __init__(self, parent: Optional[Cancellation] = None) -> None:
        """``parent`` cancels what this object cancels as well."""
        self._parent = parent
        self._is_over = False
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._watchers: Dict[int, Callable[[], None]] = {}

    @property
    def cancelled(self) -> bool:
        return self._is_over or (self._parent is not None and self._parent.cancelled)

    def cancel(self) -> None:
        """Ends the calls that have this object now, and those that get it later. May be called more than once."""
        with self._lock:
            self._is_over = True
            watchers = list(self._watchers.values())
            self._watchers.clear()
        for end in watchers:
            end()

    def watch(self, end: Callable[[], None]) -> Callable[[], None]:
        """Calls ``end`` on cancellation, from the thread that cancels; at once if that is over. Returns a function that
        takes it back.
        """
        forget_parent = self._parent.watch(end) if self._parent else None
        with self._lock:
            number = next(self._numbers)
            is_over = self._is_over
            if not is_over:
                self._watchers[number] = end
        if is_over:
            end()

        def forget() -> None:
            if forget_parent:
                forget_parent()
            with self._lock:
                self._watchers.pop(number, None)

        return forget


class Turn(Cancellation):
    """Cancels one call of an ``AsyncClient``, which may have to wait for a thread."""

    #: When the call, or the part of it that is running now, was asked for.
    begun_at: Optional[float] = None


class Limit:
    """When a call has to end."""

    def __init__(
        self,
        timeout_s: float,
        monotonic: Callable[[], float],
        sleep: Optional[Callable[[float], None]],
        cancellation: Cancellation,
    ) -> None:
        self.timeout_s = timeout_s
        self._monotonic = monotonic
        self._sleep = sleep
        self._cancellation = cancellation
        begun_at = cancellation.begun_at if isinstance(cancellation, Turn) else None
        self._ends_at = (monotonic() if begun_at is None else begun_at) + timeout_s

    def restart(self) -> None:
        """Gives the call its whole time again, from now."""
        self._ends_at = self._monotonic() + self.timeout_s

    def left_s(self) -> float:
        """Seconds left, more than 0. Raises Cancelled, or TimeoutError if none are."""
        self.check()
        left = self._ends_at - self._monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        return left

    @property
    def is_cancelled(self) -> bool:
        return self._cancellation.cancelled

    def check(self) -> None:
        """Raises Cancelled if the call was cancelled."""
        if self.is_cancelled:
            raise Cancelled

    def allows(self, seconds: float) -> bool:
        """Whether the call's time is not up after so many seconds."""
        return self._monotonic() + seconds < self._ends_at

    def pause(self, seconds: float) -> None:
        """Waits. Raises Cancelled as soon as the call is cancelled."""
        self.check()
        if self._sleep:
            self._sleep(seconds)
        else:
            over = threading.Event()
            forget = self.on_cancel(over.set)
            over.wait(seconds)
            forget()
        self.check()

    def on_cancel(self, end: Callable[[], None]) -> Callable[[], None]:
        """Calls ``end`` from another thread if the call is cancelled. Returns a function that takes it back."""
        return self._cancellation.watch(end)
