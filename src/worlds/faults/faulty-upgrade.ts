import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { requestIdOf } from '#runtime/base/request-id.ts'
import type { OpenServer } from '../../app/open-server.ts'
import type { Upgrades } from '../../doors/http/http-server.ts'
import { asApiError } from '../../runtime/base/errors.ts'
import { breakSocketAfter } from './broken-socket.ts'
import { calledOperation } from './called-operation.ts'
import type { DocumentedOperation } from './documented.ts'
import { errorOf, exhausted } from './failing.ts'
import { fits, preferring } from './faulty-methods.ts'
import { type Preference, preferenceOf, responseFor } from './prefer.ts'
import type { Faults } from './world-faults.ts'

type Upgrade = Upgrades['upgrade']

/** The upgrades of a world with its faults. A WebSocket is one call of its method, so that the faults of that delay or refuse it. */
export function faultyUpgrade({ upgrades, calls }: Pick<OpenServer, 'upgrades' | 'calls'>, faults: Faults): Upgrade {
  return (req, socket, head) => {
    if (faults.isEmpty && req.headers.prefer === undefined) return upgrades.upgrade(req, socket, head)
    const upgrade = async () => {
      const operation = await calledOperation(req, calls.contract)
      const asked = await allowed(operation, preferenceOf(req.headers.prefer), faults, req, socket)
      if (!asked || socket.destroyed) return
      const connection = brokenBy(faults, operation, socket)
      preferring(asked.preference, socket, () => upgrades.upgrade(req, connection, head), operation?.isCall)
    }
    upgrade().catch((failure: unknown) => refuse(req, socket, 'gateway', asApiError(failure)))
  }
}

/** @returns the response that the method is to give, if any; undefined if the upgrade was refused */
async function allowed(
  operation: DocumentedOperation | undefined,
  preference: Preference | undefined,
  faults: Faults,
  req: IncomingMessage,
  socket: Duplex,
): Promise<{ readonly preference: Preference | undefined } | undefined> {
  if (!operation?.isCall) return { preference: undefined }
  const chosen = async (asked: Preference, argument: string, retryAfterS?: number) => {
    const response = responseFor(operation, asked, argument)
    // A success is the message of the method.
    if (response.status < 400) return { preference: asked }
    const limit = exhausted([], retryAfterS)
    await refuse(req, socket, operation.id, errorOf(response, limit), response.status === 429 ? limit : undefined)
    return undefined
  }
  if (preference) return chosen(preference, 'Prefer')
  const isFor = ({ method }: { method: string }) => method === '*' || method === operation.id
  for (const fault of faults.due(['latency', 'status'], (each) => isFor(each) && fits(each, operation))) {
    if (fault.kind === 'status') return chosen(fault, 'status', fault.retryAfterS)
    await pause(faults.delayMs(fault), undefined, { ref: false })
  }
  return { preference: undefined }
}

function brokenBy(faults: Faults, operation: DocumentedOperation | undefined, socket: Duplex): Duplex {
  let connection = socket
  for (const { kind, bytes = 0 } of faults.due(
    ['cut', 'stall'],
    ({ method }) => method === '*' || method === operation?.id,
  )) {
    connection = breakSocketAfter(connection, bytes, kind as 'cut' | 'stall')
  }
  return connection
}

/** Responds as the gateway does, whose protocols are loaded with the first upgrade. */
async function refuse(
  req: IncomingMessage,
  socket: Duplex,
  id: string,
  failure: Parameters<typeof import('../../framework/kernel/rpc-errors.ts').operationError>[0],
  limit?: ReturnType<typeof exhausted>,
): Promise<void> {
  const [{ operationError }, { responseOn, writeError }] = await Promise.all([
    import('../../framework/kernel/rpc-errors.ts'),
    import('../../framework/gateway/responses.ts'),
  ])
  const requestId = requestIdOf(req.headers['x-request-id'])
  writeError({ req, res: responseOn(req, socket), requestId, limit }, operationError(failure, id), id)
}
