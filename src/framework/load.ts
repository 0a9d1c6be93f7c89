import { type Load, loadInParts } from '#runtime/base/load-in-parts.ts'

/** What the framework stands on, the deepest first. Each takes a few milliseconds to a few dozen. */
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

/** Loads the framework while others are served. Anybody can cause it, without credentials. */
export async function loadFramework(): Promise<typeof import('./open.ts')> {
  await loadInParts(parts)
  return import('./open.ts')
}
