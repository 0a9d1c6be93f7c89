import type { Document } from '#runtime/base/openapi.ts'
import type { ClientMethod, OpenMethod } from './methods.ts'
import { codeBlock, indent, sourceOf } from './text.ts'

/** README.md of the client: a first call with its result from the document's examples, and how the rest works. */
export function clientReadme(document: Document, methods: (ClientMethod | OpenMethod)[], hasSandbox: boolean): string {
  const calls = methods.filter((method): method is ClientMethod => !('form' in method))
  const first = firstCall(calls)
  return `${[
    ...introduction(document, first),
    ...errorsAndRepeats(first),
    ...listsAndResponses(first, calls),
    ...streamsAndDownloads(methods),
    ...transportAndVersions(),
    ...browsersAndPayments(first),
    ...(hasSandbox ? testsInASandbox(first) : []),
    '## Methods',
    methodList(methods),
  ].join('\n\n')}\n`
}

function introduction(document: Document, first: ClientMethod): string[] {
  return [
    '# @onedoor/client',
    `Typed client for the Onedoor API ${document.info.version}, without dependencies, for Node 20.3 and later and for browsers.`,
    '## Installing',
    'From a copy of the project, in the folder of your own:',
    code('npm install ../onedoor/generated/client', 'sh'),
    '## A first call',
    code(
      `import { createClient } from '@onedoor/client'

const onedoor = createClient({ baseUrl: 'http://localhost:8080', token: process.env.ONEDOOR_TOKEN })

const result = await onedoor.${first.id}(${argsOf(first)})
console.log(result)`,
    ),
    'prints',
    code(sourceLines(resultOf(first))),
    `Every operation is \`onedoor.<family>.<method>(args, options)\` and returns its result. Arguments and results are
typed, with descriptions that your editor can show.`,
  ]
}

function testsInASandbox(first: ClientMethod): string[] {
  return [
    '## Tests in a sandbox',
    `\`createSandbox()\` gives a test its own world: a separate server with its own records, clock and faults. It uses
the sandbox whose address is in \`ONEDOOR_SANDBOX\`, or starts one with the command \`onedoor\`. It is for Node.`,
    code(
      `import { createSandbox } from '@onedoor/client/sandbox'

await using world = await createSandbox({ clock: '2027-03-01T09:00:00Z' })
await world.client('ada').${first.id}(${argsOf(first)})
await world.clock.move({ advance: 'PT2H' })
await world.faults.add({ kind: 'status', status: 429, method: '${first.id}', times: 1 })`,
    ),
    `\`world.accounts\` has the passwords and tokens of its accounts. \`world.snapshots.take({ name: 'before' })\` keeps
a state, and \`world.snapshots.rewind({ snapshot: 'before' })\` returns to it. The calls are those of the sandbox's own API
document, and its types are exported. The world is deleted at the end of the block, or with \`world.delete()\`.`,
  ]
}

function errorsAndRepeats(first: ClientMethod): string[] {
  return [
    '## Errors',
    `A call that fails rejects with an \`OnedoorError\`: \`code\` to branch on, \`message\` to show, and \`status\`,
\`details\` (every refused argument), \`requestId\` and \`retryAfterS\`. If there was no response, \`code\` is \`network\` or
\`timeout\`. \`requestId\` is the id under which the server logged the call; the client sends one with every call, so
that an error without a response has it as well.`,
    code(
      `import { OnedoorError } from '@onedoor/client'

try {
  await onedoor.${first.id}(${argsOf(first)})
} catch (error) {
  if (error instanceof OnedoorError && error.code === 'rate_limited') console.log(error.retryAfterS)
  else throw error
}`,
    ),
    '## Repeats and time limits',
    `A call may take \`timeoutMs\` (60,000), including repeats. It is repeated up to \`retries\` times (2), after
\`Retry-After\` or with growing, random delays: after 429, a broken connection, 502, 503 and 504. A call that changes or
costs something is sent with an idempotency key, so that the server runs it only once. The repeats
of all calls of a client share a budget of 100, to which each successful call returns a tenth of a repeat, so that a failing
server is not flooded. All three of \`timeoutMs\`,
\`retries\` and \`headers\` can be set for the client or for one call.`,
    '## Cancelling',
    'A call takes an AbortSignal. When it fires, the call ends at once and rejects with the reason of the signal:',
    code(`const end = new AbortController()
const call = onedoor.${first.id}(${argsOf(first)}, { signal: end.signal })
end.abort()
await call.catch((error) => console.log(error.name)) // AbortError`),
  ]
}

function listsAndResponses(first: ClientMethod, methods: ClientMethod[]): string[] {
  const paged = methods.find(({ paging }) => paging)
  return [
    ...(paged
      ? [
          '## Lists',
          'A paged list can be iterated as a whole:',
          code(`for await (const entry of onedoor.${paged.id}.all()) console.log(entry)`),
        ]
      : []),
    ...(methods.some(({ id }) => id === 'files.put')
      ? [
          '## Files',
          `Where an argument is base64, give its bytes: a Uint8Array or Buffer, an ArrayBuffer, a Blob or a File, or a
ReadableStream.`,
          code(`await onedoor.files.put({ name: file.name, content: file })`),
        ]
      : []),
    '## Status and headers',
    '`raw` returns the whole response, even for a failing status:',
    code(`const { ok, status, headers, requestId, body } = await onedoor.${first.id}.raw(${argsOf(first)})`),
  ]
}

function streamsAndDownloads(methods: (ClientMethod | OpenMethod)[]): string[] {
  const stream = methods.find((method) => 'form' in method && method.form === 'stream')
  const running = methods.find((method) => 'reportsProgress' in method && method.reportsProgress)
  const downloads = methods.filter((method) => 'form' in method && method.form === 'download')
  const download = downloads.find(({ id }) => id === 'files.download') ?? downloads[0]
  return [
    ...(stream
      ? [
          '## Streams',
          'Server-sent events are iterated, each with `id`, `event` and `data`:',
          code(`for await (const { event, data } of onedoor.${stream.id}(${argsOf(stream)})) console.log(event, data)`),
          `A lost connection is opened again, and the stream continues after the last event. \`retries\` limits the attempts
without any event between them, and \`timeoutMs\` the time until the response begins and every silence after that. To
stop, leave the loop or abort \`signal\`: the loop then ends without an error. With \`lastEventId\`, the \`id\` of an event
that you have stored, a stream continues after a restart of your program.`,
        ]
      : []),
    ...(running
      ? [
          'A call that takes long can report its progress. The last event is `answer`, with the result as its `data`:',
          code(`for await (const { event, data } of onedoor.${running.id}.events(${argsOf(running)})) {
  if (event === 'answer') console.log(data)
}`),
          'Leaving the loop ends the call. A call is not repeated once it has reported progress.',
        ]
      : []),
    ...(download
      ? [
          '## Downloads',
          'Bytes are returned as a `Response`, whose body can be read as a stream or at once (`await response.blob()`):',
          code(`const response = await onedoor.${download.id}(${argsOf(download)})
for await (const chunk of response.body) console.log(chunk.length)`),
        ]
      : []),
  ]
}

function transportAndVersions(): string[] {
  return [
    '## Your own transport',
    `\`fetch\` replaces the global one, to log, to use a proxy or to test without a server. It gets the address and the
options of a request, and returns a Response:`,
    code(`const fetch = (address, init) => (console.log(init.method, address), globalThis.fetch(address, init))
createClient({ baseUrl, token, fetch })`),
    '## Versions',
    `Outside browsers, the client names itself and its version in \`User-Agent\`. A server of another version of the API
serves every method and argument that it knows. A method that it does not know fails with \`unknown_method\`, and the
message names both versions. Methods that will be removed are marked as deprecated.`,
  ]
}

function browsersAndPayments(first: ClientMethod): string[] {
  return [
    '## In a browser',
    `In a page of the server itself, calls can be made for the signed-in account:`,
    code(`createClient({ baseUrl: location.origin, session: { csrfToken } })`),
    `For a bundle with one family and without the others:`,
    code(`import { clientOf, ${first.family} } from '@onedoor/client'

const onedoor = clientOf({ ${first.family} }, { baseUrl })`),
    '## Paying for a call',
    `Without a token, a call that costs something rejects with \`payment_required\`, unless the client has a payer: a
function that takes what the server asks for (\`required\`, an x402 challenge) and returns the headers that pay.`,
    code(`createClient({ baseUrl, pay: async ({ required }) => ({ 'PAYMENT-SIGNATURE': await sign(required) }) })`),
  ]
}

/** Writing a note makes the best example; a document without it starts with its first change. */
export function firstCall(methods: ClientMethod[]): ClientMethod {
  const found =
    methods.find(({ id }) => id === 'notes.add') ?? methods.find(({ verb }) => verb === 'POST') ?? methods[0]
  if (!found) throw new Error('The document has no operation that a client could call')
  return found
}

function argsOf({ argsName, example }: ClientMethod | OpenMethod): string {
  return argsName ? sourceOf(example.args) : ''
}

function resultOf({ isBare, example }: ClientMethod): unknown {
  return isBare ? example.body : (example.body as { result?: unknown } | undefined)?.result
}

/** An object as source with one line per field, so that it can be read without scrolling. */
function sourceLines(value: unknown): string {
  const isFlat = typeof value !== 'object' || value === null || sourceOf(value).length <= 100
  if (isFlat || Array.isArray(value)) return sourceOf(value)
  const fields = Object.entries(value as object).map(([name, entry]) => `${name}: ${sourceLines(entry)},`)
  return `{\n${indent(fields.join('\n'))}\n}`
}

function methodList(methods: (ClientMethod | OpenMethod)[]): string {
  const rows = [...Map.groupBy(methods, ({ family }) => family)].map(
    ([family, members]) => `| \`${family}\` | ${members.map(({ name }) => `\`${name}\``).join(', ')} |`,
  )
  return ['| Family | Methods |', '|---|---|', ...rows].join('\n')
}

const code = (source: string, language = 'js') => codeBlock(source, language)
