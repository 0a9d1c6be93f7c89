import { capital } from '../client/methods.ts'
import type { PythonMethod } from './families.ts'

/** client.py or async_client.py: the class with a family for each attribute, without the header. */
export function clientClass(methods: readonly PythonMethod[], isAsync: boolean): string {
  const families = [...new Set(methods.map(({ family }) => family))]
  const prefix = isAsync ? 'Async' : ''
  const attributes = families.map(
    (family) => `        self.${family} = families.${prefix}${capital(family)}(self._transport)\n`,
  )
  return `${isAsync ? asyncHead : syncHead}
    def __init__(
        self,
        base_url: str,
        token: ${prefix}Token = None,
        *,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        pay: Optional[${prefix}Payer] = None,
        send: Optional[Send] = None,
        _hooks: Optional[Hooks] = None,
    ) -> None:
${isAsync ? asyncTransport : syncTransport}${attributes.join('')}
${isAsync ? asyncCall : syncCall}`
}

const syncHead = `"""The client whose calls return when they are done."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from . import families
from ._calls import Transport
from ._http import Send
from ._operations import OPERATIONS
from ._rules import RETRIES, TIMEOUT_S
from ._transport import Answer, CallOptions, Hooks, Payer, Settings, Token


class Client:
    """A client for one server: \`\`client.notes.add(title="x", text="y")\`\`. Threads may share it.

    A call that fails raises OnedoorError.

    Args:
        base_url: Address of the server, such as \`\`https://onedoor.example\`\`. Its path becomes a prefix.
        token: API token, or a function that returns one; it is called before every attempt. Without one, calls are anonymous.
        timeout_s: Seconds a call may take, its repeats and the waits between them included.
        retries: How often a failed call is repeated at most.
        headers: Headers sent with every call.
        pay: Pays for calls that return 402. Without it they raise \`\`payment_required\`\`.
        send: Sends the requests instead of the standard library.

    Raises:
        ValueError: For invalid options, such as a relative \`\`base_url\`\`.
    """
`

const asyncHead = `"""The client for asyncio. Its module \`\`_threads\`\` says how it waits without blocking the loop."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from . import async_families as families
from ._http import Send
from ._operations import OPERATIONS
from ._rules import RETRIES, TIMEOUT_S
from ._threads import AsyncPayer, AsyncToken, AsyncTransport, Threads
from ._transport import Answer, CallOptions, Hooks, Settings


class AsyncClient:
    """A client for one server and one event loop: \`\`await client.notes.add(title="x", text="y")\`\`.

    A call that fails raises OnedoorError. Cancelling its task ends the call. The client is closed at the end of an
    \`\`async with\`\`.

    Args:
        base_url: Address of the server, such as \`\`https://onedoor.example\`\`. Its path becomes a prefix.
        token: API token, or a function that returns one, which may be a coroutine function; it is called before every
            attempt. Without one, calls are anonymous.
        timeout_s: Seconds a call may take, its repeats and the waits between them included.
        retries: How often a failed call is repeated at most.
        headers: Headers sent with every call.
        pay: Pays for calls that return 402. Without it they raise \`\`payment_required\`\`.
        send: Sends the requests instead of the standard library. It is called in threads.

    Raises:
        ValueError: For invalid options, such as a relative \`\`base_url\`\`.
    """
`

const syncTransport = `        settings = Settings.of(base_url, token, timeout_s, retries, headers, pay, send, _hooks)
        self._transport = Transport(settings, OPERATIONS)
`

const asyncTransport = `        threads = Threads()
        token, pay = threads.in_loop(token), threads.in_loop(pay)
        settings = Settings.of(base_url, token, timeout_s, retries, headers, pay, send, _hooks)
        self._transport = AsyncTransport(threads, settings, OPERATIONS)
`

const callText = `        """A call by the operation's name for its status, headers and whole body; a failing status raises nothing.

        Raises:
            KeyError: For a name that no operation has.
            OnedoorError: \`\`network\`\`, \`\`timeout\`\` or \`\`cancelled\`\` if no response arrives.
        """
`

const callParameters = `self, operation: str, args: Optional[Mapping[str, Any]] = None, call: Optional[CallOptions] = None`

const syncCall = `    def call(
        ${callParameters}
    ) -> Answer:
${callText}        return self._transport.answer(operation, args or {}, call)
`

const asyncCall = `    async def call(
        ${callParameters}
    ) -> Answer:
${callText}        return await self._transport.answer(operation, args or {}, call)

    async def aclose(self) -> None:
        """Lets the client's threads end. Calls after that are refused with RuntimeError."""
        self._transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
`
