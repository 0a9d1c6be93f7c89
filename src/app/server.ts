import { setTimeout } from 'node:timers/promises'
import { routeVisit } from '../doors/http/family-routes.ts'
import type { PartStates } from '../doors/http/health-checks.ts'
import { type BoundHttpDoor, bindHttpDoor } from '../doors/http/http-server.ts'
import { createListener, type ServedRoute } from '../doors/http/listener.ts'
import { createFramework, type Framework } from '../framework/framework.ts'
import { bindRpcPort, type RpcPort } from '../framework/grpc/port.ts'
import { gatewayPortOf } from '../framework/settings.ts'
import { ConnectionBound } from '../http/connection-bound.ts'
import { withoutBasePath } from '../http/target-removal.ts'
import { createSetupLinks, type SetupLinks } from '../runtime/accounts/setup-links.ts'
import { refuseUnfinished } from '../runtime/backup/unfinished.ts'
import { setBasePath } from '../runtime/base/base-path.ts'
import { type Clock, clockFrom } from '../runtime/base/clock.ts'
import { createLog, type Log } from '../runtime/base/log.ts'
import { type Contract, createContract } from '../runtime/calls/contract.ts'
import type { ConsentOptions } from '../runtime/calls/person-consent.ts'
import { Calls } from '../runtime/calls/pipeline.ts'
import { createRecorder } from '../runtime/calls/record.ts'
import { openJobs, type RunningJobs } from '../runtime/jobs/open.ts'
import { hourly, type Schedule } from '../runtime/jobs/schedule.ts'
import type { AnyFamily } from '../runtime/kit/family.ts'
import { oauthPaths } from '../runtime/oauth/metadata.ts'
import { purgePrograms } from '../runtime/oauth/purge.ts'
import type { Storage } from '../runtime/store/quota/storage.ts'
import { takeServerLock } from '../runtime/store/server-lock.ts'
import { withBackups } from './backups.ts'
import { measureBounds } from './bound-metrics.ts'
import { changesElsewhere } from './changes-elsewhere.ts'
import { type Config, createLiveConfig, type LiveConfig, listeningOn, localUrl } from './config.ts'
import { families as allFamilies } from './families.ts'
import { createLazyPages } from './lazy-pages.ts'
import { withGateway, withMcp } from './main-port.ts'
import { type McpOptions, openMcp } from './mcp.ts'
import { openAlerts } from './open-alerts.ts'
import { type MethodFiles, type OpenFamilies, openFamilies } from './open-families.ts'
import { markedTables } from './owned-tables.ts'
import { createReadiness, isEveryPartOk } from './part-states.ts'
import { openRuntimeServices, type RuntimeServices } from './runtime-services.ts'

export interface RunningServer
  extends Pick<
    RuntimeServices,
    'store' | 'storage' | 'bus' | 'approvals' | 'accounts' | 'ledger' | 'tokens' | 'sessions' | 'csrf'
  > {
  /** The settings with the actual port. */
  readonly config: Config
  /** Creates the account of the administrator on an instance without accounts. */
  readonly setupLinks: SetupLinks
  /** Where the framework services and the gateway listen; undefined if GATEWAY_PORT is off. */
  readonly gatewayUrl: string | undefined
  /** Runs a call of a known caller. */
  readonly calls: Pick<Calls, 'run'>
  /** Work in the background. */
  readonly jobs: Pick<RunningJobs, 'settle'>
  /** Uses the reloadable settings of `next` from now on, and logs what changed. */
  reload(next: Config): void
  /** Accepts no more calls, finishes running ones within SHUTDOWN_TIMEOUT_S, then closes the database. */
  stop(): Promise<void>
}

export interface ServerOptions {
  readonly config: Config
  /** The families to serve; all of the product if not given. */
  readonly families?: readonly AnyFamily[]
  /** The files of their methods; those of the product if not given. */
  readonly methods?: MethodFiles
  readonly clock?: Clock
  readonly log?: Log
  readonly contract?: Contract
  /** Starts beside other servers on the same SQLite file, which the product refuses. */
  readonly sharesDataDir?: boolean
  /** The parts of the machine endpoint that tests replace. */
  readonly mcp?: McpOptions
  /**
   * The schedules that run, by their names; all if not given. A test that moves the clock would run those of all
   * families.
   */
  readonly runsSchedule?: (name: string) => boolean
}

/**
 * Takes the ports, opens and migrates the database, and serves. If it cannot, it rejects with a sentence for the
 * operator and leaves nothing open.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = options.log ?? createLog(options.config)
  const clock = options.clock ?? clockFrom(options.config.clock)
  await using stack = new AsyncDisposableStack()
  const ports = await bindPorts(options.config, stack)
  const live = useAddress(listeningOn(options.config, ports.main.port), stack)
  const { config } = live
  await takeDataDir(options, config, log, stack)
  const served = options.families ?? allFamilies
  const kinds = served.flatMap(({ connects = [] }) => connects)
  const runtime = await openRuntimeServices({ config, clock, log, kinds }, stack)
  const families = withBackups(await openFamilies(served, runtime, stack, options.methods), runtime)
  runtime.accountMail.mailer = families.mailer
  for (const files of families.archives) runtime.archive.include(files)
  stack.defer(() => runtime.bus.close())
  await runtime.bus.start(families.subscribers)
  const calls = createPipeline(runtime, families, options.contract)
  runtime.agent.begin(calls, families.agentContext)
  measureBounds(runtime.metrics, { ...runtime, calls, connections: ports.connections })
  const { framework, states } = await startFramework({ runtime, families, calls, ports }, stack)
  const alerts = openAlerts(runtime, families)
  const stopping = new AbortController()
  const pages = createLazyPages({ runtime, families, calls, states, alerts, isStopping: () => stopping.signal.aborted })
  const mcp = openMcp(runtime, calls, options.mcp)
  stack.defer(() => mcp.close())
  const listener = createListener(calls, pages, config.trustedProxies, servedRoutes(runtime, families, calls))
  const main = withGateway(withMcp(listener, mcp), framework, config.gatewayHost)
  const jobs = await startJobs(runtime, families, [alerts.schedule], stack, options.runsSchedule)
  runtime.storage.recountIfNew()
  if (config.x402PayTo !== undefined) runtime.x402.start()
  ports.gateway?.serve(framework)
  ports.main.serve(withoutBasePath(main.listener), main.upgrades)
  const opened = stack.move()
  return {
    ...runtime,
    calls,
    jobs,
    setupLinks: createSetupLinks(runtime),
    reload: (next) => reload(live, next, log),
    gatewayUrl: ports.gateway && localUrl(config.host, ports.gateway.port),
    async stop() {
      stopping.abort()
      // Proxies notice that it is not ready; what they have sent until then is still accepted.
      await setTimeout(config.shutdownDelayMs)
      framework.endStreams()
      runtime.live.endStreams()
      await Promise.all([drain(ports, config.shutdownTimeoutMs), jobs.stop(config.shutdownTimeoutMs)])
      await opened.disposeAsync()
    },
  }
}

/** With SQLite only one server uses a DATA_DIR. None uses one with an unfinished restore. */
async function takeDataDir(
  { sharesDataDir }: ServerOptions,
  { databaseUrl, dataDir }: Config,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<void> {
  if (!databaseUrl && !sharesDataDir) {
    const lock = await takeServerLock(dataDir, log)
    stack.defer(() => lock.close())
  }
  refuseUnfinished(dataDir)
}

/** From now on, markup has the path of BASE_URL. */
function useAddress(config: Config, stack: AsyncDisposableStack): LiveConfig {
  setBasePath(config.baseUrl)
  stack.defer(() => setBasePath(localUrl(config.host, config.port)))
  return createLiveConfig(config)
}

function reload(live: LiveConfig, next: Config, log: Log): void {
  const { used, atNextStart } = live.reload(listeningOn(next, live.config.port))
  log.level = live.config.logLevel
  log.info({ settings: used }, 'settings reloaded')
  if (atNextStart.length > 0) log.warn({ settings: atNextStart }, 'settings take effect at the next start')
}

function servedRoutes(runtime: RuntimeServices, { routes }: OpenFamilies, calls: Calls): ServedRoute[] {
  const { limits, log, config } = runtime
  const options = { identity: runtime, limits, log, calls, proxies: config.trustedProxies }
  return routes.map(({ family, route }) => ({
    path: route,
    visit: (req, res) => routeVisit(req, res, family, options),
  }))
}

async function startJobs(
  runtime: RuntimeServices,
  families: OpenFamilies,
  schedules: readonly Schedule[],
  stack: AsyncDisposableStack,
  runsSchedule: (name: string) => boolean = () => true,
): Promise<RunningJobs> {
  const jobs = await openJobs({
    ...runtime,
    handlers: [runtime.exports.job, runtime.approvals.job, runtime.accountMail.job, ...families.jobs],
    schedules: [...upkeepOf(runtime), ...schedules, ...families.schedules].filter(({ name }) => runsSchedule(name)),
    concurrency: runtime.config.jobConcurrency,
    longConcurrency: runtime.config.longJobConcurrency,
  })
  stack.defer(() => jobs.stop(0))
  return jobs
}

/** The runtime's own upkeep. */
function upkeepOf({
  accounts,
  limits,
  budgets,
  keyedCalls,
  callLog,
  blobs,
  storage,
  bus,
  live,
  connections,
  audit,
  exports,
  approvals,
  log,
  store,
  clock,
}: RuntimeServices): Schedule[] {
  return [
    ...live.schedules,
    hourly('accounts.remove_closed', (signal) => accounts.removeClosed(signal)),
    hourly('limits.purge', () => limits.purge()),
    hourly('budgets.purge', () => budgets.purge()),
    hourly('calls.purge_keys', (signal) => keyedCalls.purge(signal)),
    hourly('calls.tend_log', (signal) => callLog.tend(signal)),
    hourly('blobs.collect', (signal) => blobs.collect(signal)),
    {
      name: 'storage.recount',
      times: '23 3 * * *',
      ifMissed: 'once',
      run: (signal) => recountStorage(storage, log, signal),
    },
    hourly('bus.purge', (signal) => bus.purge(signal)),
    hourly('connections.purge', () => connections.purge()),
    hourly('oauth.purge', (signal) => purgePrograms({ store, clock }, signal)),
    hourly('audit.purge', (signal) => audit.purge(signal)),
    hourly('accounts.purge_exports', (signal) => exports.purge(signal)),
    hourly('approvals.purge', (signal) => approvals.purge(signal)),
  ]
}

async function recountStorage(storage: Storage, log: Log, signal: AbortSignal): Promise<void> {
  for await (const miscount of storage.recount(signal)) log.warn(miscount, 'stored bytes miscounted')
}

function createPipeline(
  runtime: RuntimeServices,
  { methods, contactsAmong }: Pick<OpenFamilies, 'methods' | 'contactsAmong'>,
  contract = createContract(),
): Calls {
  const rulesOf: ConsentOptions['rulesOf'] = (account, call) => runtime.rules.forCall(account, call, contactsAmong)
  return new Calls({
    ...runtime,
    contract,
    methods,
    identity: runtime,
    services: { ...runtime, markedTables },
    consent: { ...runtime, rulesOf, changesElsewhere },
    record: createRecorder(runtime.metrics, runtime.log, runtime.config.slowCallMs),
    timeLimitMs: runtime.config.callTimeoutMs,
    callsAtOnce: runtime.config.callsAtOnce,
    usesCredits: runtime.config.usesCredits,
    resourceMetadata: `${runtime.config.baseUrl}${oauthPaths.resourceMetadata}`,
  })
}

interface Parts {
  readonly runtime: RuntimeServices
  readonly families: OpenFamilies
  readonly calls: Calls
  readonly ports: Ports
}

async function startFramework(
  { runtime, families, calls, ports }: Parts,
  stack: AsyncDisposableStack,
): Promise<{ framework: Framework; states: () => Promise<PartStates> }> {
  const framework = createFramework({
    ...runtime,
    calls,
    operationServices: families.services,
    isReady: async () => isEveryPartOk(await states()),
    port: ports.gateway,
  })
  const states = createReadiness(runtime, framework.messagingState)
  stack.defer(() => framework.close())
  await framework.start()
  return { framework, states }
}

interface Ports {
  readonly main: BoundHttpDoor
  readonly gateway: RpcPort | undefined
  readonly connections: ConnectionBound
}

/** Takes both ports before anything is built, so that the addresses are known from the start. */
async function bindPorts(config: Config, stack: AsyncDisposableStack): Promise<Ports> {
  const { host } = config
  const connections = new ConnectionBound({
    perAddress: config.connectionsPerAddress,
    inAll: config.connections,
    trusted: config.trustedProxies,
  })
  const main = await bindHttpDoor(config, undefined, connections)
  stack.defer(() => main.drain(0))
  const port = gatewayPortOf(config)
  const gateway = port === undefined ? undefined : await bindRpcPort({ host, port }, undefined, connections)
  stack.defer(() => gateway?.drain(0))
  return { main, gateway, connections }
}

async function drain({ main, gateway }: Ports, timeoutMs: number): Promise<void> {
  await Promise.all([main.drain(timeoutMs), gateway?.drain(timeoutMs)])
}
