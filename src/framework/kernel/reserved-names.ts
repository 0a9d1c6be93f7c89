import { families } from '#generated/server/operations.ts'

/** The services of the framework, whether or not this server serves each of them. */
const coreNames = [
  'api',
  'auth',
  'broker',
  'client',
  'config',
  'debug',
  'errors',
  'events',
  'gateway',
  'network',
  'registry',
  'router',
  'runtime',
  'store',
  'url',
] as const

/** Names that no service may register under, in any namespace: the gateway serves the server's own there. */
export const reservedNames: ReadonlySet<string> = new Set([...coreNames, ...families])
