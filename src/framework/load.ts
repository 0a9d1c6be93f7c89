import { setImmediate as turn } from 'node:timers/promises'

/**
 * What the framework stands on, the deepest first. Each is a few milliseconds to a few dozen of work that cannot be
 * interrupted: to load and run a module and all that it imports.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('@bufbuild/protobuf'),
  () => import('@bufbuild/protobuf/codegenv2'),
  () => import('@connectrpc/connect'),
  () => import('@connectrpc/connect/protocol'),
  () => import('@connectrpc/connect-node'),
  () => import('./grpc/reflection.ts'),
  () => import('./kernel/host/host.ts'),
  () => import('./grpc/door.ts'),
  () => import('./gateway/gateway.ts'),
  () => import('./gateway/grpc-proxy.ts'),
  () => import('./services/auth/compose.ts'),
  () => import('./services/messaging.ts'),
  () => import('./services/store/service.ts'),
  () => import('./services/runtime/compose.ts'),
]

/** Loads the framework part by part, so that others are served in between: all at once would keep them for half a second. */
export async function loadFramework(): Promise<typeof import('./open.ts')> {
  for (const load of parts) {
    await load()
    await turn()
  }
  return import('./open.ts')
}
