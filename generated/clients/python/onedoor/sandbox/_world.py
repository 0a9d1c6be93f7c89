# Written by `npm run generate` from spec/. Do not edit.
"""The methods of every family. Arguments are passed by name; None is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Dict, List, Literal, Optional, cast

from .._calls import Transport
from .._transport import CallOptions

if TYPE_CHECKING:
    from . import types as t


class _Family:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Calls(_Family):

    def list(
        self,
        *,
        method: Optional[str] = None,
        status: Optional[int] = None,
        before: Optional[int] = None,
        limit: Optional[int] = None,
        call: Optional[CallOptions] = None,
    ) -> t.RecordedCalls:
        """Lists the calls of a world, from all doors. Tokens are never kept.

        Args:
            method: Operation, for example `notes.add`. (maxLength 100)
            status: Status of the response. (minimum 100, maximum 599)
            before: Calls with a smaller number only. (minimum 1)
            limit: How many at most; 100 by default. (minimum 1, maximum 1000)
        """
        return cast("t.RecordedCalls", self._transport.result("calls.list", {"method": method, "status": status, "before": before, "limit": limit}, call))

    def list_all(
        self,
        *,
        method: Optional[str] = None,
        status: Optional[int] = None,
        before: Optional[int] = None,
        limit: Optional[int] = None,
        call: Optional[CallOptions] = None,
    ) -> Iterator[t.RecordedCall]:
        """Every entry of ``list`` from the page that the arguments name on, fetching further pages as needed."""
        return cast("Iterator[t.RecordedCall]", self._transport.entries("calls.list", {"method": method, "status": status, "before": before, "limit": limit}, call))


class Clock(_Family):

    def get(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> t.ClockReading:
        """Reads the clock of a world."""
        return cast("t.ClockReading", self._transport.result("clock.get", {}, call))

    def move(
        self,
        *,
        time: Optional[str] = None,
        advance: Optional[str] = None,
        frozen: Optional[bool] = None,
        call: Optional[CallOptions] = None,
    ) -> t.ClockMoved:
        """Moves the clock of a world, and waits until everything that is due by then is done: in order, each at its own time.
        Upkeep that recurs every hour or more often runs once for all the times that were missed. Without a time and a duration
        the clock stays, and only what is due now is done. The clock cannot be set back.

        Args:
            time: Time to set it to. (maxLength 40)
            advance: Duration by which to advance it, as ISO 8601 has it: `PT2H`, `P3D`, `P1M`. Months are those of the calendar in UTC. (maxLength 80)
            frozen: Whether it then stands still; as before if it is left out.
        """
        return cast("t.ClockMoved", self._transport.result("clock.move", {"time": time, "advance": advance, "frozen": frozen}, call))


class Deliveries(_Family):

    def list(
        self,
        *,
        kind: Optional[t.DeliveryKind] = None,
        to: Optional[str] = None,
        call: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """Lists what the world has sent, newest first: mail to outside addresses, SMS and WhatsApp messages, notifications and
        payments. The last 500 are stored, and at most 4 MiB.

        Args:
            kind: Only those of this kind.
            to: Only those to this recipient. (maxLength 320)
        """
        return cast("Dict[str, Any]", self._transport.result("deliveries.list", {"kind": kind, "to": to}, call))


class Faults(_Family):

    def list(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """Lists the faults of a world in the order in which they were added. They are tried in this order: a call is delayed by
        each that delays it, and fails with the first that makes it fail.

        A single request can ask for a documented response without any of them, as with Prism: `Prefer: code=429`,
        `Prefer: code=400, example=not_found`. It may be a success, of which the example in the document is returned.
        """
        return cast("Dict[str, Any]", self._transport.result("faults.list", {}, call))

    def add(
        self,
        *,
        kind: t.FaultKind,
        method: Optional[str] = None,
        after: Optional[int] = None,
        times: Optional[int] = None,
        status: Optional[int] = None,
        example: Optional[str] = None,
        retry_after_s: Optional[int] = None,
        ms: Optional[int] = None,
        spread_ms: Optional[int] = None,
        bytes: Optional[int] = None,
        provider: Optional[str] = None,
        call: Optional[CallOptions] = None,
    ) -> t.Fault:
        """Adds a fault to a world. It has at most 50.

        Args:
            kind: What goes wrong.
            method: Id of the operation in the API document, such as `notes.add`, `url.create` or `doors.chat_stream`; `*` for every method, or with `cut` and `stall` for every response. (default "*", maxLength 100)
            after: How many calls pass before the fault begins. (default 0, minimum 0, maximum 1000000)
            times: How many calls it applies to; all if it is left out. (minimum 1, maximum 1000000)
            status: With `status`: the HTTP status. The operation has to document it. (minimum 200, maximum 599)
            example: With `status`: the name of the documented example, where a status has several, such as `not_found`. (maxLength 100)
            retry_after_s: With `status` 429: the seconds to wait, in `Retry-After`. (minimum 1, maximum 86400)
            ms: With `latency`: how many milliseconds longer it takes. With `provider`: how slow it is; down if it is left out. (minimum 0, maximum 30000)
            spread_ms: With `latency`: by how many milliseconds it varies, up and down. What is drawn depends on the name of the world and on the order of faults and calls, so that a run can be repeated. (minimum 0, maximum 30000)
            bytes: With `cut` and `stall`: how many bytes of the body, or of the frames of a WebSocket, are sent. With 0 not even the head is sent. (minimum 0, maximum 1000000000)
            provider: With `provider`: its name, such as `open-meteo`; `*` for all. (maxLength 100)
        """
        return cast("t.Fault", self._transport.result("faults.add", {"kind": kind, "method": method, "after": after, "times": times, "status": status, "example": example, "retry_after_s": retry_after_s, "ms": ms, "spread_ms": spread_ms, "bytes": bytes, "provider": provider}, call))

    def clear(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> None:
        """Removes all faults of a world."""
        return cast("None", self._transport.result("faults.clear", {}, call))

    def remove(
        self,
        *,
        id: str,
        call: Optional[CallOptions] = None,
    ) -> None:
        """Removes a fault.

        Args:
            id: Its id. (maxLength 100)
        """
        return cast("None", self._transport.result("faults.remove", {"id": id}, call))


class Mail(_Family):

    def bring(
        self,
        *,
        to: str,
        from_: str,
        subject: Optional[str] = None,
        text: Optional[str] = None,
        html: Optional[str] = None,
        raw: Optional[str] = None,
        verified: Optional[bool] = None,
        call: Optional[CallOptions] = None,
    ) -> None:
        """Brings a mail from outside to an account of the world, as a mail server would. Give either `raw` or `text`.

        Args:
            to: Username of the account, with a tag if you like: `ada+orders`. (maxLength 320)
            from_: Address of the sender. (maxLength 320)
            subject: Subject. (maxLength 1000)
            text: Text. (maxLength 1000000)
            html: HTML. (maxLength 1000000)
            raw: The whole message in the format of RFC 5322. (maxLength 3000000)
            verified: Whether the sender counts as verified. (default True)
        """
        return cast("None", self._transport.result("mail.bring", {"to": to, "from": from_, "subject": subject, "text": text, "html": html, "raw": raw, "verified": verified}, call))


class Messages(_Family):

    def bring(
        self,
        *,
        from_: str,
        text: str,
        channel: Optional[Literal["sms", "whatsapp"]] = None,
        call: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """Brings an SMS or WhatsApp message to the account that has the sender's number, or wrote to it last.

        Args:
            from_: Phone number of the sender in international format. (maxLength 16)
            text: Text. (maxLength 1600)
            channel: How it comes. (default "sms")
        """
        return cast("Dict[str, Any]", self._transport.result("messages.bring", {"from": from_, "text": text, "channel": channel}, call))


class Model(_Family):

    def get(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> t.ModelScript:
        """Returns what the language model of the world answers."""
        return cast("t.ModelScript", self._transport.result("model.get", {}, call))

    def set(
        self,
        *,
        rules: List[t.ModelRule],
        call: Optional[CallOptions] = None,
    ) -> t.ModelScript:
        """Sets what the language model of the world answers, instead of what was set before. A user's message can also contain
        its answer, which comes before all rules: `[[reply: Yes, it is open.]]`.

        Args:
            rules: Rules. The first that applies decides; without any, the model answers with an example in the expected form. (maxItems 100)
        """
        return cast("t.ModelScript", self._transport.result("model.set", {"rules": rules}, call))


class Seeds(_Family):

    def results(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """Returns what the calls of the world's seed have returned, such as the ids of its records: of those calls that changed
        something or have a name, in the order in which they were made. It is the same order in each world that starts from the
        seed.
        """
        return cast("Dict[str, Any]", self._transport.result("seeds.results", {}, call))


class Snapshots(_Family):

    def list(
        self,
        *,
        call: Optional[CallOptions] = None,
    ) -> Dict[str, Any]:
        """Lists the snapshots of a world, oldest first."""
        return cast("Dict[str, Any]", self._transport.result("snapshots.list", {}, call))

    def take(
        self,
        *,
        name: str,
        call: Optional[CallOptions] = None,
    ) -> t.Snapshot:
        """Takes a snapshot of a world: its records, files, jobs, clock and faults. Calls that are running can be in it or not. A
        world has at most ten, of 64 MiB together.

        Args:
            name: Name. (maxLength 63)
        """
        return cast("t.Snapshot", self._transport.result("snapshots.take", {"name": name}, call))

    def delete(
        self,
        *,
        snapshot: str,
        call: Optional[CallOptions] = None,
    ) -> None:
        """Deletes a snapshot.

        Args:
            snapshot: Name of the snapshot. (maxLength 63)
        """
        return cast("None", self._transport.result("snapshots.delete", {"snapshot": snapshot}, call))

    def rewind(
        self,
        *,
        snapshot: str,
        call: Optional[CallOptions] = None,
    ) -> t.Snapshot:
        """Puts a world back to a snapshot, with its clock. Open streams and running calls end; calls that arrive meanwhile wait.
        The snapshot remains.

        Args:
            snapshot: Name of the snapshot. (maxLength 63)
        """
        return cast("t.Snapshot", self._transport.result("snapshots.rewind", {"snapshot": snapshot}, call))


class Families:
    """What is done with a world, by family."""

    def __init__(self, transport: Transport) -> None:
        self.calls = Calls(transport)
        self.clock = Clock(transport)
        self.deliveries = Deliveries(transport)
        self.faults = Faults(transport)
        self.mail = Mail(transport)
        self.messages = Messages(transport)
        self.model = Model(transport)
        self.seeds = Seeds(transport)
        self.snapshots = Snapshots(transport)
