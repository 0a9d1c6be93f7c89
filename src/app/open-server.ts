import type { RequestListener } from 'node:http'
import { routeVisit } from '../doors/http/family-routes.ts'
import type { PartStates } from '../doors/http/health-checks.ts'
import type { Upgrades } from '../doors/http/http-server.ts'
import { createListener, type ServedRoute } from '../doors/http/listener.ts'
import type { TrialSandbox } from '../doors/pages/kit/trial-sandbox.ts'
import { createFramework, type Framework, type FrameworkOptions } from '../framework/framework.ts'
import type { ConnectionBound } from '../http/connection-bound.ts'
import type { Clock } from '../runtime/base/clock.ts'
import type { Log } from '../runtime/base/log.ts'
import { type Contract, createContract } from '../runtime/calls/contract.ts'
import type { ConsentOptions } from '../runtime/calls/person-consent.ts'
import { Calls, type CallsOptions } from '../runtime/calls/pipeline.ts'
import { type CallObserver, createRecorder } from '../runtime/calls/record.ts'
import { TracedCalls } from '../runtime/calls/traced-calls.ts'
import { openJobs, type RunningJobs } from '../runtime/jobs/open.ts'
import { hourly, type Schedule } from '../runtime/jobs/schedule.ts'
import type { AnyFamily } from '../runtime/kit/family.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import { oauthPaths } from '../runtime/oauth/metadata.ts'
import { purgePrograms } from '../runtime/oauth/purge.ts'
import type { ProviderTrouble } from '../runtime/outbound/example-responses.ts'
import type { Arrivals, Outside } from '../runtime/outbound/outside.ts'
import type { Storage } from '../runtime/store/quota/storage.ts'
import type { OpenConnections } from '../runtime/store/sqlite-connection.ts'
import { withBackups } from './backups.ts'
import { measureBounds } from './bound-metrics.ts'
import { changesElsewhere } from './changes-elsewhere.ts'
import type { Config } from './config.ts'
import { families as allFamilies } from './families.ts'
import { createLazyPages } from './lazy-pages.ts'
import { withGateway, withMcp } from './main-port.ts'
import { type McpOptions, openMcp } from './mcp.ts'
import { openAlerts } from './open-alerts.ts'
import { type MethodFiles, type OpenFamilies, openFamilies } from './open-families.ts'
import { markedTables } from './owned-tables.ts'
import { createReadiness, isEveryPartOk } from './part-states.ts'
import { openRuntimeServices, type RuntimeServices } from './runtime-services.ts'

/** How the parts of a server that need no port differ from the product's. */
export interface PartsOptions {
  /** The families to serve; all of the product if not given. */
  readonly families?: readonly AnyFamily[]
  /** The files of their methods; those of the product if not given. */
  readonly methods?: MethodFiles
  readonly contract?: Contract
  /** Given, the server reaches nothing outside. */
  readonly outside?: Outside
  /** The parts of the machine endpoint that tests replace. */
  readonly mcp?: McpOptions
  /**
   * The schedules that run, by their names; all if not given. A test that moves the clock would run those of all
   * families.
   */
  readonly runsSchedule?: (name: string) => boolean
  /** With which connections to SQLite files the memory is shared. */
  readonly among?: OpenConnections
  /** The database is a copy of one that a server of this process has opened with these settings, and needs no changes. */
  readonly isPrepared?: boolean
  /** How often to look for events of other processes and for retries of deliveries, in ms. */
  readonly lookEveryMs?: number
  /**
   * How often to look for what ended processes have left, in ms. Schedules that recur every hour or more often do not run
   * before this time has passed.
   */
  readonly upkeepEveryMs?: number
  /** The sandbox in which the reference offers to try methods. */
  readonly trialSandbox?: TrialSandbox | undefined
  /** The state of what is beside the server, for administrators. */
  readonly findings?: () => readonly Finding[]
  /** Called with every call when it has ended. */
  readonly observe?: CallObserver
  /** What goes wrong with providers that are replaced by examples. */
  readonly trouble?: ProviderTrouble
}

interface Opening extends PartsOptions {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly connections: Pick<ConnectionBound, 'count' | 'refused'>
  /** Where the framework's services listen; undefined if they do not. */
  readonly gatewayPort: FrameworkOptions['port']
}

/** A server without its ports. */
export interface OpenServer {
  readonly runtime: RuntimeServices
  readonly framework: Framework
  /** Runs a call of a known caller. */
  readonly calls: Calls
  readonly jobs: RunningJobs
  /** Takes what people outside send. */
  readonly arrivals: Partial<Arrivals>
  readonly listener: RequestListener
  readonly upgrades: Upgrades
  /** From now on it is not ready, so that proxies send nothing new. */
  beginToStop(): void
  /** Ends what waits without a limit, so that connections can be drained. */
  endStreams(): void
}

/**
 * Opens and migrates the database and everything that works on it. What it opens joins `stack`. Rejects with a sentence
 * for the operator.
 */
export async function openServer(options: Opening, stack: AsyncDisposableStack): Promise<OpenServer> {
  const { config, gatewayPort } = options
  const served = options.families ?? allFamilies
  const kinds = served.flatMap(({ connects = [] }) => connects)
  const runtime = await openRuntimeServices({ ...options, kinds }, stack)
  const families = withBackups(await openFamilies(served, runtime, stack, options.methods), runtime)
  runtime.accountMail.mailer = families.mailer
  for (const files of families.archives) runtime.archive.include(files)
  stack.defer(() => runtime.bus.close())
  await runtime.bus.start(families.subscribers)
  const calls = createPipeline(runtime, families, options)
  runtime.agent.begin(calls, families.agentContext)
  measureBounds(runtime.metrics, { ...runtime, calls, connections: options.connections })
  const { framework, states } = await startFramework({ runtime, families, calls, gatewayPort }, stack)
  const alerts = openAlerts(runtime, families)
  const stopping = new AbortController()
  const pages = createLazyPages({
    ...{ runtime, families, calls, states, alerts, sandbox: options.trialSandbox, findings: options.findings },
    isStopping: () => stopping.signal.aborted,
  })
  const mcp = openMcp(runtime, calls, options.mcp)
  stack.defer(() => mcp.close())
  const listener = createListener(calls, pages, config.trustedProxies, servedRoutes(runtime, families, calls))
  const main = withGateway(withMcp(listener, mcp), framework, config.gatewayHost)
  const jobs = await startJobs(runtime, families, [alerts.schedule], stack, options)
  runtime.storage.recountIfNew()
  if (config.x402PayTo !== undefined) runtime.x402.start()
  return {
    ...{ runtime, framework, calls, jobs, arrivals: families.arrivals, ...main },
    beginToStop: () => stopping.abort(),
    endStreams() {
      framework.endStreams()
      runtime.live.endStreams()
    },
  }
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
  { runsSchedule = () => true, upkeepEveryMs }: PartsOptions,
): Promise<RunningJobs> {
  const jobs = await openJobs({
    ...runtime,
    handlers: [runtime.exports.job, runtime.approvals.job, runtime.accountMail.job, ...families.jobs],
    schedules: [...upkeepOf(runtime), ...schedules, ...families.schedules].filter(({ name }) => runsSchedule(name)),
    concurrency: runtime.config.jobConcurrency,
    longConcurrency: runtime.config.longJobConcurrency,
    upkeepEveryMs,
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
  { contract = createContract(), observe }: PartsOptions,
): Calls {
  const rulesOf: ConsentOptions['rulesOf'] = (account, call) => runtime.rules.forCall(account, call, contactsAmong)
  const { telemetry } = runtime
  const options: CallsOptions = {
    ...runtime,
    contract,
    methods,
    identity: runtime,
    services: { ...runtime, markedTables },
    consent: { ...runtime, rulesOf, changesElsewhere },
    observe,
    record: createRecorder(runtime.metrics, runtime.log, runtime.config.slowCallMs),
    timeLimitMs: runtime.config.callTimeoutMs,
    callsAtOnce: runtime.config.callsAtOnce,
    usesCredits: runtime.config.usesCredits,
    resourceMetadata: `${runtime.config.baseUrl}${oauthPaths.resourceMetadata}`,
  }
  return telemetry ? new TracedCalls(options, telemetry.tracer) : new Calls(options)
}

interface Parts {
  readonly runtime: RuntimeServices
  readonly families: OpenFamilies
  readonly calls: Calls
  readonly gatewayPort: FrameworkOptions['port']
}

async function startFramework(
  { runtime, families, calls, gatewayPort }: Parts,
  stack: AsyncDisposableStack,
): Promise<{ framework: Framework; states: () => Promise<PartStates> }> {
  const framework = createFramework({
    ...runtime,
    calls,
    operationServices: families.services,
    reachesNodes: runtime.outbound.outside === undefined,
    isReady: async () => isEveryPartOk(await states()),
    port: gatewayPort,
  })
  const states = createReadiness(runtime, framework.messagingState)
  stack.defer(() => framework.close())
  await framework.start()
  return { framework, states }
}
