# Written by `npm run generate` from spec/. Do not edit.
"""The table of operations."""

from __future__ import annotations

from typing import Dict

from .._encoding import Operation

OPERATIONS: Dict[str, Operation] = {
    "seeds.list": Operation("GET", "/sandbox/seeds", "safe", bare=True),
    "worlds.list": Operation("GET", "/sandbox/worlds", "safe", bare=True),
    "worlds.create": Operation("POST", "/sandbox/worlds", "unsafe", bare=True, unkeyed=True),
    "worlds.get": Operation("GET", "/sandbox/worlds/{name}", "safe", bare=True),
    "worlds.delete": Operation("DELETE", "/sandbox/worlds/{name}", "idempotent", bare=True),
    "calls.list": Operation("GET", "/calls", "safe", bare=True, paging=("before", "next_before", "calls")),
    "clock.get": Operation("GET", "/clock", "safe", bare=True),
    "clock.move": Operation("POST", "/clock", "unsafe", bare=True, unkeyed=True),
    "deliveries.list": Operation("GET", "/deliveries", "safe", bare=True),
    "faults.list": Operation("GET", "/faults", "safe", bare=True),
    "faults.add": Operation("POST", "/faults", "unsafe", bare=True, unkeyed=True),
    "faults.clear": Operation("DELETE", "/faults", "idempotent", bare=True),
    "faults.remove": Operation("DELETE", "/faults/{id}", "idempotent", bare=True),
    "mail.bring": Operation("POST", "/mail", "unsafe", bare=True, unkeyed=True),
    "messages.bring": Operation("POST", "/messages", "unsafe", bare=True, unkeyed=True),
    "model.get": Operation("GET", "/model", "safe", bare=True),
    "model.set": Operation("PUT", "/model", "idempotent", bare=True),
    "seeds.results": Operation("GET", "/seed/results", "safe", bare=True),
    "snapshots.list": Operation("GET", "/snapshots", "safe", bare=True),
    "snapshots.take": Operation("POST", "/snapshots", "unsafe", bare=True, unkeyed=True),
    "snapshots.delete": Operation("DELETE", "/snapshots/{snapshot}", "idempotent", bare=True),
    "snapshots.rewind": Operation("POST", "/snapshots/{snapshot}/rewind", "unsafe", bare=True, unkeyed=True),
}
