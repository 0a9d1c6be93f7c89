import type { Document } from '#runtime/base/openapi.ts'
import type { ClientMethod } from '../client/methods.ts'
import { firstCall } from '../client/readme.ts'
import { codeBlock } from '../client/text.ts'
import { pythonName, pythonSource } from './names.ts'

/** README.md of the Python client: a first call from the document's examples, and how the rest works. */
export function pythonReadme(document: Document, methods: ClientMethod[]): string {
  const first = firstCall(methods)
  const paged = methods.find(({ paging }) => paging)
  const metered = methods.find(({ microCredits }) => microCredits > 0)
  return `${[
    '# onedoor-client',
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
\`onedoor.types\`. An argument named like a Python keyword has a trailing underscore: \`from_\`.`,
    '## Errors',
    `A call that fails raises \`OnedoorError\`: \`code\` to branch on, the message to show, and \`status\`, \`details\` (every
refused argument), \`request_id\` and \`retry_after_s\`. If there was no response, \`code\` is \`network\` or \`timeout\`.`,
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
sent with an idempotency key, so that the server runs it once however often it arrives. All can be set for the client,
or for one call by \`call=CallOptions(...)\`.`,
    ...(paged
      ? [
          '## Lists',
          'A paged list can be iterated as a whole:',
          code(`for entry in onedoor.${paged.family}.${paged.name}_all():\n    print(entry)`),
        ]
      : []),
    ...(methods.some(({ id }) => id === 'files.put')
      ? [
          '## Files',
          'Where an argument is base64, give its bytes:',
          code(
            `from pathlib import Path\n\nonedoor.files.put(name="photo.jpg", content=Path("photo.jpg").read_bytes())`,
          ),
        ]
      : []),
    '## Status and headers',
    '`call` takes the name of an operation and returns the whole response, even for a failing status:',
    code(
      `answer = onedoor.call(${pythonSource(first.id)}, ${pythonSource(first.example.args)})\nprint(answer.status, answer.headers["x-request-id"])`,
    ),
    ...(metered
      ? [
          '## Paying for a call',
          `Without a token, a call that costs something raises \`payment_required\`, unless the client has a payer: a function that
takes what the server asks for (\`challenge.required\`, an x402 challenge) and returns the headers that pay.`,
          code(`Client(base_url, pay=lambda challenge: {"PAYMENT-SIGNATURE": sign(challenge.required)})`),
        ]
      : []),
  ].join('\n\n')}\n`
}

function callOf({ id, example }: ClientMethod): string {
  const args = Object.entries(example.args).map(([name, value]) => `${pythonName(name)}=${pythonSource(value)}`)
  return `${id}(${args.join(', ')})`
}

const code = (source: string, language = 'python') => codeBlock(source, language)
