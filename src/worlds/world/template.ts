import type { Dirent } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../app/config.ts'
import { openServer } from '../../app/open-server.ts'
import type { RuntimeServices } from '../../app/runtime-services.ts'
import { hashPassword } from '../../runtime/accounts/passwords.ts'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Log } from '../../runtime/base/log.ts'
import { once } from '../../runtime/base/once.ts'
import type { Outside } from '../../runtime/outbound/outside.ts'
import { sqliteFile } from '../../runtime/store/sqlite.ts'
import { copySqlite } from '../../runtime/store/sqlite-copy.ts'
import { copyMigrated } from './migrated-database.ts'

/** An account that every world starts with. */
export interface WorldAccount {
  readonly username: string
  readonly password: string
  /** For all services and areas, with actions. */
  readonly token: string
}

/** A token of a seed, which has fewer rights. */
export interface WorldToken {
  readonly name: string
  /** Username of its account. */
  readonly account: string
  readonly token: string
}

/** The name of a seed that is not a ready one. */
export const ownSeed = 'own'

/** What a world started with. */
export interface Origin {
  /** The name of its seed. */
  readonly seed: string
  readonly accounts: readonly WorldAccount[]
  readonly tokens: readonly WorldToken[]
  /** The seed itself, as it was given, without its clock. */
  readonly document: { readonly [part in 'accounts' | 'tokens' | 'calls']?: readonly object[] }
  /** Time of the clock for which the seed was played, epoch milliseconds. */
  readonly clockMs: number
  /** The calls of its seed that changed something, or whose results have names. */
  readonly calls: readonly PlayedCall[]
}

/** A successful call. */
export interface PlayedCall {
  readonly operation: string
  /** Username of the account that it was made for. */
  readonly as: string
  readonly args: Readonly<Record<string, unknown>>
  readonly result: unknown
  /** Epoch milliseconds, by the clock of the world. */
  readonly atMs: number
}

/** A folder that worlds start as copies of. */
export interface Template {
  readonly folder: string
  readonly origin: Origin
}

interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

/** The first is the administrator. */
const usernames = ['ada', 'omar', 'mira'] as const
/** The password of accounts that are given none. */
export const worldPassword = 'sandbox password'
const capabilities = ['agent', 'inbox', 'work'] as const
const tokenDays = 3650
const stopMs = 1000

/** Hashing a password takes long by design. */
const worldPasswordHash = once(() => hashPassword(worldPassword))

/** Where what templates send goes. */
export const nowhere: Outside = { deliver: async () => undefined, answer: () => ({}) }

/**
 * Makes the folder: a migrated database with the accounts of the sandbox.
 *
 * @param folder is created
 */
export async function makeTemplate(folder: string, { config, clock, log }: Parts): Promise<Template> {
  // Runs on another thread while the server opens.
  worldPasswordHash().catch(() => undefined)
  await copyMigrated(folder, config.quotaBytes)
  await using stack = new AsyncDisposableStack()
  const connections = { count: 0, refused: 0 }
  const { runtime, jobs } = await openServer(
    { config: { ...config, dataDir: folder }, clock, log, connections, gatewayPort: undefined, outside: nowhere },
    stack,
  )
  const accounts: WorldAccount[] = []
  for (const username of usernames) accounts.push(await createAccount(runtime, username, worldPassword))
  await jobs.stop(stopMs)
  const origin = { seed: 'empty', accounts, tokens: [], document: {}, clockMs: clock.now(), calls: [] }
  return { folder, origin }
}

/** Creates an account with a token for everything. */
export async function createAccount(
  { accounts, tokens }: Pick<RuntimeServices, 'accounts' | 'tokens'>,
  username: string,
  password: string,
): Promise<WorldAccount> {
  const passwordHash = password === worldPassword ? await worldPasswordHash() : undefined
  const { id } = await accounts.create({ username, password, passwordHash })
  const scope = { services: 'all', capabilities } as const
  const { secret } = await tokens.create(id, { scope, actions: true, days: tokenDays, name: 'sandbox' })
  return { username, password, token: secret }
}

/** Not part of a world: what is remembered only to save work, and what a closed database leaves behind. */
const leftOut = new Set(['browser', 'caches', 'server.lock'])

/** Copies the folder of a world that is closed, or the template. */
export async function copyWorld(from: string, to: string, isCopied = (_name: string) => true): Promise<void> {
  await copyFolder(from, to, (name) => !leftOut.has(name) && isCopied(name))
}

/** Faster than `cp`, which reads the state of every folder above each file. */
async function copyFolder(from: string, to: string, isCopied = (_name: string) => true): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = (await readdir(from, { withFileTypes: true })).filter(({ name }) => isCopied(name))
  const copy = (entry: Dirent) =>
    (entry.isDirectory() ? copyFolder : copyFile)(join(from, entry.name), join(to, entry.name))
  await Promise.all(entries.map(copy))
}

/** Copies the folder of a world that is open: first the database, because the files that it names remain for a while. */
export async function copyOpenWorld(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const database = sqliteFile(from)
  await copySqlite(database, sqliteFile(to))
  await copyWorld(from, to, (name) => !name.startsWith(basename(database)))
}
