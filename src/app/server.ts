import { collectDefaultMetrics, Registry } from 'prom-client'
import { families } from '../../generated/server/operations.ts'
import { createListener } from '../doors/http/listener.ts'
import { openHttpDoor } from '../doors/http/server.ts'
import { accountServices } from '../doors/pages/account/compose.ts'
import { createPages } from '../doors/pages/app.ts'
import { answersInTime } from '../doors/pages/health.ts'
import { page } from '../doors/pages/kit/layout.ts'
import { createRpc } from '../framework/compose.ts'
import { createLinks } from '../handlers/url/redirects/links.ts'
import { type Accounts, createAccounts } from '../runtime/accounts/accounts.ts'
import { type Csrf, createCsrf } from '../runtime/accounts/csrf.ts'
import { serviceNames } from '../runtime/accounts/grant.ts'
import type { OwnedTable } from '../runtime/accounts/owned.ts'
import { serverSecret } from '../runtime/accounts/secrets.ts'
import { createSessions, type Sessions } from '../runtime/accounts/sessions.ts'
import type { SetupLinks } from '../runtime/accounts/setup-links.ts'
import { createTokens, type Tokens } from '../runtime/accounts/tokens.ts'
import { type Clock, clockFrom } from '../runtime/base/clock.ts'
import { createLog, type Log } from '../runtime/base/log.ts'
import type { Services } from '../runtime/calls/context.ts'
import { type Contract, createContract } from '../runtime/calls/contract.ts'
import { createKeyedCalls } from '../runtime/calls/idempotency/keyed-calls.ts'
import { createCalls, type Handlers } from '../runtime/calls/pipeline.ts'
import { createRecorder } from '../runtime/calls/record.ts'
import { keepPurged } from '../runtime/jobs/upkeep.ts'
import { createLimits } from '../runtime/limits/limits.ts'
import { createLedger, type Ledger } from '../runtime/money/ledger.ts'
import { topUp } from '../runtime/money/top-up.ts'
import { createX402 } from '../runtime/money/x402/index.ts'
import { openSearchIndex } from '../runtime/search/index.ts'
import { openStore } from '../runtime/store/open.ts'
import type { Store } from '../runtime/store/types.ts'
import { type Config, listeningOn, localUrl } from './config.ts'
import { familyPages } from './families.ts'
import { withGateway } from './main-port.ts'

export interface RunningServer {
  /** The settings with the port that was really taken. */
  readonly config: Config
  readonly store: Store
  readonly accounts: Accounts
  readonly ledger: Ledger
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly csrf: Csrf
  /** Makes the account of the administrator, on an instance that has none. */
  readonly setupLinks: SetupLinks
  /** Where the services of the framework and the gateway answer; undefined where GATEWAY_PORT is off. */
  readonly gatewayUrl: string | undefined
  /** Takes no more calls, finishes running ones within SHUTDOWN_TIMEOUT_S, then closes the database. */
  stop(): Promise<void>
}

export interface ServerOptions {
  readonly config: Config
  readonly handlers: Handlers
  /** Every table that holds something of an account. */
  readonly ownedTables: readonly OwnedTable[]
  readonly clock?: Clock
  readonly log?: Log
  readonly contract?: Contract
}

/** Opens the database, brings it up to date, and serves. Rejects with a sentence for the operator when it cannot. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = options.log ?? createLog(options.config)
  const clock = options.clock ?? clockFrom(options.config.clock)
  const store = await openStore({ databaseUrl: options.config.databaseUrl, dataDir: options.config.dataDir, log })
  try {
    await store.migrate()
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const { welcomeMicroCredits } = options.config
    const accounts = createAccounts({ store, clock, welcomeMicroCredits })
    const tokens = createTokens({ store, clock, services: serviceNames(families), log })
    const sessions = createSessions({ store, clock, log })
    const csrf = createCsrf(await serverSecret({ store, clock }, 'csrf'))
    const ledger = createLedger({ store, clock, log })
    await ledger.start()
    const x402 = createX402({
      store,
      clock,
      log,
      config: options.config,
      baseUrl: () => services.config.baseUrl,
      credit: topUp,
    })
    const limits = createLimits({ store, clock, config: options.config, log })
    const keyedCalls = createKeyedCalls({ store, clock, log })
    const links = createLinks({
      store,
      clock,
      log,
      config: options.config,
      limits,
      proxies: options.config.trustedProxies,
      registry,
      baseUrl: () => services.config.baseUrl,
      layout: page,
    })
    const services = {
      store,
      search: openSearchIndex(store),
      clock,
      config: options.config,
      log,
      outbound: limits.outbound,
      links,
    } satisfies Services
    const calls = createCalls({
      contract: options.contract ?? createContract(),
      handlers: options.handlers,
      identity: { tokens, sessions, csrf },
      ledger,
      x402,
      limits,
      keyedCalls,
      services,
      record: createRecorder(registry, log),
    })
    let stopping = false
    const baseUrl = () => services.config.baseUrl
    const account = accountServices({
      calls,
      store,
      clock,
      log,
      config: options.config,
      accounts,
      tokens,
      sessions,
      csrf,
      ledger,
      limits,
      ownedTables: options.ownedTables,
      serviceNames: serviceNames(families),
      baseUrl,
    })
    const pages = createPages({
      store,
      tokens,
      registry,
      log,
      isStopping: () => stopping,
      baseUrl,
      serves: calls.serves,
      account,
      familyPages,
    })
    const rpc = createRpc({
      store,
      clock,
      log,
      config: options.config,
      metrics: registry,
      tokens,
      limits,
      calls,
      isReady: () => answersInTime(store),
    })
    const listener = createListener(calls, pages, options.config.trustedProxies, links)
    const { listener: byHost, upgrades } = withGateway(listener, rpc, options.config.gatewayHost)
    const door = await openHttpDoor(byHost, options.config, undefined, upgrades)
    // A server that does not start must not keep listening on its other port.
    const gatewayPort = await rpc.start().catch(async (failure: unknown) => {
      await Promise.all([door.drain(0), rpc.close()])
      throw failure
    })
    if (options.config.x402PayTo !== undefined) x402.start()
    const endPurging = keepPurged([limits, keyedCalls, links], log)
    const config = listeningOn(options.config, door.port)
    services.config = config
    return {
      config,
      store,
      accounts,
      ledger,
      tokens,
      sessions,
      csrf,
      setupLinks: account.setupLinks,
      gatewayUrl: gatewayPort === undefined ? undefined : localUrl(config.host, gatewayPort),
      async stop() {
        stopping = true
        await Promise.all([door.drain(config.shutdownTimeoutMs), rpc.drain(config.shutdownTimeoutMs)])
        await rpc.close()
        await tokens.idle()
        await sessions.idle()
        await x402.stop()
        await ledger.close()
        await limits.idle()
        await keyedCalls.close()
        await endPurging()
        await links.close()
        await store.close()
      },
    }
  } catch (failure) {
    await store.close()
    throw failure
  }
}
