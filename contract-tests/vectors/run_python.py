"""``python3 run_python.py sync|async BASE_URL FILE …``: plays the vectors, and prints one JSON line for each."""

import asyncio
import inspect
import io
import json
import keyword
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "generated/clients/python"))

from onedoor import AsyncClient, CallOptions, Client, OnedoorError
from onedoor._transport import Hooks

#: When each vector begins, 2026-11-21T09:30:00Z: dates in Retry-After are relative to it.
START_S = 1_795_253_400.0


class Clock:
    """Waits pass at once; they are recorded."""

    def __init__(self):
        self.at = START_S
        self.waits_ms = []

    def sleep(self, seconds):
        self.waits_ms.append(round(seconds * 1000))
        self.at += seconds


def hooks_of(clock):
    return Hooks(monotonic=lambda: clock.at, now=lambda: clock.at, sleep=clock.sleep, random=lambda: 0.5)


def without_none(fields):
    return {name: value for name, value in fields.items() if value is not None}


def client_options(vector):
    given = vector.get("client", {})
    timeout_ms = given.get("timeout_ms")
    headers = {**given.get("headers", {}), **without_none({"user-agent": given.get("user_agent")})}
    return without_none(
        {
            "token": given.get("token"),
            "retries": given.get("retries"),
            "timeout_s": None if timeout_ms is None else timeout_ms / 1000,
            "headers": headers or None,
        }
    )


def call_options(options):
    timeout_ms = options.get("timeout_ms")
    return CallOptions(
        **without_none(
            {
                "retries": options.get("retries"),
                "timeout_s": None if timeout_ms is None else timeout_ms / 1000,
                "headers": options.get("headers"),
                "idempotency_key": options.get("idempotency_key"),
                "last_event_id": options.get("last_event_id"),
            }
        )
    )


def file_of(text):
    return io.BytesIO(text.encode())


def error_of(error):
    facts = {
        "code": error.code,
        "status": error.status,
        "message": error.message,
        "request_id": error.request_id,
        "retry_after_s": error.retry_after_s,
        "details": list(error.details),
    }
    return without_none(facts)


async def settled(value):
    return await value if inspect.isawaitable(value) else value


async def each(items, take, found):
    """Puts items into ``found`` until there are ``take``."""
    if hasattr(items, "__aiter__"):
        async for item in items:
            found.append(item)
            if len(found) == take:
                break
        await items.aclose()
        return
    for item in items:
        found.append(item)
        if len(found) == take:
            break
    items.close()


async def outcome_of(client, call, as_bytes):
    """Awaits what the asynchronous client returns; the other one is done by then."""
    form, take, listed = call["form"], call.get("take"), []
    args = {**call.get("args", {}), **{name: as_bytes(text) for name, text in call.get("bytes", {}).items()}}
    options = call_options(call.get("options", {}))
    family, _, method = call["operation"].partition(".")

    def begin(suffix=""):
        found = getattr(getattr(client, family), method + suffix)
        named = {f"{name}_" if keyword.iskeyword(name) else name: value for name, value in args.items()}
        return found(**named, call=options)

    try:
        if form == "value":
            return {"value": await settled(begin())}
        if form == "raw":
            answer = await settled(client.call(call["operation"], args, options))
            return {"raw": {"status": answer.status, "headers": dict(answer.headers), "body": answer.body}}
        if form == "download":
            download = await settled(begin())
            text = (await settled(download.read())).decode("utf-8")
            return {"download": {"status": download.status, "headers": dict(download.headers), "text": text}}
        if form == "all":
            await each(begin("_all"), take, listed)
            return {"items": listed}
        await each(begin("" if method == "stream" else "_events"), take, listed)
        return {"events": events_of(listed)}
    except OnedoorError as error:
        lists = {"all": lambda: {"items": listed}, "events": lambda: {"events": events_of(listed)}}
        return {**lists.get(form, dict)(), "error": error_of(error)}


def events_of(listed):
    return [{**without_none({"id": event.id}), "event": event.event, "data": event.data} for event in listed]


async def play(kind, base_url, number, vector):
    clock = Clock()
    client_class = Client if kind == "sync" else AsyncClient
    client = client_class(f"{base_url}/v/{number}", **client_options(vector), _hooks=hooks_of(clock))
    try:
        # One client is given bytes, the other one a file.
        outcome = await outcome_of(client, vector["call"], str.encode if kind == "sync" else file_of)
    except Exception as failure:
        # Printed, so that the other vectors are played as well.
        outcome = {"error": {"code": type(failure).__name__, "message": str(failure)}}
    if kind == "async":
        await client.aclose()
    return {"name": vector["name"], "outcome": outcome, "waits_ms": clock.waits_ms}


async def main(kind, base_url, files):
    vectors = [vector for file in files for vector in json.loads(pathlib.Path(file).read_text("utf-8"))]
    for number, vector in enumerate(vectors):
        print(json.dumps(await play(kind, base_url, number, vector)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
