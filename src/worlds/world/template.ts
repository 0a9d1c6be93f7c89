import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../app/config.ts'
import { openServer } from '../../app/open-server.ts'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Log } from '../../runtime/base/log.ts'
import type { Outside } from '../../runtime/outbound/outside.ts'

/** An account that every world starts with. */
export interface WorldAccount {
  readonly username: string
  readonly password: string
  /** For all services and areas, with actions. */
  readonly token: string
}

/** The folder that every world starts as a copy of. */
export interface Template {
  readonly folder: string
  readonly accounts: readonly WorldAccount[]
}

interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

/** The first is the administrator. */
const usernames = ['ada', 'omar', 'mira'] as const
const password = 'sandbox password'
const capabilities = ['agent', 'inbox', 'work'] as const
const tokenDays = 3650
const stopMs = 1000
/** The template is only made, not used: nothing is sent or asked. */
const nowhere: Outside = { deliver: async () => undefined, answer: () => ({}) }

/**
 * Makes the folder: a migrated database with the accounts of the sandbox.
 *
 * @param folder is created
 */
export async function makeTemplate(folder: string, { config, clock, log }: Parts): Promise<Template> {
  await using stack = new AsyncDisposableStack()
  const connections = { count: 0, refused: 0 }
  const { runtime, jobs } = await openServer(
    { config: { ...config, dataDir: folder }, clock, log, connections, gatewayPort: undefined, outside: nowhere },
    stack,
  )
  const accounts: WorldAccount[] = []
  for (const username of usernames) {
    const account = await runtime.accounts.create({ username, password })
    const scope = { services: 'all', capabilities } as const
    const { secret } = await runtime.tokens.create(account.id, {
      scope,
      actions: true,
      days: tokenDays,
      name: 'sandbox',
    })
    accounts.push({ username, password, token: secret })
  }
  await jobs.stop(stopMs)
  return { folder, accounts }
}

/** Not part of a world: what is remembered only to save work, and what a closed database leaves behind. */
const leftOut = new Set(['browser', 'caches', 'server.lock'])

/** Copies the folder of a world that is closed, or the template. */
export async function copyWorld(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = (await readdir(from)).filter((name) => !leftOut.has(name))
  await Promise.all(entries.map((name) => cp(join(from, name), join(to, name), { recursive: true })))
}
