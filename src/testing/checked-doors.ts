import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiDocument, operationsOf, type Response } from '../runtime/base/openapi.ts'
import { recordResponse } from './record-response.ts'

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

const doorsOfPort = new Map<number, readonly Door[]>()
const faults = new Set<string>()

/**
 * Checks, until the process ends, every response of a door of a test server, to any client.
 *
 * @param gatewayUrl the gateway's own address, if it has one
 */
export function checkDoorsOf(url: string, gatewayUrl: string | undefined): void {
  doorsOfPort.set(Number(new URL(url).port), doors)
  if (gatewayUrl) doorsOfPort.set(Number(new URL(gatewayUrl).port), gatewayDoors)
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
  const known = doorsOfPort.get(server.address()?.port ?? 0)
  const path = (request.url ?? '').replace(/\?.*/s, '')
  const door = known?.find((each) => each.verb === request.method && each.path.test(path))
  // A stream whose reader leaves never finishes.
  if (door) response.once('close', () => check(door, path, response))
})

function doorOf(
  { operationId: id, responses }: { operationId: string; responses: Door['responses'] },
  verb: string,
  path: string,
): Door {
  const pattern = path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')
  return { id, verb: verb.toUpperCase(), path: new RegExp(`^${pattern}$`), responses }
}

function check({ id, responses }: Door, path: string, response: ServerResponse): void {
  if (!response.headersSent) return
  const { statusCode: status } = response
  const described = responses[status] ?? responses.default
  const type = typeOf(response)
  // Stored files have any type.
  const isFile = described?.content?.['application/octet-stream'] !== undefined
  // Browsers get the errors of pages as pages.
  const isPage = status >= 400 && type === 'text/html'
  if (!described) faults.add(`${id} returned ${status}, which the API document does not describe: ${path}`)
  else if (described.content && !isFile && !isPage && !(type in described.content))
    faults.add(`${id} returned ${status} as "${type}", which the API document does not describe: ${path}`)
  else recordResponse(id, status, 'product')
}

/** What was sent: headers that `writeHead` gets are not among those of `getHeader`. */
function typeOf(response: ServerResponse): string {
  const { _header: sent = '' } = response as ServerResponse & { readonly _header?: string }
  return /^content-type: *([^;\r]*)/im.exec(sent)?.[1] ?? ''
}
