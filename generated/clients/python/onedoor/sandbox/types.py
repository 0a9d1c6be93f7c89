# Written by `npm run generate` from spec/. Do not edit.
"""Results of methods: dictionaries as in JSON, with the types of their fields."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict


# What something sent was.
DeliveryKind = Literal["mail", "sms", "whatsapp", "push", "payment"]


# What goes wrong.
FaultKind = Literal["status", "latency", "cut", "stall", "provider"]


class World(TypedDict):
    """World."""

    # Name.
    name: str
    # Address of its API and pages. Nothing else is needed to reach it: no header, no cookie.
    base_url: str
    # Time of its clock.
    time: str
    # Whether the clock stands still until it is moved.
    frozen: bool
    # Accounts that it started with.
    accounts: List[SandboxAccount]
    # Tokens of its seed with fewer rights.
    tokens: List[SandboxToken]
    # Name of the seed that it started from.
    seed: str


class Seed(TypedDict, total=False):
    """What a world starts with: accounts, tokens, and calls that are made in order."""

    # Time of the world's clock when all calls have been made; by default the time of the sandbox.
    clock: str
    # Accounts, besides those that every world starts with.
    accounts: List[SeedAccount]
    # Tokens with fewer rights.
    tokens: List[SeedToken]
    # Calls, at most 2,000 with all repeats.
    calls: List[SeedCall]


class _RecordedCallsRequired(TypedDict):
    # Calls, the latest first.
    calls: List[RecordedCall]
    # How many of the oldest calls are no longer kept: a world keeps 1,000 calls and 4 MiB.
    dropped: int


class RecordedCalls(_RecordedCallsRequired, total=False):
    """Page of recorded calls."""

    # Value of `before` for the next page; missing on the last one.
    next_before: int


class _RecordedCallRequired(TypedDict):
    # Its number in the world, from 1.
    id: int
    # Status of the response over HTTP.
    status: int
    # What is not kept, because it is larger than 64 kB or was sent as a stream.
    left_out: List[Literal["arguments", "result"]]
    # Time of the world's clock at its end.
    time: str
    # Duration in milliseconds.
    duration_ms: float


class RecordedCall(_RecordedCallRequired, total=False):
    """Call that was made in a world."""

    # Operation, for example `notes.add`; missing if the request named none.
    method: str
    # Where it came in. `agent` is the agent or its background work.
    door: Literal["http", "cli", "gateway", "grpc", "mcp", "pages", "agent"]
    # Username of the account that it was made for; missing without one.
    caller: str
    # Arguments as they were read, with their defaults; missing if the call ended before that.
    arguments: Dict[str, Any]
    # Code of the failure; missing for a success.
    code: str
    # Body of the response over HTTP.
    result: Any


class _ClockReadingRequired(TypedDict):
    # Its time.
    time: str
    # Whether it stands still until it is moved.
    frozen: bool


class ClockReading(_ClockReadingRequired, total=False):
    """Clock of a world."""

    # Time at which something is due next, such as a reminder, a retry or a daily schedule; missing if nothing is. Upkeep that
    # recurs every hour or more often does not count.
    next: str


class _ClockMovedRequired(TypedDict):
    # Its time.
    time: str
    # Whether it stands still until it is moved.
    frozen: bool
    # How many jobs ran because of the move.
    jobs: int
    # Whether something was due at more than 1,000 times on the way. The rest was then done once at the end, as after an
    # outage.
    cut_short: bool


class ClockMoved(_ClockMovedRequired, total=False):
    """Clock after a move."""

    # Time at which something is due next, such as a reminder, a retry or a daily schedule; missing if nothing is. Upkeep that
    # recurs every hour or more often does not count.
    next: str


class _FaultRequired(TypedDict):
    # What goes wrong.
    kind: FaultKind
    # Id within the world.
    id: str
    # How many calls it has applied to.
    applied: int


class Fault(_FaultRequired, total=False):
    """Fault of a world."""

    # Id of the operation in the API document, such as `notes.add`, `url.create` or `doors.chat_stream`; `*` for every method,
    # or with `cut` and `stall` for every response.
    method: str
    # How many calls pass before the fault begins.
    after: int
    # How many calls it applies to; all if it is left out.
    times: int
    # With `status`: the HTTP status. The operation has to document it.
    status: int
    # With `status`: the name of the documented example, where a status has several, such as `not_found`.
    example: str
    # With `status` 429: the seconds to wait, in `Retry-After`.
    retry_after_s: int
    # With `latency`: how many milliseconds longer it takes. With `provider`: how slow it is; down if it is left out.
    ms: int
    # With `latency`: by how many milliseconds it varies, up and down. What is drawn depends on the name of the world and on
    # the order of faults and calls, so that a run can be repeated.
    spread_ms: int
    # With `cut` and `stall`: how many bytes of the body, or of the frames of a WebSocket, are sent. With 0 not even the head is
    # sent.
    bytes: int
    # With `provider`: its name, such as `open-meteo`; `*` for all.
    provider: str


class ModelScript(TypedDict):
    """What the language model of a world answers."""

    # Rules. The first that applies decides; without any, the model answers with an example in the expected form.
    rules: List[ModelRule]


class ModelRule(TypedDict, total=False):
    """Rule for what the language model answers."""

    # Text in the last message of the user or in the instructions for which the rule applies. Without it, it always applies.
    when: str
    # Answer: text, or a JSON value for a method that needs one.
    reply: Any
    # Calls of tools. They are made once; with their results the model is asked again, and then replies.
    tools: List[Dict[str, Any]]


class Snapshot(TypedDict):
    """Snapshot of a world."""

    # Name.
    name: str
    # Time of the world's clock when it was taken.
    time: str
    # Its size in bytes.
    bytes: int


class SandboxAccount(TypedDict):
    """Account that a world starts with."""

    # Username.
    username: str
    # Password for its pages.
    password: str
    # Token for all services and areas, with actions. It is valid in each world.
    token: str


class SandboxToken(TypedDict):
    """Token of a seed."""

    # Name in the seed.
    name: str
    # Username of its account.
    account: str
    # Its secret.
    token: str


class _SeedAccountRequired(TypedDict):
    # Username, by which calls name it.
    username: str


class SeedAccount(_SeedAccountRequired, total=False):
    """Account of a seed, besides those that every world starts with."""

    # Password for its pages.
    password: str


class _SeedTokenRequired(TypedDict):
    # Name of the token, by which calls name it. No account has this name.
    name: str
    # Username of its account.
    account: str


class SeedToken(_SeedTokenRequired, total=False):
    """Token of a seed, with its rights. Each account also has a token for everything."""

    # Services that it can use: `notes`, or `all`.
    services: List[str]
    # Areas of the product that it can use.
    capabilities: List[Literal["agent", "inbox", "work"]]
    # Whether it can change anything, or only read.
    actions: bool
    # Days until it expires, from the time of the seed's clock.
    days: int


_SeedCallRequiredFields = TypedDict(
    "_SeedCallRequiredFields",
    {
        # Who calls: a username, or the name of a token.
        "as": "str",
        # Operation, for example `notes.add`.
        "call": "str",
    },
    total=True,
)


class _SeedCallRequired(_SeedCallRequiredFields):
    pass


_SeedCallFields = TypedDict(
    "_SeedCallFields",
    {
        # Its arguments. Texts can contain references: `${note1.note.id}` is a member of the result that was named `note1`,
        # `${places.items.0.id}` the first of a list. Also `${now}` and `${today}`, the time of the clock and its date in UTC,
        # both moved by an ISO 8601 duration if needed (`${now+PT2H30M}`, `${today-P1D}`), `${index}`, which counts the repeats of
        # a call from 1, and `${base_url}`, the address of the world. A text that is one reference gets the value itself, with
        # its type. `$${` is a plain `${`.
        "with": "Dict[str, Any]",
        # Name of the result, for the references of later calls. That of a repeated call is the list of its results.
        "name": "str",
        # Time at which it is made: an RFC 3339 time, or an ISO 8601 duration before the seed's clock such as `-P6D` or `-PT1H30M`.
        # By default that of the call before it; of the first call, the time of the clock. Calls are in the order of their times,
        # and none is after the clock.
        "at": "str",
        # How often it is made.
        "repeat": "int",
    },
    total=False,
)


class SeedCall(_SeedCallRequired, _SeedCallFields, total=False):
    """Call of a seed."""
