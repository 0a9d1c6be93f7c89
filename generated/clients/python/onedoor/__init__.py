# Written by `npm run generate` from spec/. Do not edit.
"""Client for the Onedoor API 0.1.0. Standard library only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._rules import VERSION as __version__
from ._cancellation import Cancellation
from ._http import HttpReply, HttpRequest, Send
from ._streams import Download, Event, EventStream
from ._transport import Answer, CallOptions, Payer, PaymentChallenge, Token
from .client import Client
from .errors import ArgumentFault, OnedoorError

if TYPE_CHECKING:
    from ._threads import AsyncDownload, AsyncEventStream, AsyncPayer, AsyncToken
    from .async_client import AsyncClient

__all__ = [
    "Answer",
    "ArgumentFault",
    "AsyncClient",
    "AsyncDownload",
    "AsyncEventStream",
    "AsyncPayer",
    "AsyncToken",
    "CallOptions",
    "Cancellation",
    "Client",
    "Download",
    "Event",
    "EventStream",
    "HttpReply",
    "HttpRequest",
    "OnedoorError",
    "Payer",
    "PaymentChallenge",
    "Send",
    "Token",
    "__version__",
]


def __getattr__(name: str) -> Any:
    # Half of the time that the package takes to load is that of asyncio and its methods.
    if name in __all__:
        from . import _threads, async_client

        return getattr(async_client, name, None) or getattr(_threads, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
