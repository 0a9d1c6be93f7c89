import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RunningSandbox } from '../sandbox.ts'
import { useLowestPriority } from './lowest-priority.ts'
import { refuseConnections } from './refuse-connections.ts'

/** What the server sends to start the sandbox. */
export interface SandboxStart {
  /** In a folder that is deleted when the sandbox ends. */
  readonly socketPath: string
  /** For the worlds; it exists. */
  readonly folder: string
  readonly baseUrl: string
  readonly maxWorlds: number
}

/** What the server is sent when it serves, or cannot. */
export interface SandboxStarted {
  readonly failure?: string
  readonly state?: SandboxState
}

/** What the server is sent every second. */
export interface SandboxState {
  /** Worlds in memory, and those on disk. */
  readonly open: number
  readonly parked: number
  readonly memoryBytes: number
}

/** Each has a database in memory. */
const maxOpen = 50
const reportMs = 1000

useLowestPriority()
refuseConnections()
let running: Promise<RunningSandbox> | undefined
process.once('message', ({ socketPath, folder, baseUrl, maxWorlds }: SandboxStart) => {
  process.once('disconnect', () => {
    // A server that was killed does not delete it.
    rmSync(dirname(socketPath), { recursive: true, force: true })
    process.exit()
  })
  const parts = { host: '127.0.0.1', port: 0, socketPath, parentFolder: folder, baseUrl }
  // Only now: its modules must find no network.
  running = import('../sandbox.ts').then(({ startSandbox }) =>
    startSandbox({ ...parts, isPublic: true, maxWorlds, maxOpen }),
  )
  running.then(
    (sandbox) => {
      const report = () => process.send?.({ state: stateOf(sandbox) } satisfies SandboxStarted, () => undefined)
      report()
      setInterval(report, reportMs).unref()
    },
    (failure: Error) => process.send?.({ failure: failure.message } satisfies SandboxStarted),
  )
})

function stateOf({ worlds }: RunningSandbox): SandboxState {
  const { count, openCount } = worlds
  return { open: openCount, parked: count - openCount, memoryBytes: process.memoryUsage.rss() }
}

// The server decides when this ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
