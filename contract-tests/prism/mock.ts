import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Operation, OperationId } from '../../generated/server/operations.ts'
import { writeOutcome } from '../../src/doors/http/write-outcome.ts'
import { checkMediaType, readBody } from '../../src/http/body.ts'
import { listen, maxHeaderBytes } from '../../src/http/listen.ts'
import { authorizationsOf, paymentOf } from '../../src/http/request-head.ts'
import { parseAuthorization } from '../../src/runtime/accounts/authorization.ts'
import { ApiError, asApiError, type ErrorCode, errorCodes } from '../../src/runtime/base/errors.ts'
import { requestIdOf } from '../../src/runtime/base/request-id.ts'
import { checkArguments, parseBody, parseQuery } from '../../src/runtime/calls/arguments.ts'
import { anonymous } from '../../src/runtime/calls/caller.ts'
import { createContract, type Found } from '../../src/runtime/calls/contract.ts'
import { admissionRefusal } from '../../src/runtime/calls/identify.ts'
import { closeServer } from '../../src/testing/loopback.ts'
import { documentedStatuses } from '../../src/testing/stand-ins.ts'
import { encodeRequest } from '../../tools/codegen/targets/client/runtime/request.ts'
import { exampleOf } from '../document.ts'
import { addressOf, mockCommand, ofConnection, startPrism } from './prism.ts'

const contract = createContract()

/** A running mock. */
export interface Mock {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts the mock: the server's own checks of credentials and arguments, with Prism behind them, which returns the
 * document's examples. Any token is accepted. With `Prefer: code=402`, the response is the example of that status.
 *
 * @param port 0 for any free one
 * @param more arguments for Prism
 */
export async function startMock(port: number, more: readonly string[] = []): Promise<Mock> {
  const prism = await startPrism(mockCommand(0, more))
  const prismUrl = addressOf(prism)
  const server = createServer({ maxHeaderSize: maxHeaderBytes }, (req, res) => void respond(prismUrl, req, res))
  try {
    await listen(server, { host: '127.0.0.1', port }, { name: '--port', isOptional: false })
  } catch (failure) {
    await prism.stop()
    throw failure
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      await closeServer(server)
      await prism.stop()
    },
  }
}

async function respond(prismUrl: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname } = new URL(req.url ?? '/', prismUrl)
  let found: Found | undefined
  try {
    // Pages, files and health checks are no calls; neither are preflight requests, which Prism answers.
    if (req.method === 'OPTIONS' || !(pathname.startsWith('/api/v1/') || contract.holds(pathname))) {
      return await forward(res, await fetch(prismUrl + req.url, await asReceived(req)))
    }
    found = contract.find(req.method ?? 'GET', pathname)
    await forward(res, await exampleFor(prismUrl, req, found))
  } catch (failure) {
    const outcome = { operation: found?.operation, error: asApiError(failure) }
    writeOutcome(req, res, outcome, requestIdOf(req.headers['x-request-id']))
  }
}

/** The response of Prism. Throws the ApiError with which the server would reject the call. */
async function exampleFor(prismUrl: string, req: IncomingMessage, found: Found): Promise<Response> {
  const { operation } = found
  const { prefer = '', origin } = req.headers as Record<string, string | undefined>
  const asked = /\bcode=(\d+)/.exec(prefer)?.[1]
  if (asked !== undefined) checkStatus(operation.id, asked)
  const isUnpaid = asked === undefined && !isAdmitted(req, operation)
  // Prism does not return a requested error for arguments with a fault, so it gets the example's.
  const args = asked || isUnpaid ? exampleOf(operation) : await argumentsOf(req, found)
  const { address, verb, headers, body } = encodeRequest(prismUrl, operation.id, operation, args)
  headers.prefer = isUnpaid ? 'code=402' : prefer
  if (origin !== undefined) headers.origin = origin
  return fetch(address, { method: verb, headers, ...(body !== undefined && { body }) })
}

/**
 * Whether the call comes with a token or a payment, or needs neither. Throws the error of the server if it needs a
 * token.
 */
function isAdmitted(req: IncomingMessage, operation: Operation): boolean {
  if (parseAuthorization(authorizationsOf(req)) !== undefined) return true
  const payment = paymentOf(req)
  const refusal = admissionRefusal(operation, anonymous, { payment })
  if (refusal) throw refusal
  return operation.microCredits === 0 || payment !== undefined
}

/** The arguments of a call that the server would accept, with its defaults. */
async function argumentsOf(req: IncomingMessage, found: Found): Promise<Record<string, unknown>> {
  const { operation, pathValues: path } = found
  const query = parseQuery(req.url?.split('?')[1] ?? '', operation)
  if (operation.verb === 'GET') return checkArguments(contract, operation, { path, query, body: undefined })
  checkMediaType(req)
  const body = await parseBody(await readBody(req, operation.bodyCapBytes, operation.id))
  return checkArguments(contract, operation, { path, query, body })
}

/** Prism returns the example of a documented status. The others have no example, but a code with its meaning. */
function checkStatus(id: OperationId, status: string): void {
  const documented = documentedStatuses(id)
  if (documented.includes(status)) return
  const kinds = Object.entries(errorCodes) as [ErrorCode, (typeof errorCodes)[ErrorCode]][]
  const kind = kinds.findLast((each) => each[1].status === Number(status))
  if (kind) throw new ApiError(kind[0], kind[1].meaning)
  throw new ApiError(
    'invalid_argument',
    `No call returns ${status}. In Prefer, ask for one of ${documented.join(', ')}.`,
  )
}

async function asReceived(req: IncomingMessage): Promise<RequestInit> {
  const headers = Object.entries(req.headers).filter(([name]) => !ofConnection.has(name))
  const body = await buffer(req)
  return {
    method: req.method ?? 'GET',
    headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  }
}

async function forward(res: ServerResponse, response: Response): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !ofConnection.has(name))
  res.writeHead(response.status, headers.flat()).end(Buffer.from(await response.arrayBuffer()))
}
