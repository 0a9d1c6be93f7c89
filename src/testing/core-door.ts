import { ConnectError, type Interceptor, type Transport } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { openRpcPort } from '../framework/grpc/port.ts'
import { RpcDoor } from '../framework/grpc/rpc-door.ts'
import { createNaming, type NamespaceNaming } from '../framework/kernel/admission/roles.ts'
import { createStanding, type Standing } from '../framework/kernel/admission/standing.ts'
import { type CoreService, Host } from '../framework/kernel/host/host.ts'
import type { LegacyErrorBody } from '../runtime/base/errors.ts'
import { createLog } from '../runtime/base/log.ts'
import type { Store } from '../runtime/store/types.ts'
import { type AuthWorld, authWorld } from './auth-world.ts'

/** Services served on the real port, with the accounts and rules of an auth world. */
export interface CoreDoor {
  readonly world: AuthWorld
  /** Whether callers who hold streams open may still do so. */
  readonly standing: Standing
  /** Host and port. */
  readonly address: string
  /** A gRPC transport with this token, in its own or in another namespace. */
  as(token: string | undefined, namespace?: string): Transport
  close(): Promise<void>
}

/** @param services creates the services for the world, whose clock the test drives */
export async function openCoreDoor(
  store: Store,
  services: (parts: { world: AuthWorld; naming: NamespaceNaming }) => readonly CoreService[],
): Promise<CoreDoor> {
  const world = authWorld(store)
  const stopping = new AbortController()
  const record = () => undefined
  const log = createLog({ logLevel: 'silent' })
  const standing = createStanding(world.admission)
  const host = new Host({
    services: services({ world, naming: createNaming(world.namespaces) }),
    open: [],
    admission: world.admission,
    standing,
    record,
    stopping: stopping.signal,
  })
  const beyond = { handle: nothing, upgrade: nothing, proxyGrpc: nothing }
  const namespaceOf = ({ headers }: { headers: Record<string, unknown> }) =>
    headers['service-namespace'] as string | undefined
  const door = new RpcDoor({ host, beyond, proxies: [], namespaceOf, record, log })
  const port = await openRpcPort(door, { host: '127.0.0.1', port: 0 })
  const address = `127.0.0.1:${port.port}`
  return {
    world,
    standing,
    address,
    as(token, namespace) {
      const identified: Interceptor = (next) => (request) => {
        if (token !== undefined) request.header.set('authorization', `Bearer ${token}`)
        if (namespace !== undefined) request.header.set('service-namespace', namespace)
        return next(request)
      }
      return createGrpcTransport({ baseUrl: `http://${address}`, interceptors: [identified] })
    },
    async close() {
      stopping.abort()
      await port.drain(0)
    },
  }
}

function nothing(): never {
  throw new Error('Only services of the framework are served here')
}

/** The error of a call that must fail, as its JSON body. */
export async function refusalOf(call: Promise<unknown>): Promise<LegacyErrorBody> {
  const answer = await call.catch((failure: unknown) => failure)
  if (answer instanceof ConnectError) return JSON.parse(answer.rawMessage) as LegacyErrorBody
  throw new Error(`It should have been refused: ${String(answer)}`)
}
