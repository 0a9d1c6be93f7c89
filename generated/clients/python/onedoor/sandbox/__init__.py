# Written by `npm run generate` from spec/. Do not edit.
"""Worlds of a sandbox for tests: each is a separate server with its own records, clock and faults."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Optional

from .._calls import Transport
from .._rules import RETRIES
from .._transport import Settings
from ..client import Client
from ._operations import OPERATIONS
from ._sandbox import Worlds
from ._world import Families

if TYPE_CHECKING:
    from . import types as t

#: Moving the clock of a world does all that is due by then.
_TIMEOUT_S = 300
_lock = threading.Lock()
_started: Optional[str] = None


class SandboxError(Exception):
    """The sandbox could not be started, or refused a recording."""


class World(Families):
    """A new world; it is deleted at the end of a ``with``, or with ``delete()``.

    Its attributes are the families of its calls, such as ``clock`` and ``faults``. A call that fails raises OnedoorError.

    Attributes:
        name: Its name.
        base_url: Address of its API and pages.
        accounts: Its accounts, each with ``username``, ``password`` and ``token``.
    """

    def __init__(self, address: str, worlds: Worlds, world: t.World) -> None:
        self.name = world["name"]
        self.base_url = world["base_url"]
        self.accounts = world["accounts"]
        self._worlds = worlds
        self._own = f"{address}/sandbox/worlds/{self.name}"
        super().__init__(_transport(self._own))

    def client(self, username: Optional[str] = None) -> Client:
        """A client of an account; of none without a username.

        Raises:
            ValueError: For a username that the world does not have.
        """
        if username is None:
            return Client(self.base_url)
        for account in self.accounts:
            if account["username"] == username:
                return Client(self.base_url, account["token"])
        known = ", ".join(account["username"] for account in self.accounts)
        raise ValueError(f"The world has no account {username}. Its accounts: {known}")

    def recording(self, format: str) -> str:
        """What its callers did, as ``arazzo``, ``typescript``, ``python``, ``go`` or ``seed``.

        Raises:
            SandboxError: If the sandbox refuses it.
            OSError: If it cannot be reached.
        """
        query = urllib.parse.urlencode({"format": format})
        try:
            with urllib.request.urlopen(f"{self._own}/recording?{query}", timeout=_TIMEOUT_S) as response:
                return response.read().decode()
        except urllib.error.HTTPError as failure:
            raise SandboxError(failure.read().decode()) from None

    def delete(self) -> None:
        """Ends the world and deletes everything in it."""
        self._worlds.delete(name=self.name)

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()


def create_sandbox(
    address: Optional[str] = None,
    *,
    name: Optional[str] = None,
    clock: Optional[str] = None,
    frozen: Optional[bool] = None,
    seed: Optional[str] = None,
    document: Optional[t.Seed] = None,
) -> World:
    """A new world of a sandbox, for one test.

    Args:
        address: Of a running sandbox; that in ONEDOOR_SANDBOX if not given. Without one, the command ``onedoor`` starts a
            sandbox that ends with this process.
        name: Its name; a random one if not given.
        clock: Time at which its clock starts, RFC 3339; by default the time of the sandbox.
        frozen: Whether its clock stands still until it is moved.
        seed: Name of a ready seed that it starts from.
        document: Seed that it starts from, instead of a ready one.

    Raises:
        OnedoorError: If the sandbox refuses it, or cannot be reached.
        SandboxError: If it cannot be started.
    """
    address = (address or os.environ.get("ONEDOOR_SANDBOX") or _running()).rstrip("/")
    worlds = Worlds(_transport(address))
    return World(
        address, worlds, worlds.create(name=name, clock=clock, frozen=frozen, seed=seed, document=document)
    )


def _transport(address: str) -> Transport:
    return Transport(Settings.of(address, None, _TIMEOUT_S, RETRIES, None, None, None, None), OPERATIONS)


def _running() -> str:
    global _started
    with _lock:
        if _started is None:
            _started = _start()
        return _started


def _start() -> str:
    try:
        # Its input ends with this process, even if that is killed.
        process = subprocess.Popen(
            ["onedoor", "sandbox", "--port", "0", "--json", "--until-input-ends"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
    except FileNotFoundError:
        raise SandboxError(
            "There is no command onedoor to start a sandbox with. Install it, or set ONEDOOR_SANDBOX to the address of one."
        ) from None
    atexit.register(process.terminate)
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise SandboxError(f"onedoor sandbox ended with exit code {process.wait()}.")
    return json.loads(line)["url"]
