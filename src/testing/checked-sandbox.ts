import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Document, OpenAPIBackend, type Request } from 'openapi-backend'
import type { Schema } from '#runtime/base/openapi.ts'
import { closeServer, openOnLoopback } from './loopback.ts'

/** The operations of a sandbox behind a check. */
export interface CheckedSandbox {
  readonly url: string
  /** The ids of those that were called. */
  readonly called: ReadonlySet<string>
  /** What does not follow the document: unknown operations, and members that it does not name. */
  readonly faults: readonly string[]
  stop(): Promise<void>
}

/** Forwards requests to the operations of a sandbox, and checks them and what they return with its document. */
export async function checkedSandbox(target: string): Promise<CheckedSandbox> {
  const api = await closedDocument()
  const called = new Set<string>()
  const faults: string[] = []
  const server = createServer(async (req, res) => {
    const { method = '', url = '' } = req
    const text = (await buffer(req)).toString()
    const forwarded = await fetch(target + url, {
      method,
      headers: { 'content-type': req.headers['content-type'] ?? '' },
      ...(text !== '' && { body: text }),
    })
    const returned = await forwarded.text()
    const request = { method, path: url, headers: {}, body: text === '' ? undefined : JSON.parse(text) } as Request
    const operation = api.matchOperation(request)
    const id = operation?.operationId ?? `none for ${method} ${url}`
    const fault = (errors: unknown) => errors && faults.push(`${id}: ${JSON.stringify(errors)}`)
    if (!operation) fault('unknown')
    else {
      called.add(id)
      fault(api.validateRequest(request, operation).errors)
      // A recording is text in several formats, which the document only names.
      if (forwarded.ok && returned !== '' && id !== 'calls.recording')
        fault(api.validateResponse(JSON.parse(returned), operation, forwarded.status).errors)
    }
    res.writeHead(forwarded.status, { 'content-type': forwarded.headers.get('content-type') ?? '' }).end(returned)
  })
  return { url: await openOnLoopback(server), called, faults, stop: () => closeServer(server) }
}

/** The document of the sandbox, in which no object has members that it does not name. */
async function closedDocument(): Promise<OpenAPIBackend> {
  const file = new URL('../../generated/sandbox/openapi.json', import.meta.url)
  const definition = JSON.parse(await readFile(file, 'utf8'), (_name, value: Schema | null) =>
    value?.type === 'object' && value.properties && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  ) as Document
  const api = new OpenAPIBackend({ definition, quick: true, ajvOpts: { strict: false, validateFormats: false } })
  await api.init()
  return api
}
