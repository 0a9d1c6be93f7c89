import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSettings } from '#testing/databases.ts'
import { freePort } from '#testing/loopback.ts'
import { startPostgres } from '#testing/postgres-server.ts'
import { mainFile, type Program, startProgram } from '#testing/program.ts'
import { migrations } from '../../src/app/migrations.ts'
import { createAccounts } from '../../src/runtime/accounts/accounts.ts'
import { createTokens } from '../../src/runtime/accounts/tokens.ts'
import { systemClock } from '../../src/runtime/base/clock.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import type { Store } from '../../src/runtime/store/types.ts'

/** One server process of an instance, always on the same port. */
export interface InstanceProcess {
  readonly url: string
  readonly program: Program
  /** Starts it again after it has ended. @param file another program, instead of the same */
  restart(file?: string): Promise<void>
}

/** An account with a token for all services and the agent, and the processes of its instance. */
export interface Instance extends AsyncDisposable {
  readonly database: DatabaseSettings
  readonly store: Store
  readonly token: string
  /**
   * Starts a server process, which is ready when the promise resolves.
   *
   * @param settings further environment variables
   * @param file the program, `src/main.ts` if not given
   */
  start(settings?: Readonly<Record<string, string>>, file?: string): Promise<InstanceProcess>
}

/** A process that also serves the gateway. */
export interface Served {
  readonly process: InstanceProcess
  readonly gatewayUrl: string
}

/** Starts a server process that serves the gateway at its own port. See `Instance.start`. */
export async function startWithGateway(
  instance: Instance,
  settings: Readonly<Record<string, string>>,
  file?: string,
): Promise<Served> {
  const port = await freePort()
  const process = await instance.start({ ...settings, GATEWAY_PORT: String(port) }, file)
  return { process, gatewayUrl: `http://127.0.0.1:${port}` }
}

/** Makes an empty PostgreSQL database that is removed at the end. */
export async function newPostgres(stack: AsyncDisposableStack): Promise<DatabaseSettings> {
  const { url, stop } = await startPostgres()
  stack.defer(stop)
  return { databaseUrl: url, dataDir: await newFolder(stack) }
}

/** Makes an empty folder that is removed at the end. */
export async function newFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-drill-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Migrates the database and adds an account. */
export async function openInstance(database: DatabaseSettings): Promise<Instance> {
  const stack = new AsyncDisposableStack()
  const store = await openStore(database)
  stack.defer(() => store.close())
  await store.migrate(migrations)
  const { id } = await createAccounts({ store, clock: systemClock, namespacedTables: [] }).create({
    username: 'adele',
    password: 'correct horse battery',
  })
  const services = ['notes', 'events', 'files', 'chat', 'blog', 'work']
  const { secret } = await createTokens({ store, clock: systemClock, services }).create(id, {
    scope: { services: 'all', capabilities: ['agent'] },
    actions: true,
  })
  return {
    database,
    store,
    token: secret,
    async start(settings = {}, file) {
      const port = await freePort()
      const env = { ...environmentOf(database), PORT: String(port), ...settings }
      const own = file ?? (await mainFile())
      const start = (program = own) => startProgram({ args: [program], env }, /listens on/)
      const process = { url: `http://127.0.0.1:${port}`, program: await start(), restart }
      stack.defer(() => process.program.stop())
      async function restart(program?: string) {
        process.program = await start(program)
      }
      return process
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function environmentOf({ databaseUrl = '', dataDir }: DatabaseSettings): Record<string, string> {
  return {
    ...{
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      BASE_URL: '',
      GATEWAY_PORT: 'off',
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    // The drills are about other things than limits and the network.
    ...{ LIMIT_ACCOUNT_PER_MINUTE: '999999999', NEWS_FEEDS: 'none', MARKETS_REFRESH: 'off', PROVIDERS: 'examples' },
  }
}
