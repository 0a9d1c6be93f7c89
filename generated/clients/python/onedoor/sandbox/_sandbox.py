# Written by `npm run generate` from spec/. Do not edit.
"""The methods of every family. Arguments are passed by name; None is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, cast

from .._calls import Transport
from .._transport import CallOptions

if TYPE_CHECKING:
    from . import types as t


class _Family:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Seeds(_Family):

    def list(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """Lists the ready seeds."""
        return cast("Dict[str, Any]", self._transport.result("seeds.list", {}, call))


class Worlds(_Family):

    def list(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """Lists the worlds, those used last first. A sandbox that is open to everyone does not list them: who knows the name of a
        world may use it.
        """
        return cast("Dict[str, Any]", self._transport.result("worlds.list", {}, call))

    def create(
        self,
        *,
        name: Optional[str] = None,
        clock: Optional[str] = None,
        frozen: Optional[bool] = None,
        seed: Optional[str] = None,
        document: Optional[t.Seed] = None,
        call: Optional[CallOptions] = None,
    ) -> t.World:
        """Creates a world. Without a name it gets a random one; a sandbox that is open to everyone gives no other.

        Args:
            name: Name; a random one if it is left out. (maxLength 63)
            clock: Time at which its clock starts; by default the time of the sandbox.
            frozen: Whether its clock stands still until it is moved. (default False)
            seed: Ready seed that it starts from; by default that of the sandbox. (maxLength 63)
            document: Seed that it starts from, instead of a ready one.
        """
        return cast("t.World", self._transport.result("worlds.create", {"name": name, "clock": clock, "frozen": frozen, "seed": seed, "document": document}, call))

    def get(
        self,
        *,
        name: str,
        call: Optional[CallOptions] = None,
    ) -> t.World:
        """Gets a world. Creates it if its name is new, unless the sandbox is open to everyone.

        Args:
            name: Name of the world. (maxLength 63)
        """
        return cast("t.World", self._transport.result("worlds.get", {"name": name}, call))

    def delete(
        self,
        *,
        name: str,
        call: Optional[CallOptions] = None,
    ) -> None:
        """Ends a world and deletes everything in it.

        Args:
            name: Name of the world. (maxLength 63)
        """
        return cast("None", self._transport.result("worlds.delete", {"name": name}, call))
