import { rm } from 'node:fs/promises'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll } from 'vitest'
import { methods as productMethods } from '#generated/server/methods.ts'
import type { CallArgs, Result } from '../../generated/server/handlers.ts'
import type { OperationId } from '../../generated/server/operations.ts'
import { loadConfig, SETTINGS } from '../app/config.ts'
import type { McpOptions } from '../app/mcp.ts'
import type { MethodFiles } from '../app/open-families.ts'
import { type OpenBeside, type RunningServer, startServer } from '../app/server.ts'
import { namespacedTables } from '../framework/namespaced-tables.ts'
import { createAccounts } from '../runtime/accounts/accounts.ts'
import type { NewToken } from '../runtime/accounts/new-token.ts'
import { SESSION_COOKIE } from '../runtime/accounts/sessions.ts'
import type { SetupLinks } from '../runtime/accounts/setup-links.ts'
import { type ManualClock, manualClock } from '../runtime/base/clock.ts'
import { createLog } from '../runtime/base/log.ts'
import type { Bus } from '../runtime/bus/bus.ts'
import type { Contract } from '../runtime/calls/contract.ts'
import type { AnyFamily } from '../runtime/kit/family.ts'
import type { Ledger } from '../runtime/money/ledger.ts'
import type { Storage } from '../runtime/store/quota/storage.ts'
import type { Dialect, Store } from '../runtime/store/types.ts'
import { checkDoorsOf } from './checked-doors.ts'
import { type CallerOptions, CheckedWire, operationOf } from './checked-wire.ts'
import { type DatabaseSettings, forEachDatabase, forOneDatabase, newDataDir } from './databases.ts'
import { keepLoggedError } from './logged-errors.ts'
import { beginHolding } from './nothing-held.ts'
import { scheduleFilter } from './schedules.ts'
import { familiesOf, type Handlers, methodFilesOf } from './stand-ins.ts'

/** A response whose body has been checked against the API document. */
export interface CheckedResponse<Body = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export interface ErrorBody {
  error: string
  code: string
  details?: { path: string; message: string }[]
}

/** A caller of the test server. */
export interface TestCaller {
  /** The token it sends; undefined for an anonymous caller. */
  readonly token: string | undefined
  /** Calls an operation through the generated client and returns its result. Fails unless the status is 200. */
  ok<Id extends OperationId>(id: Id, args: CallArgs<Id>): Promise<Result<Id>>
  /** Calls an operation with any arguments, valid or not, and returns the error. Fails when the status is 200. */
  fails(id: OperationId, args: Record<string, unknown>): Promise<CheckedResponse<ErrorBody>>
  /** Calls an operation with any arguments and returns the response. */
  call(id: OperationId, args: Record<string, unknown>, headers?: Record<string, string>): Promise<CheckedResponse>
  /** Sends any request to an operation's path; the response is checked. */
  send(id: OperationId, init: RequestInit, query?: string): Promise<CheckedResponse>
}

export interface TestAccount extends TestCaller {
  readonly id: string
  readonly username: string
  /** The same account through another token. */
  withToken(token: NewToken): Promise<TestCaller>
  /** The same account signed in with a browser: it sends its cookie and, unless left out, X-CSRF-Token. */
  inBrowser(options?: { readonly withoutCsrf?: true }): Promise<TestBrowser>
}

export interface TestBrowser extends TestCaller {
  readonly sessionId: string
  /** The Cookie header. */
  readonly cookie: string
  readonly csrfToken: string
}

export interface TestServer {
  readonly url: string
  /** The address of the framework's services and the gateway. Throws unless the settings have a GATEWAY_PORT. */
  readonly gatewayUrl: string
  readonly store: Store
  readonly storage: Storage
  /** Where its files are. */
  readonly dataDir: string
  readonly setupLinks: SetupLinks
  readonly ledger: Ledger
  readonly bus: Bus
  /** Runs a call of a known caller, such as the agent's. */
  readonly calls: RunningServer['calls']
  readonly approvals: RunningServer['approvals']
  /** Runs the jobs that are due. */
  readonly jobs: RunningServer['jobs']
  readonly clock: ManualClock
  readonly anonymous: TestCaller
  /** A caller without an account that sends these headers with every call. */
  sending(headers: Record<string, string>): TestCaller
  /** Reloads the settings of its start with these changes, as SIGHUP does. */
  reload(changes: Readonly<Record<string, string>>): void
  /** Creates an account with a token for all services and all actions. */
  account(username?: string): Promise<TestAccount>
  stop(): Promise<void>
}

export interface TestServerOptions {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** Stand-ins for the handlers of families: the server serves these families and no other. */
  readonly handlers?: Handlers
  /** The families it serves; those of the product if not given. */
  readonly families?: readonly AnyFamily[]
  /** Other operations than the product's own. */
  readonly contract?: Contract
  /** Seconds that running calls get when the server stops; 1 if not given. */
  readonly shutdownTimeoutS?: number
  /** Receives every line of the log, at level debug; without it errors are printed if the test fails. */
  readonly onLogLine?: (line: string) => void
  /** Further environment variables. */
  readonly settings?: Readonly<Record<string, string>>
  /** The time of the server's clock, RFC 3339, until a test moves it. */
  readonly now?: string
  /** What is different about its machine endpoint. */
  readonly mcp?: McpOptions
  /** In the tests of a family, whose schedules run besides its own: `accounts`, or one by name. */
  readonly schedules?: readonly string[]
  /** What serves more addresses. */
  readonly openBeside?: OpenBeside
}

/** The clock stands still, so all calls of a test file would count as made in one minute. */
const limitsOff = Object.fromEntries(
  Object.values(SETTINGS)
    .filter(({ name }) => name.startsWith('LIMIT_'))
    .map(({ name }) => [name, 'off']),
)

/** Hashes a password with almost no work, and verifying it takes as little. */
const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Starts a server on a free port, with a clock that the test drives. Every response is checked against the document. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const clock = manualClock(options.now ?? '2026-11-21T09:30:00Z')
  const config = configOf(options)
  const log = createLog(config, { write: options.onLogLine ?? keepLoggedError })
  const { contract, mcp, handlers, families = handlers && familiesOf(handlers) } = options
  const nothingHeld = beginHolding(options.dataDir)
  const server = await startServer({
    ...{ config, clock, log, runsSchedule: scheduleFilter(options.schedules) },
    ...(families && { families }),
    ...(handlers && {
      methods: { ...(options.families && productMethods), ...methodFilesOf(handlers) } as MethodFiles,
    }),
    ...(contract && { contract }),
    ...(mcp && { mcp }),
    ...(options.openBeside && { openBeside: options.openBeside }),
  }).catch(async (failure: unknown) => {
    await nothingHeld()
    throw failure
  })
  // The address it listens on, which BASE_URL need not name.
  const url = `http://${server.config.host}:${server.config.port}`
  const origin = families ? 'stand-ins' : 'product'
  const forgetDoors = checkDoorsOf(url, server.gatewayUrl, origin)
  const callerOf: CallerOf = (token, headers = {}) => callerAt({ url, origin, token, headers, clock })
  return {
    url,
    get gatewayUrl() {
      if (server.gatewayUrl === undefined)
        throw new Error("The test server has no gateway: settings { GATEWAY_PORT: '0' }")
      return server.gatewayUrl
    },
    clock,
    store: server.store,
    storage: server.storage,
    dataDir: options.dataDir,
    setupLinks: server.setupLinks,
    ledger: server.ledger,
    bus: server.bus,
    approvals: server.approvals,
    jobs: server.jobs,
    calls: server.calls,
    anonymous: callerOf(undefined),
    sending: (headers) => callerOf(undefined, headers),
    reload: (changes) => server.reload(configOf({ ...options, settings: { ...options.settings, ...changes } })),
    account: accountMaker(server, clock, callerOf),
    async stop() {
      await server.stop()
      forgetDoors()
      await nothingHeld()
    },
  }
}

function configOf({ dataDir, databaseUrl, onLogLine, shutdownTimeoutS = 1, settings }: TestServerOptions) {
  return loadConfig({
    PORT: '0',
    GATEWAY_PORT: 'off',
    DATA_DIR: dataDir,
    LOG_LEVEL: onLogLine ? 'debug' : 'error',
    SHUTDOWN_DELAY_S: '0',
    SHUTDOWN_TIMEOUT_S: String(shutdownTimeoutS),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...limitsOff,
    // Schedules run whenever a test moves the clock, and no test calls a provider without its own stand-in.
    MARKETS_REFRESH: 'off',
    NEWS_FEEDS: 'none',
    DISK_RESERVE_MIB: 'off',
    ...settings,
  })
}

type CallerOf = (token: string | undefined, headers?: Record<string, string>) => TestCaller

/** Creates accounts, named `person_1`, `person_2` and so on where a test does not name them. */
function accountMaker(server: RunningServer, clock: ManualClock, callerOf: CallerOf): TestServer['account'] {
  const { store, tokens, sessions, csrf, config } = server
  const { welcomeMicroCredits } = config
  const accounts = createAccounts({ store, clock, welcomeMicroCredits, namespacedTables, hash: cheapHash })
  let count = 0
  return async (username) => {
    count += 1
    const account = await accounts.create({
      username: username ?? `person_${count}`,
      password: 'correct horse battery',
    })
    const withToken = async (token: NewToken) => callerOf((await tokens.create(account.id, token)).secret)
    const caller = await withToken({ scope: { services: 'all' }, actions: true })
    const inBrowser = async ({ withoutCsrf = false } = {}) => {
      const { session, secret } = await sessions.start(account.id, 'test')
      const cookie = `${SESSION_COOKIE}=${secret}`
      const csrfToken = csrf.tokenFor(session.id)
      const headers = { Cookie: cookie, ...(withoutCsrf ? {} : { 'X-CSRF-Token': csrfToken }) }
      return { ...callerOf(undefined, headers), sessionId: session.id, cookie, csrfToken }
    }
    return { ...caller, id: account.id, username: account.username, withToken, inBrowser }
  }
}

function callerAt(options: CallerOptions): TestCaller {
  const wire = new CheckedWire(options)
  return {
    token: options.token,
    send: (id, init, query) => wire.send(id, init, query),
    call: (id, args, headers) => wire.call(id, args, headers),
    async ok(id, args) {
      const method = wire.clientMethod(id)
      if (method) return (await method(args)) as Result<typeof id>
      const { status, body } = await wire.call(id, args as Record<string, unknown>)
      if (status !== 200) throw new Error(`${id} returned ${status}: ${JSON.stringify(body)}`)
      return (operationOf(id).envelope === 'result' ? (body as { result: unknown }).result : body) as Result<typeof id>
    },
    async fails(id, args) {
      const response = await wire.call(id, args)
      if (response.status === 200)
        throw new Error(`${id} should have failed, but returned ${JSON.stringify(response.body)}`)
      return response as CheckedResponse<ErrorBody>
    },
  }
}

type RegisterServer = (server: () => TestServer, dialect: Dialect) => void
type ServerDifferences = Omit<TestServerOptions, 'dataDir' | 'databaseUrl'>

/**
 * Registers the same tests once for a server on SQLite and once for one on PostgreSQL. The server starts before the
 * first test of the block and stops after the last.
 *
 * @param options what differs from the product's own server
 */
export function forEachServer(register: RegisterServer, options: ServerDifferences = {}): void {
  forEachDatabase((dialect, _open, newDatabase) => register(serverOn(newDatabase, options), dialect))
}

/**
 * The same for one server, where the database makes no difference: every statement that is sent there must have tests
 * that run on both.
 */
export function forOneServer(register: RegisterServer, options: ServerDifferences = {}): void {
  forOneDatabase((dialect, _open, newDatabase) => register(serverOn(newDatabase, options), dialect))
}

/**
 * A server on SQLite for the tests of one block, where the database makes no difference: it starts before the first test
 * and stops after the last.
 */
export function serverForTests(options: ServerDifferences = {}): () => TestServer {
  let dataDir = ''
  // Vitest runs these in reverse: the server stops first.
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  const newDatabase = async () => {
    dataDir = await newDataDir()
    return { dataDir }
  }
  return serverOn(newDatabase, options)
}

function serverOn(newDatabase: () => Promise<DatabaseSettings>, options: ServerDifferences): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await startTestServer({ ...options, ...(await newDatabase()) })
  })
  afterAll(() => server?.stop())
  return () => {
    if (!server) throw new Error('The test server runs only inside tests')
    return server
  }
}
