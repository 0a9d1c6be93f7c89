import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type BoundHttpDoor, bindHttpDoor, type Upgrades } from '../doors/http/http-server.ts'
import { bindRpcPort, type PortRequest, type PortResponse, type RpcPort } from '../framework/grpc/port.ts'
import { gatewayPortOf } from '../framework/settings.ts'
import { ConnectionBound } from '../http/connection-bound.ts'
import { withoutBasePath } from '../http/target-removal.ts'
import { createSetupLinks, type SetupLinks } from '../runtime/accounts/setup-links.ts'
import { refuseUnfinished } from '../runtime/backup/unfinished.ts'
import { setBasePath } from '../runtime/base/base-path.ts'
import { type Clock, clockFrom } from '../runtime/base/clock.ts'
import { createLog, type Log } from '../runtime/base/log.ts'
import type { Calls } from '../runtime/calls/pipeline.ts'
import type { RunningJobs } from '../runtime/jobs/open.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import { takeServerLock } from '../runtime/store/server-lock.ts'
import { type Config, createLiveConfig, type LiveConfig, listeningOn, localUrl } from './config.ts'
import { openServer, type PartsOptions } from './open-server.ts'
import { withTraces } from './open-telemetry.ts'
import type { RuntimeServices } from './runtime-services.ts'

export interface RunningServer
  extends Pick<
    RuntimeServices,
    'store' | 'metrics' | 'storage' | 'bus' | 'approvals' | 'accounts' | 'ledger' | 'tokens' | 'sessions' | 'csrf'
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

export interface ServerOptions extends PartsOptions {
  readonly config: Config
  readonly clock?: Clock
  readonly log?: Log
  /** Starts beside other servers on the same SQLite file, which the product refuses. */
  readonly sharesDataDir?: boolean
  /** Opens what serves more addresses on the main port; what it opens joins `stack`. */
  readonly openBeside?: OpenBeside
}

/** What is beside a server. */
export interface Beside {
  /** Requests that are handled before the server sees them, and everything else. */
  before(main: MainHandlers): MainHandlers
  /** Its state, for administrators. */
  finding(): Finding
}

export interface MainHandlers {
  readonly listener: RequestListener
  readonly upgrades: Upgrades
}

export type OpenBeside = (
  server: Pick<RuntimeServices, 'config' | 'log' | 'metrics' | 'tokens'>,
  stack: AsyncDisposableStack,
) => Beside

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
  const { connections, gateway: gatewayPort } = ports
  const trialSandbox = options.openBeside && 'offered'
  let beside: Beside | undefined
  const findings = () => (beside ? [beside.finding()] : [])
  const open = await openServer(
    { ...options, config, clock, log, connections, gatewayPort, trialSandbox, findings },
    stack,
  )
  const { runtime, framework, calls, jobs } = open
  const { telemetry } = runtime
  ports.gateway?.serve({
    request: withTraces<PortRequest, PortResponse>(telemetry, (req, res) => framework.request(req, res)),
    upgrade: (req, socket, head) => framework.upgrade(req, socket, head),
  })
  beside = options.openBeside?.(runtime, stack)
  const main = beside?.before(open) ?? open
  ports.main.serve(withTraces(telemetry, withoutBasePath(main.listener)), main.upgrades)
  const opened = stack.move()
  return {
    ...runtime,
    calls,
    jobs,
    setupLinks: createSetupLinks(runtime),
    reload: (next) => reload(live, next, log),
    gatewayUrl: ports.gateway && localUrl(config.host, ports.gateway.port),
    async stop() {
      open.beginToStop()
      // Proxies notice that it is not ready; what they have sent until then is still accepted.
      await setTimeout(config.shutdownDelayMs)
      open.endStreams()
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
