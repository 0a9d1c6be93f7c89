# Written by `npm run generate` from spec/. Do not edit.
"""The client for asyncio. Its module ``_threads`` says how it waits without blocking the loop."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from . import async_families as families
from ._http import Send
from ._operations import OPERATIONS
from ._rules import RETRIES, TIMEOUT_S
from ._threads import AsyncPayer, AsyncToken, AsyncTransport, Threads
from ._transport import Answer, CallOptions, Hooks, Settings


class AsyncClient:
    """A client for one server and one event loop: ``await client.notes.add(title="x", text="y")``.

    A call that fails raises OnedoorError. Cancelling its task ends the call. The client is closed at the end of an
    ``async with``.

    Args:
        base_url: Address of the server, such as ``https://onedoor.example``. Its path becomes a prefix.
        token: API token, or a function that returns one, which may be a coroutine function; it is called before every
            attempt. Without one, calls are anonymous.
        timeout_s: Seconds a call may take, its repeats and the waits between them included.
        retries: How often a failed call is repeated at most.
        headers: Headers sent with every call.
        pay: Pays for calls that return 402. Without it they raise ``payment_required``.
        send: Sends the requests instead of the standard library. It is called in threads.

    Raises:
        ValueError: For invalid options, such as a relative ``base_url``.
    """

    def __init__(
        self,
        base_url: str,
        token: AsyncToken = None,
        *,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        pay: Optional[AsyncPayer] = None,
        send: Optional[Send] = None,
        _hooks: Optional[Hooks] = None,
    ) -> None:
        threads = Threads()
        token, pay = threads.in_loop(token), threads.in_loop(pay)
        settings = Settings.of(base_url, token, timeout_s, retries, headers, pay, send, _hooks)
        self._transport = AsyncTransport(threads, settings, OPERATIONS)
        self.payments = families.AsyncPayments(self._transport)
        self.agent = families.AsyncAgent(self._transport)
        self.apps = families.AsyncApps(self._transport)
        self.archive = families.AsyncArchive(self._transport)
        self.blog = families.AsyncBlog(self._transport)
        self.bookmarks = families.AsyncBookmarks(self._transport)
        self.browser = families.AsyncBrowser(self._transport)
        self.calls = families.AsyncCalls(self._transport)
        self.chat = families.AsyncChat(self._transport)
        self.contacts = families.AsyncContacts(self._transport)
        self.docs = families.AsyncDocs(self._transport)
        self.events = families.AsyncEvents(self._transport)
        self.files = families.AsyncFiles(self._transport)
        self.flights = families.AsyncFlights(self._transport)
        self.food = families.AsyncFood(self._transport)
        self.groups = families.AsyncGroups(self._transport)
        self.hazards = families.AsyncHazards(self._transport)
        self.images = families.AsyncImages(self._transport)
        self.islam = families.AsyncIslam(self._transport)
        self.mail = families.AsyncMail(self._transport)
        self.maps = families.AsyncMaps(self._transport)
        self.markets = families.AsyncMarkets(self._transport)
        self.news = families.AsyncNews(self._transport)
        self.notes = families.AsyncNotes(self._transport)
        self.notify = families.AsyncNotify(self._transport)
        self.places = families.AsyncPlaces(self._transport)
        self.prayer = families.AsyncPrayer(self._transport)
        self.recall = families.AsyncRecall(self._transport)
        self.routes = families.AsyncRoutes(self._transport)
        self.shell = families.AsyncShell(self._transport)
        self.sms = families.AsyncSms(self._transport)
        self.social = families.AsyncSocial(self._transport)
        self.stream = families.AsyncStream(self._transport)
        self.tasks = families.AsyncTasks(self._transport)
        self.text = families.AsyncText(self._transport)
        self.inbox = families.AsyncInbox(self._transport)
        self.url = families.AsyncUrl(self._transport)
        self.work = families.AsyncWork(self._transport)

    async def call(
        self, operation: str, args: Optional[Mapping[str, Any]] = None, call: Optional[CallOptions] = None
    ) -> Answer:
        """A call by the operation's name for its status, headers and whole body; a failing status raises nothing.

        Raises:
            KeyError: For a name that no operation has.
            OnedoorError: ``network``, ``timeout`` or ``cancelled`` if no response arrives.
        """
        return await self._transport.answer(operation, args or {}, call)

    async def aclose(self) -> None:
        """Lets the client's threads end. Calls after that are refused with RuntimeError."""
        self._transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
