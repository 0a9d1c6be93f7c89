"""Worlds of a sandbox for tests: each is a separate server with its own records, clock and faults."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import threading
from typing import Any, Dict, List, Optional
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from .client import Client

_TIMEOUT_S = 60
_lock = threading.Lock()
_started: Optional[str] = None


class SandboxError(Exception):
    """The sandbox refused a request, or could not be started."""


class World:
    """A new world; it is deleted at the end of a ``with``, or with ``delete()``.

    Attributes:
        name: Its name.
        base_url: Address of its API and pages.
        accounts: Its accounts, each with ``username``, ``password`` and ``token``.
        clock: Its clock.
        faults: Its faults.
    """

    def __init__(self, address: str, world: Dict[str, Any]) -> None:
        self.name: str = world["name"]
        self.base_url: str = world["base_url"]
        self.accounts: List[Dict[str, str]] = world["accounts"]
        self._own = f"{address}/sandbox/worlds/{self.name}"
        self.clock = Clock(self._own)
        self.faults = Faults(self._own)
        self.seeds = Seeds(self._own)

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

    def snapshot(self, name: str) -> None:
        """Keeps its present state under a name."""
        _request("POST", f"{self._own}/snapshots", {"name": name})

    def rewind(self, name: str) -> None:
        """Returns to a state that was kept."""
        _request("POST", f"{self._own}/snapshots/{quote(name, safe='')}/rewind", {})

    def delete(self) -> None:
        """Ends the world and deletes everything in it."""
        _request("DELETE", self._own)

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()


class Clock:
    """The clock of a world."""

    def __init__(self, world: str) -> None:
        self._address = f"{world}/clock"

    def get(self) -> Dict[str, Any]:
        """Its ``time``, and whether it is ``frozen``."""
        return _request("GET", self._address)

    def move(
        self, *, time: Optional[str] = None, advance: Optional[str] = None, frozen: Optional[bool] = None
    ) -> Dict[str, Any]:
        """Moves it, and does everything that is due by then. ``advance`` is a duration such as ``PT2H``."""
        return _request("POST", self._address, _given(time=time, advance=advance, frozen=frozen))

    def advance(self, duration: str) -> Dict[str, Any]:
        """Advances it by a duration such as ``PT2H`` or ``P3D``."""
        return self.move(advance=duration)


class Faults:
    """The faults of a world."""

    def __init__(self, world: str) -> None:
        self._address = f"{world}/faults"

    def add(self, kind: str, **fault: Any) -> Dict[str, Any]:
        """Adds a fault: ``add("status", status=429, method="notes.add", times=1)``."""
        return _request("POST", self._address, {"kind": kind, **fault})

    def clear(self) -> None:
        """Removes all."""
        _request("DELETE", self._address)


class Seeds:
    """The seed of a world."""

    def __init__(self, world: str) -> None:
        self._address = f"{world}/seed"

    def results(self) -> Dict[str, Any]:
        """What its calls have returned, such as the ids of the records, in ``results``."""
        return _request("GET", f"{self._address}/results")


def create_sandbox(
    address: Optional[str] = None,
    *,
    clock: Optional[str] = None,
    frozen: Optional[bool] = None,
    seed: Optional[str] = None,
    document: Optional[Dict[str, Any]] = None,
) -> World:
    """A new world of a sandbox, for one test.

    Args:
        address: Of a running sandbox; that in ONEDOOR_SANDBOX if not given. Without one, the command ``onedoor`` starts a
            sandbox that ends with this process.
        clock: Time at which its clock starts, RFC 3339; by default the time of the sandbox.
        frozen: Whether its clock stands still until it is moved.
        seed: Name of a ready seed that it starts from.
        document: Seed that it starts from, instead of a ready one.

    Raises:
        SandboxError: If the sandbox refuses it, or cannot be started.
    """
    address = (address or os.environ.get("ONEDOOR_SANDBOX") or _running()).rstrip("/")
    options = _given(clock=clock, frozen=frozen, seed=seed, document=document)
    return World(address, _request("POST", f"{address}/sandbox/worlds", options))


def _given(**values: Any) -> Dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


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


def _request(method: str, address: str, body: Optional[Dict[str, Any]] = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urlopen(request, timeout=_TIMEOUT_S) as response:
            text = response.read()
    except HTTPError as failure:
        raise SandboxError(f"{method} {address} returned {failure.code}: {failure.read().decode()}") from None
    return json.loads(text) if text else None
