import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { apiDocument, operationsOf, type Response } from '../runtime/base/openapi.ts'
import { type ResponseOrigin, recordResponse } from './record-response.ts'

/** A page, feed, stream, picture or probe of the document, in short: all but methods. */
interface Door {
  readonly id: string
  readonly verb: string
  readonly path: RegExp
  readonly responses: Readonly<Record<string, Response>>
}

const operations = operationsOf(await apiDocument()).filter(({ operation }) => operation['x-door'])
const doors: readonly Door[] = operations.map(({ path, verb, operation }) => doorOf(operation, verb, path))
/** The same operations have other paths at the port of the gateway. */
const gatewayDoors: readonly Door[] = operations.flatMap(({ verb, operation }) => {
  const path = operation['x-path']
  return typeof path === 'string' ? [doorOf(operation, verb, path)] : []
})

interface Watched {
  readonly doors: readonly Door[]
  readonly origin: ResponseOrigin
}

const watched = new Map<number, Watched>()
const faults = new Set<string>()

/**
 * Checks every response of a door of a test server, to any client.
 *
 * @param gatewayUrl the gateway's own address, if it has one
 * @returns call it when the server has stopped: another may get its port
 */
export function checkDoorsOf(url: string, gatewayUrl: string | undefined, origin: ResponseOrigin): () => void {
  const ports = [url, gatewayUrl].map((each) => Number(each && new URL(each).port))
  for (const [index, port] of ports.entries()) watched.set(port, { doors: index === 0 ? doors : gatewayDoors, origin })
  return () => {
    for (const port of ports) watched.delete(port)
  }
}

/** What doors returned since the last call that the document does not describe, as sentences. */
export function doorFaults(): string[] {
  const found = [...faults]
  faults.clear()
  return found
}

subscribe('http.server.request.start', (message) => {
  const { request, response, server } = message as {
    request: IncomingMessage
    response: ServerResponse
    server: { address(): AddressInfo | null }
  }
  const known = watched.get(server.address()?.port ?? Number.NaN)
  const path = (request.url ?? '').replace(/\?.*/s, '')
  const door = known?.doors.find((each) => each.verb === request.method && each.path.test(path))
  if (!known || !door) return
  const { testPath } = expect.getState()
  // A stream whose reader leaves never finishes.
  response.once('close', () => {
    if (!response.headersSent) return
    const fault = faultOf(door, response)
    if (fault) faults.add(`${door.id} returned ${fault} for ${path} in ${testPath}.`)
    else recordResponse(door.id, response.statusCode, known.origin)
  })
})

function doorOf(
  { operationId: id, responses }: { operationId: string; responses: Door['responses'] },
  verb: string,
  path: string,
): Door {
  const pattern = path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')
  return { id, verb: verb.toUpperCase(), path: new RegExp(`^${pattern}$`), responses }
}

/** What the document does not say of a response; undefined if it says all. */
function faultOf({ responses }: Door, response: ServerResponse): string | undefined {
  const { statusCode: status } = response
  const described = responses[status] ?? responses.default
  const type = typeOf(response)
  // Stored files have any type.
  const isFile = described?.content?.['application/octet-stream'] !== undefined
  // Browsers get the errors of pages as pages.
  const isPage = status >= 400 && type === 'text/html'
  if (!described || status === 500) return `${status}, which the API document does not describe,`
  if (!described.content || isFile || isPage || type in described.content) return undefined
  return `${status} as "${type}", which the API document does not describe,`
}

/** What was sent: headers that `writeHead` gets are not among those of `getHeader`. */
function typeOf(response: ServerResponse): string {
  const { _header: sent = '' } = response as ServerResponse & { readonly _header?: string }
  return /^content-type: *([^;\r]*)/im.exec(sent)?.[1] ?? ''
}
