import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

type Load = () => Promise<unknown>

/**
 * What the framework stands on, the deepest first. Each is a few milliseconds to a few dozen of work that cannot be
 * interrupted: to load and run a module and all that it imports.
 */
const parts: readonly Load[] = [
  () => import('node:https'),
  () => import('node:http2'),
  () => import('@bufbuild/protobuf/wire'),
  () => import('@bufbuild/protobuf/wkt'),
  () => import('@bufbuild/protobuf'),
  () => import('@bufbuild/protobuf/codegenv2'),
  () => import('@connectrpc/connect'),
  () => import('@connectrpc/connect/protocol'),
  () => import('@connectrpc/connect-node'),
  () => import('./grpc/reflection.ts'),
  () => import('./kernel/host/host.ts'),
  () => import('./grpc/door.ts'),
  () => import('./discovery/discovery.ts'),
  () => import('./gateway/websocket.ts'),
  () => import('./gateway/gateway.ts'),
  () => import('./gateway/grpc-proxy.ts'),
  () => import('./services/auth/compose.ts'),
  () => import('./services/messaging.ts'),
  () => import('./services/store/service.ts'),
  () => import('./services/runtime/compose.ts'),
  () => import('./services/events/service.ts'),
]

/** The longest rest after a part, in milliseconds: a stalled machine must not keep the first caller waiting. */
const maxRestMs = 60

interface Resting {
  /** Milliseconds of any clock that never goes back. */
  readonly now: () => number
  readonly rest: (ms: number) => Promise<unknown>
}

/**
 * Loads the framework part by part. Anybody can cause it, without credentials, and all others are served meanwhile: after each
 * part the event loop is left to them for as long as the part kept it, because a call of theirs takes several turns.
 */
export async function loadFramework(
  each: readonly Load[] = parts,
  { now, rest }: Resting = { now: () => performance.now(), rest: pause },
): Promise<typeof import('./open.ts')> {
  for (const load of each) {
    const beganAt = now()
    await load()
    await rest(Math.min(Math.ceil(now() - beganAt), maxRestMs))
  }
  return import('./open.ts')
}
