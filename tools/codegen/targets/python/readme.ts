import type { Document } from '#runtime/base/openapi.ts'
import type { ClientMethod } from '../client/methods.ts'
import { firstCall } from '../client/readme.ts'
import { codeBlock } from '../client/text.ts'
import type { PythonMethod } from './families.ts'
import { pythonName, pythonSource } from './names.ts'

/** README.md of the Python client: a first call from the document's examples, and how the rest works. */
export function pythonReadme(document: Document, methods: readonly PythonMethod[], hasSandbox: boolean): string {
  const calls = methods.filter((method): method is ClientMethod => !('form' in method))
  const first = firstCall(calls)
  return `${[
    ...introduction(document, first),
    ...errorsAndRepeats(first),
    ...asyncio(first),
    ...listsAndStreams(calls, methods),
    ...filesAndDownloads(methods),
    ...responsesAndTransports(first),
    ...payments(calls),
    ...(hasSandbox ? testsInASandbox(first) : []),
  ].join('\n\n')}\n`
}

function testsInASandbox(first: ClientMethod): string[] {
  return [
    '## Tests in a sandbox',
    `\`create_sandbox()\` gives a test its own world: a separate server with its own records, clock and faults. It uses
the sandbox whose address is in \`ONEDOOR_SANDBOX\`, or starts one with the command \`onedoor\`.`,
    code(`from onedoor.sandbox import create_sandbox

with create_sandbox(clock="2027-03-01T09:00:00Z") as world:
    world.client("ada").${callOf(first)}
    world.clock.move(advance="PT2H")
    world.faults.add(kind="status", status=429, method="${first.id}", times=1)`),
    `\`world.accounts\` has the passwords and tokens of its accounts. \`world.snapshots.take(name="before")\` keeps a
state, and \`world.snapshots.rewind(snapshot="before")\` returns to it. The calls are those of the sandbox's own API
document, and a call that fails raises \`OnedoorError\`. The world is deleted at the end of the block, or with \`world.delete()\`.`,
  ]
}

function introduction(document: Document, first: ClientMethod): string[] {
  return [
    '# onedoor',
    `Typed client for the Onedoor API ${document.info.version} for Python 3.9 and later, using only the standard library.`,
    '## Installing',
    'From a copy of the project, into the Python environment of your own:',
    code('pip install ../onedoor/generated/clients/python', 'sh'),
    '## A first call',
    code(`import os
from onedoor import Client

onedoor = Client("http://localhost:8080", os.environ["ONEDOOR_TOKEN"])

result = onedoor.${callOf(first)}
print(result)`),
    `Every operation is \`onedoor.<family>.<method>(argument=value)\` and returns its result, a dictionary whose type is in
\`onedoor.types\`. An argument named like a Python keyword has a trailing underscore: \`from_\`. A deprecated method warns
with \`DeprecationWarning\` at its first call.`,
  ]
}

function errorsAndRepeats(first: ClientMethod): string[] {
  return [
    '## Errors',
    `A call that fails raises \`OnedoorError\`: \`code\` to branch on, the message to show, and \`status\`, \`details\` (every
refused argument), \`request_id\` and \`retry_after_s\`. If there was no response, \`code\` is \`network\`, \`timeout\` or
\`cancelled\`, and \`request_id\` is the id that was sent.`,
    code(`from onedoor import OnedoorError

try:
    onedoor.${callOf(first)}
except OnedoorError as error:
    if error.code != "rate_limited":
        raise
    print(error.retry_after_s)`),
    '## Repeats and time limits',
    `A call may take \`timeout_s\` (60), including repeats. It is repeated up to \`retries\` times (2), after \`Retry-After\` or
with growing, random waits: after 429, a broken connection, 502, 503 and 504. A call that changes or costs something is
sent with an idempotency key, so that the server runs it once however often it arrives. The repeats of all
calls of a client share a budget of 100, to which each successful call returns a tenth of a repeat, so that a failing
server is not flooded. All options can be set for the client, or for one call by \`call=CallOptions(...)\`. A \`Cancellation\` in the options ends the call from another thread:`,
    code(`import threading
from onedoor import CallOptions, Cancellation

stop = Cancellation()
threading.Timer(5, stop.cancel).start()
onedoor.${callOf(first).slice(0, -1)}, call=CallOptions(cancellation=stop))`),
  ]
}

function asyncio(first: ClientMethod): string[] {
  return [
    '## With asyncio',
    `\`AsyncClient\` has the same methods. Calls are awaited; lists and streams are iterated with \`async for\`. Cancelling a
task ends its call. The calls run in threads of the client, up to 256 at once.`,
    code(`import asyncio, os
from onedoor import AsyncClient

async def main():
    async with AsyncClient("http://localhost:8080", os.environ["ONEDOOR_TOKEN"]) as onedoor:
        print(await onedoor.${callOf(first)})

asyncio.run(main())`),
  ]
}

function listsAndStreams(calls: ClientMethod[], methods: readonly PythonMethod[]): string[] {
  const paged = calls.find(({ paging }) => paging)
  const stream = methods.find((method) => 'form' in method && method.form === 'stream')
  const progress = calls.find(({ reportsProgress }) => reportsProgress)
  const lists = paged && [
    '## Lists',
    'A paged list can be iterated as a whole:',
    code(`for entry in onedoor.${paged.family}.${paged.name}_all():\n    print(entry)`),
  ]
  const streams = stream && [
    '## Streams',
    `A stream of events reconnects when its connection is lost, and continues after the last event. To continue it after a
restart of your program, store \`event.id\` and give it as \`CallOptions(last_event_id=...)\`.`,
    code(`with onedoor.${callOf(stream)} as events:\n    for event in events:\n        print(event.event, event.data)`),
  ]
  const events = progress && [
    `A call that takes long can be followed while it runs. The last event is \`answer\`; closing the stream ends the call.`,
    code(`for event in onedoor.${callOf(progress, '_events')}:\n    print(event.event, event.data)`),
  ]
  return [...(lists ?? []), ...(streams ?? []), ...(events ?? [])]
}

function filesAndDownloads(methods: readonly PythonMethod[]): string[] {
  const ids = new Set(methods.map(({ id }) => id))
  const uploads = ids.has('files.put') && [
    '## Files',
    'Where an argument is base64, give bytes, or a file that is open in binary mode and is sent as it is read:',
    code(`with open("photo.jpg", "rb") as photo:\n    onedoor.files.put(name="photo.jpg", content=photo)`),
  ]
  const downloads = ids.has('files.download') && [
    `A download can be iterated as it arrives, read whole with \`read()\`, or saved:`,
    code(`with onedoor.files.download(id=file_id) as download:\n    download.save("photo.jpg")`),
  ]
  return [...(uploads || []), ...(downloads || [])]
}

function responsesAndTransports(first: ClientMethod): string[] {
  return [
    '## Status and headers',
    '`call` takes the name of an operation and returns the whole response, even for a failing status:',
    code(
      `answer = onedoor.call(${pythonSource(first.id)}, ${pythonSource(first.example.args)})\nprint(answer.status, answer.headers["x-request-id"])`,
    ),
    '## A transport of your own',
    `\`send\` is called with an \`HttpRequest\` for every attempt, and returns its response or raises \`OSError\`. Tests can do
without a server:`,
    code(`class Reply:
    status, headers, pieces = 200, {}, [b'{"result": {}}']

    def read(self):
        return self.pieces.pop(0) if self.pieces else b""

    def close(self):
        pass

onedoor = Client("http://onedoor.example", send=lambda request: Reply())`),
  ]
}

function payments(calls: ClientMethod[]): string[] {
  if (!calls.some(({ microCredits }) => microCredits > 0)) return []
  return [
    '## Paying for a call',
    `Without a token, a call that costs something raises \`payment_required\`, unless the client has a payer: a function that
takes what the server asks for (\`challenge.required\`, an x402 challenge) and returns the headers that pay.`,
    code(`Client(base_url, pay=lambda challenge: {"PAYMENT-SIGNATURE": sign(challenge.required)})`),
  ]
}

function callOf({ id, example }: PythonMethod, suffix = ''): string {
  const args = Object.entries(example.args).map(([name, value]) => `${pythonName(name)}=${pythonSource(value)}`)
  return `${id}${suffix}(${args.join(', ')})`
}

const code = (source: string, language = 'python') => codeBlock(source, language)
