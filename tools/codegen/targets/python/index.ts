import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '#runtime/base/openapi.ts'
import { licenceText } from '../../licence.ts'
import { operationFacts } from '../../operations.ts'
import type { SandboxCalls } from '../../sandbox-calls.ts'
import { capital, clientMethods, openMethods } from '../client/methods.ts'
import { codesByStatus } from '../client/runtime/errors.ts'
import { retryRules } from '../client/runtime/retry.ts'
import { clientClass } from './client-class.ts'
import { familyClasses, type Kind, operationTable, type PythonMethod } from './families.ts'
import { docstring, importOf, indented, pythonSource } from './names.ts'
import { pythonReadme } from './readme.ts'
import { PythonTypes } from './types.ts'

const runtime = join(import.meta.dirname, 'runtime')
const header = '# Written by `npm run generate` from spec/. Do not edit.\n'

/**
 * generated/clients/python/: the Python client as an installable package.
 *
 * @param sandbox the calls of a sandbox of the server, if it has any
 * @returns content by path in the package
 */
export async function pythonPackage(document: Document, sandbox?: SandboxCalls): Promise<Map<string, string>> {
  const facts = operationFacts(document)
  const methods = clientMethods(document, facts)
  const all = [...methods, ...openMethods(document, facts)]
  const types = new PythonTypes(document)
  const families = familyModule(document, all, types, sync)
  const asyncFamilies = familyModule(document, all, types, asynchronous)
  const names = (await readdir(runtime)).filter((name) => name.endsWith('.py')).sort()
  const ownFiles = await Promise.all(
    names.map(async (name) => [`onedoor/${name}`, header + (await readFile(join(runtime, name), 'utf8'))] as const),
  )
  return new Map([
    ['pyproject.toml', projectFile(document, sandbox !== undefined)],
    ['README.md', pythonReadme(document, all, sandbox !== undefined)],
    ['LICENSE', await licenceText()],
    ['onedoor/py.typed', ''],
    ['onedoor/__init__.py', packageFile(document)],
    ['onedoor/_rules.py', rulesFile(document)],
    ...ownFiles,
    ['onedoor/_operations.py', operationsModule(all)],
    ['onedoor/families.py', families],
    ['onedoor/async_families.py', asyncFamilies],
    ['onedoor/client.py', header + clientClass(all, false)],
    ['onedoor/async_client.py', header + clientClass(all, true)],
    ['onedoor/types.py', typesModule(types)],
    ...(sandbox ? await sandboxFiles(sandbox) : []),
  ])
}

/** onedoor/sandbox/: worlds for tests, with the calls of the sandbox. */
async function sandboxFiles({ worlds, world }: SandboxCalls): Promise<[string, string][]> {
  // Both documents have the same schemas.
  const types = new PythonTypes(world)
  const [ofWorlds, ofWorld] = [worlds, world].map((each) => clientMethods(each, operationFacts(each)))
  const modules = [
    ['_sandbox', familyModule(worlds, ofWorlds ?? [], types, sync, '..')],
    ['_world', familyModule(world, ofWorld ?? [], types, sync, '..') + familiesClass(ofWorld ?? [])],
    ['_operations', operationsModule([...(ofWorlds ?? []), ...(ofWorld ?? [])], '..')],
    ['types', typesModule(types)],
    ['__init__', header + (await readFile(join(runtime, 'sandbox/__init__.py'), 'utf8'))],
  ]
  return modules.map(([name, content = '']) => [`onedoor/sandbox/${name}.py`, content])
}

/** The class that has all families of a world. */
function familiesClass(methods: readonly PythonMethod[]): string {
  const families = [...new Set(methods.map(({ family }) => family))]
  return `

class Families:
    """What is done with a world, by family."""

    def __init__(self, transport: Transport) -> None:
${families.map((family) => `        self.${family} = ${capital(family)}(transport)\n`).join('')}`
}

const sync: Kind = { prefix: '', iterator: 'Iterator' }
const asynchronous: Kind = { prefix: 'Async', iterator: 'AsyncIterator' }

/** The TypeScript client's rules for repeating calls and naming errors, as Python. */
function rulesFile(document: Document): string {
  const tuple = (values: readonly unknown[]) => `(${values.map((value) => `${pythonSource(value)},`).join(' ')})`
  const codes = Object.entries(codesByStatus).map(([status, names]) => `    ${status}: ${tuple(names)},\n`)
  return `${header}"""When and how calls are repeated, and the default code of each status: the same for every client of this API."""

from typing import Dict, Tuple

#: The version of the API that the client was generated for.
VERSION = ${pythonSource(String(document.info.version))}
#: Repeats after the first attempt, unless the client or the call says otherwise.
RETRIES = ${retryRules.retries}
#: Seconds a call may take with all its repeats, unless the client or the call says otherwise.
TIMEOUT_S = ${retryRules.timeoutMs / 1000}
FIRST_DELAY_MS = ${retryRules.firstDelayMs}
LONGEST_DELAY_MS = ${retryRules.maxDelayMs}
#: What all repeats of a client may cost together: each costs REPEAT_COST, and each success returns 1.
BUDGET = ${retryRules.budget}
REPEAT_COST = ${retryRules.repeatCost}
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

/** @param client the package of the client, seen from the module */
function familyModule(
  document: Document,
  methods: PythonMethod[],
  types: PythonTypes,
  kind: Kind,
  client = '.',
): string {
  const code = familyClasses(document, methods, types, kind)
  const typing = [
    'TYPE_CHECKING',
    'Any',
    kind.iterator,
    'BinaryIO',
    'Dict',
    'List',
    'Literal',
    'Optional',
    'Union',
    'cast',
  ]
  const streams = [`${kind.prefix}Download`, `${kind.prefix}EventStream`]
  const imports = [
    importOf(`${client}_deprecation`, ['deprecated'], code),
    ...(kind.prefix
      ? [importOf(`${client}_threads`, [...streams, 'AsyncTransport'], code)]
      : [importOf(`${client}_calls`, ['Transport'], code), importOf(`${client}_streams`, streams, code)]),
    importOf(`${client}_transport`, ['CallOptions'], code),
  ]
  return `${header}"""The methods of every family. Arguments are passed by name; None is left out."""

from __future__ import annotations

${importOf('typing', typing, `TYPE_CHECKING ${code}`)}
${imports.join('')}
if TYPE_CHECKING:
    from . import types as t


${code}`
}

function typesModule(types: PythonTypes): string {
  const code = types.module()
  return `${header}"""Results of methods: dictionaries as in JSON, with the types of their fields."""

from __future__ import annotations

${importOf('typing', ['Any', 'Dict', 'List', 'Literal', 'TypedDict', 'Union'], code)}

${code}
`
}

function operationsModule(methods: PythonMethod[], client = '.'): string {
  return `${header}"""The table of operations."""

from __future__ import annotations

from typing import Dict

from ${client}_encoding import Operation

${operationTable(methods)}`
}

const exported = {
  '._cancellation': ['Cancellation'],
  '._http': ['HttpReply', 'HttpRequest', 'Send'],
  '._streams': ['Download', 'Event', 'EventStream'],
  '._transport': ['Answer', 'CallOptions', 'Payer', 'PaymentChallenge', 'Token'],
  '.client': ['Client'],
  '.errors': ['ArgumentFault', 'OnedoorError'],
}
const exportedForAsyncio = {
  '._threads': ['AsyncDownload', 'AsyncEventStream', 'AsyncPayer', 'AsyncToken'],
  '.async_client': ['AsyncClient'],
}

function packageFile(document: Document): string {
  const importsOf = (modules: Record<string, string[]>) =>
    Object.entries(modules).map(([module, names]) => `from ${module} import ${names.join(', ')}\n`)
  const names = Object.values({ ...exported, ...exportedForAsyncio })
    .flat()
    .sort()
  const about = docstring([`Client for the Onedoor API ${document.info.version}. Standard library only.`])
  return `${header}${about}
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._rules import VERSION as __version__
${importsOf(exported).join('')}
if TYPE_CHECKING:
${indented(importsOf(exportedForAsyncio).join(''))}
__all__ = [
${names.map((name) => `    ${JSON.stringify(name)},\n`).join('')}    "__version__",
]


def __getattr__(name: str) -> Any:
    # Half of the time that the package takes to load is that of asyncio and its methods.
    if name in __all__:
        from . import _threads, async_client

        return getattr(async_client, name, None) or getattr(_threads, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
`
}

function projectFile(document: Document, hasSandbox: boolean): string {
  return `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "onedoor"
version = ${pythonSource(String(document.info.version))}
description = "Typed client for the Onedoor API, without dependencies"
readme = "README.md"
requires-python = ">=3.9"
license = { text = "MIT" }

[tool.setuptools]
packages = ["onedoor"${hasSandbox ? ', "onedoor.sandbox"' : ''}]

[tool.setuptools.package-data]
onedoor = ["py.typed"]
`
}
