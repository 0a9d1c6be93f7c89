# Written by `npm run generate` from spec/. Do not edit.
"""The client whose calls return when they are done."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from . import families
from ._calls import Transport
from ._http import Send
from ._operations import OPERATIONS
from ._rules import RETRIES, TIMEOUT_S
from ._transport import Answer, CallOptions, Hooks, Payer, Settings, Token


class Client:
    """A client for one server: ``client.notes.add(title="x", text="y")``. Threads may share it.

    A call that fails raises OnedoorError.

    Args:
        base_url: Address of the server, such as ``https://onedoor.example``. Its path becomes a prefix.
        token: API token, or a function that returns one; it is called before every attempt. Without one, calls are anonymous.
        timeout_s: Seconds a call may take, its repeats and the waits between them included.
        retries: How often a failed call is repeated at most.
        headers: Headers sent with every call.
        pay: Pays for calls that return 402. Without it they raise ``payment_required``.
        send: Sends the requests instead of the standard library.

    Raises:
        ValueError: For invalid options, such as a relative ``base_url``.
    """

    def __init__(
        self,
        base_url: str,
        token: Token = None,
        *,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        pay: Optional[Payer] = None,
        send: Optional[Send] = None,
        _hooks: Optional[Hooks] = None,
    ) -> None:
        settings = Settings.of(base_url, token, timeout_s, retries, headers, pay, send, _hooks)
        self._transport = Transport(settings, OPERATIONS)
        self.payments = families.Payments(self._transport)
        self.agent = families.Agent(self._transport)
        self.apps = families.Apps(self._transport)
        self.archive = families.Archive(self._transport)
        self.blog = families.Blog(self._transport)
        self.bookmarks = families.Bookmarks(self._transport)
        self.browser = families.Browser(self._transport)
        self.calls = families.Calls(self._transport)
        self.chat = families.Chat(self._transport)
        self.contacts = families.Contacts(self._transport)
        self.docs = families.Docs(self._transport)
        self.events = families.Events(self._transport)
        self.files = families.Files(self._transport)
        self.flights = families.Flights(self._transport)
        self.food = families.Food(self._transport)
        self.groups = families.Groups(self._transport)
        self.hazards = families.Hazards(self._transport)
        self.images = families.Images(self._transport)
        self.islam = families.Islam(self._transport)
        self.mail = families.Mail(self._transport)
        self.maps = families.Maps(self._transport)
        self.markets = families.Markets(self._transport)
        self.news = families.News(self._transport)
        self.notes = families.Notes(self._transport)
        self.notify = families.Notify(self._transport)
        self.places = families.Places(self._transport)
        self.prayer = families.Prayer(self._transport)
        self.recall = families.Recall(self._transport)
        self.routes = families.Routes(self._transport)
        self.shell = families.Shell(self._transport)
        self.sms = families.Sms(self._transport)
        self.social = families.Social(self._transport)
        self.stream = families.Stream(self._transport)
        self.tasks = families.Tasks(self._transport)
        self.text = families.Text(self._transport)
        self.inbox = families.Inbox(self._transport)
        self.url = families.Url(self._transport)
        self.work = families.Work(self._transport)

    def call(
        self, operation: str, args: Optional[Mapping[str, Any]] = None, call: Optional[CallOptions] = None
    ) -> Answer:
        """A call by the operation's name for its status, headers and whole body; a failing status raises nothing.

        Raises:
            KeyError: For a name that no operation has.
            OnedoorError: ``network``, ``timeout`` or ``cancelled`` if no response arrives.
        """
        return self._transport.answer(operation, args or {}, call)
