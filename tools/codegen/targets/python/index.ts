import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '#runtime/base/openapi.ts'
import { operationFacts } from '../../operations.ts'
import { type ClientMethod, capital, clientMethods } from '../client/methods.ts'
import { codesByStatus } from '../client/runtime/errors.ts'
import { retryRules } from '../client/runtime/retry.ts'
import { familyClasses } from './families.ts'
import { pythonSource } from './names.ts'
import { pythonReadme } from './readme.ts'
import { PythonTypes } from './types.ts'

const runtime = join(import.meta.dirname, 'runtime')
const header = '# Written by `npm run generate` from spec/. Do not edit.\n'

/** generated/clients/python/: the Python client as an installable package. Returns content by path in the package. */
export async function pythonPackage(document: Document): Promise<Map<string, string>> {
  const methods = clientMethods(document, operationFacts(document))
  const types = new PythonTypes(document)
  const families = familyClasses(document, methods, types)
  const ownFiles = await Promise.all(
    ['errors.py', '_transport.py'].map(async (name) => [name, await readFile(join(runtime, name), 'utf8')] as const),
  )
  return new Map([
    ['pyproject.toml', projectFile(document)],
    ['README.md', pythonReadme(document, methods)],
    ['onedoor/py.typed', ''],
    ['onedoor/__init__.py', packageFile(document, methods)],
    ['onedoor/_rules.py', rulesFile()],
    ...ownFiles.map(([name, content]) => [`onedoor/${name}`, header + content] as const),
    ['onedoor/families.py', `${header}${familiesHead}${families}`],
    ['onedoor/types.py', `${header}${typesHead}${types.module()}\n`],
  ])
}

/** The TypeScript client's rules for repeating calls and naming errors, as Python. */
function rulesFile(): string {
  const tuple = (values: readonly unknown[]) => `(${values.map((value) => `${pythonSource(value)},`).join(' ')})`
  const codes = Object.entries(codesByStatus).map(([status, names]) => `    ${status}: ${tuple(names)},\n`)
  return `${header}"""When and how calls are repeated, and the default code of each status: the same for every client of this API."""

from typing import Dict, Tuple

#: Repeats after the first attempt, unless the client or the call says otherwise.
RETRIES = ${retryRules.retries}
#: Seconds a call may take with all its repeats, unless the client or the call says otherwise.
TIMEOUT_S = ${retryRules.timeoutMs / 1000}
FIRST_DELAY_MS = ${retryRules.firstDelayMs}
LONGEST_DELAY_MS = ${retryRules.maxDelayMs}
#: The call was refused before it ran: repeating it is right for every operation.
REFUSED_STATUSES: Tuple[int, ...] = ${tuple(retryRules.refusedStatuses)}
#: The call may have run: repeating it is right where running twice does no harm. A broken connection is the same.
LOST_STATUSES: Tuple[int, ...] = ${tuple(retryRules.lostStatuses)}
#: Codes that stay as they are until somebody acts.
LASTING_CODES: Tuple[str, ...] = ${tuple(retryRules.lastingCodes)}
#: Codes of the server's errors by status; the first is the default for its status.
CODES_BY_STATUS: Dict[int, Tuple[str, ...]] = {
${codes.join('')}}
`
}

const familiesHead = `"""The methods of every family. Arguments are passed by name; None is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Optional, Union, cast

from ._transport import CallOptions, Operation, Transport

if TYPE_CHECKING:
    from . import types as t


`

const typesHead = `"""Results of methods: dictionaries as in JSON, with the types of their fields."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


`

function packageFile(document: Document, methods: ClientMethod[]): string {
  const families = [...new Set(methods.map(({ family }) => family))]
  const attributes = families.map((family) => `        self.${family} = families.${capital(family)}(self._transport)\n`)
  return `${header}"""Client for the Onedoor API ${document.info.version}. Standard library only."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from . import _rules, families
from ._transport import Answer, CallOptions, Hooks, Payer, PaymentChallenge, Token, Transport
from .errors import ArgumentFault, OnedoorError

__all__ = ["Answer", "ArgumentFault", "CallOptions", "Client", "OnedoorError", "Payer", "PaymentChallenge"]
__version__ = ${pythonSource(document.info.version)}


class Client:
    """A client for one server: \`\`client.notes.add(title="x", text="y")\`\`.

    A call that fails raises OnedoorError.

    Args:
        base_url: Address of the server, such as \`\`https://onedoor.example\`\`. Its path becomes a prefix.
        token: API token, or a function that returns one; it is called before every attempt. Without one, calls are anonymous.
        timeout_s: Seconds a call may take, its repeats and the waits between them included.
        retries: How often a failed call is repeated at most.
        headers: Headers sent with every call.
        pay: Pays for calls that return 402. Without it they raise \`\`payment_required\`\`.

    Raises:
        ValueError: For invalid options, such as a relative \`\`base_url\`\`.
    """

    def __init__(
        self,
        base_url: str,
        token: Token = None,
        *,
        timeout_s: float = _rules.TIMEOUT_S,
        retries: int = _rules.RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        pay: Optional[Payer] = None,
        _hooks: Optional[Hooks] = None,
    ) -> None:
        self._transport = Transport(base_url, token, timeout_s, retries, headers or {}, pay, _hooks or Hooks())
${attributes.join('')}
    def call(self, operation: str, args: Optional[Mapping[str, Any]] = None, call: Optional[CallOptions] = None) -> Answer:
        """A call by the operation's name for its status, headers and whole body; a failing status raises nothing.

        Raises:
            KeyError: For a name that no operation has.
            OnedoorError: \`\`network\`\` or \`\`timeout\`\` if no response arrives.
        """
        return self._transport.send(operation, families.OPERATIONS[operation], args or {}, call or CallOptions())
`
}

function projectFile(document: Document): string {
  return `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "onedoor-client"
version = ${pythonSource(document.info.version)}
description = "Typed client for the Onedoor API, without dependencies"
readme = "README.md"
requires-python = ">=3.9"
license = { text = "MIT" }

[tool.setuptools]
packages = ["onedoor"]

[tool.setuptools.package-data]
onedoor = ["py.typed"]
`
}
