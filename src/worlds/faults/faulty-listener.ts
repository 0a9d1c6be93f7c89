import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { OpenServer } from '../../app/open-server.ts'
import { asApiError } from '../../runtime/base/errors.ts'
import { writeFailure } from '../control/write-failure.ts'
import { breakAfter } from './broken-response.ts'
import { calledOperation } from './called-operation.ts'
import type { DocumentedOperation } from './documented.ts'
import { errorOf, exhausted } from './failing.ts'
import { preferring } from './faulty-methods.ts'
import { type Preference, preferenceOf, responseFor } from './prefer.ts'
import type { Faults, NewFault } from './world-faults.ts'

type FaultyServer = Pick<OpenServer, 'listener' | 'calls'>

/**
 * The listener of a world with its faults of connections, and the faults of what is not a method: a page, a stream, a file.
 */
export function faultyListener(server: FaultyServer, faults: Faults): RequestListener {
  return (req, res) => {
    if (faults.isEmpty && req.headers.prefer === undefined) return server.listener(req, res)
    respond(server, faults, req, res).catch((failure: unknown) => writeFailure(req, res, asApiError(failure)))
  }
}

async function respond({ listener, calls }: FaultyServer, faults: Faults, req: IncomingMessage, res: ServerResponse) {
  const preference = preferenceOf(req.headers.prefer)
  const operation = await calledOperation(req, calls.contract)
  const isNamed = ({ method }: NewFault) => method === operation?.id
  for (const { kind, bytes = 0 } of faults.due(['cut', 'stall'], (each) => each.method === '*' || isNamed(each))) {
    breakAfter(res, bytes, kind as 'cut' | 'stall')
  }
  const listening = () => preferring(preference, res, () => listener(req, res))
  if (!operation || operation.isCall) return listening()
  // The methods called by a request to another door, such as that of MCP, have their own faults.
  for (const fault of faults.due(['latency', 'status'], isNamed)) {
    if (fault.kind === 'status') return failAs(operation, fault, req, res)
    await pause(faults.delayMs(fault), undefined, { ref: false })
  }
  const isFailure = preference?.status !== undefined && preference.status >= 400
  if (isFailure && operation.id !== doorOfCalls) return failAs(operation, preference, req, res, 'Prefer')
  return listening()
}

/** Through it, methods are called. */
const doorOfCalls = 'doors.mcp'

function failAs(
  operation: DocumentedOperation,
  asked: Preference & Pick<NewFault, 'retryAfterS'>,
  req: IncomingMessage,
  res: ServerResponse,
  argument = 'status',
): void {
  const response = responseFor(operation, asked, argument)
  const limit = exhausted([], asked.retryAfterS)
  writeFailure(req, res, errorOf(response, limit), response.status === 429 ? [limit] : [])
}
