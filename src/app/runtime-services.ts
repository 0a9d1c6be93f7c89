import { families as describedFamilies } from '../../generated/server/operations.ts'
import { namespacedTables } from '../framework/namespaced-tables.ts'
import { AccountMail } from '../runtime/accounts/account-mail.ts'
import { type Accounts, createAccounts } from '../runtime/accounts/accounts.ts'
import { type Administered, createAdministered } from '../runtime/accounts/administered.ts'
import { type Archive, createArchive } from '../runtime/accounts/archive.ts'
import { installArchiveOrder } from '../runtime/accounts/archive-order.ts'
import { type AuditLog, createAuditLog } from '../runtime/accounts/audit.ts'
import { type Csrf, createCsrf } from '../runtime/accounts/csrf.ts'
import { Exports } from '../runtime/accounts/exports.ts'
import { serviceNames } from '../runtime/accounts/grant.ts'
import { createImpersonations, type Impersonations } from '../runtime/accounts/impersonations.ts'
import type { Oidc } from '../runtime/accounts/oidc/oidc.ts'
import { RejectedTokens } from '../runtime/accounts/rejected-tokens.ts'
import { serverSecrets } from '../runtime/accounts/secrets.ts'
import { createSessions, type Sessions } from '../runtime/accounts/sessions.ts'
import { createTokens, type Tokens } from '../runtime/accounts/tokens.ts'
import { OpenAgent } from '../runtime/agent/agent.ts'
import { StoreApprovals } from '../runtime/approvals/approvals.ts'
import type { Clock } from '../runtime/base/clock.ts'
import type { Log } from '../runtime/base/log.ts'
import { Registry, registerProcessMetrics } from '../runtime/base/metrics.ts'
import { type Keys, keysFrom } from '../runtime/base/secrets/keys.ts'
import type { Signals } from '../runtime/base/signals.ts'
import type { Blobs } from '../runtime/blobs/blobs.ts'
import { type OpenByteCache, openBlobs, openByteCaches } from '../runtime/blobs/open.ts'
import { Budgets } from '../runtime/budgets/budgets.ts'
import { CallBudgets } from '../runtime/budgets/call-budgets.ts'
import { ModelSpending } from '../runtime/budgets/model-spending.ts'
import { Bus } from '../runtime/bus/bus.ts'
import { KeyedCalls } from '../runtime/calls/idempotency/keyed-calls.ts'
import { CallLog } from '../runtime/calls/log/call-log.ts'
import { Traffic } from '../runtime/calls/traffic.ts'
import { Chromium } from '../runtime/isolation/chromium/chromium.ts'
import { createJobQueue, type JobQueue } from '../runtime/jobs/queue.ts'
import { maxDownloads } from '../runtime/kit/downloads.ts'
import { InFlight } from '../runtime/limits/in-flight.ts'
import { IncomingBytes } from '../runtime/limits/incoming-bytes.ts'
import { createLimits, type Limits } from '../runtime/limits/limits.ts'
import { OpenLive } from '../runtime/live/live.ts'
import { openSignals } from '../runtime/live/open-signals.ts'
import type { Holds } from '../runtime/money/holds.ts'
import type { Ledger } from '../runtime/money/ledger.ts'
import type { Transfers } from '../runtime/money/transfers.ts'
import type { X402 } from '../runtime/money/x402/index.ts'
import type { ConnectionKind } from '../runtime/outbound/connections/connection-kind.ts'
import type { Connections } from '../runtime/outbound/connections/connections.ts'
import type { ProviderTrouble } from '../runtime/outbound/example-responses.ts'
import { Models } from '../runtime/outbound/models/models.ts'
import type { Outbound } from '../runtime/outbound/outbound.ts'
import type { Outside } from '../runtime/outbound/outside.ts'
import { createRules, type Rules } from '../runtime/policy/rules.ts'
import { createTaints, type Taints } from '../runtime/policy/taints.ts'
import { openSearchIndex, type SearchIndex } from '../runtime/search/index.ts'
import { DiskReserve, freePagesOf } from '../runtime/store/disk-reserve.ts'
import { openStore } from '../runtime/store/open.ts'
import { createQuotas, type Quotas } from '../runtime/store/quota/quotas.ts'
import type { Storage } from '../runtime/store/quota/storage.ts'
import type { OpenConnections } from '../runtime/store/sqlite-connection.ts'
import { StoreUnavailableError } from '../runtime/store/store-errors.ts'
import { TracedStore } from '../runtime/store/traced-store.ts'
import type { Store } from '../runtime/store/types.ts'
import type { Config } from './config.ts'
import { initialDatabase } from './initial-database.ts'
import { migrations } from './migrations.ts'
import { openConnections } from './open-connections.ts'
import { openMoney } from './open-money.ts'
import { openOidc } from './open-oidc.ts'
import { openOutbound } from './open-outbound.ts'
import { createTelemetry, startExporter, type Telemetry } from './open-telemetry.ts'
import { onAccountDeletedOf, openOwnedStorage, ownedTables } from './owned-tables.ts'

/** What families, doors and the pipeline are built on. */
export interface RuntimeServices {
  readonly config: Config
  /** See `RuntimeOptions`. */
  readonly upkeepEveryMs: number | undefined
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Registry
  readonly store: Store
  readonly reserve: DiskReserve
  readonly storage: Storage
  readonly quotas: Quotas
  readonly search: SearchIndex
  readonly blobs: Blobs
  readonly openByteCache: OpenByteCache
  readonly bus: Bus
  readonly models: Models
  readonly agent: OpenAgent
  readonly signals: Signals
  readonly queue: JobQueue
  readonly accounts: Accounts
  readonly administered: Administered
  readonly audit: AuditLog
  readonly accountMail: AccountMail
  /** The key of secrets that are stored encrypted. */
  readonly keys: Keys
  readonly archive: Archive
  readonly exports: Exports
  readonly tokens: Tokens
  readonly rejected: RejectedTokens
  readonly sessions: Sessions
  readonly impersonations: Impersonations
  /** Sign-in with an OpenID provider, if the settings name one. */
  readonly oidc: Oidc | undefined
  readonly csrf: Csrf
  readonly ledger: Ledger
  readonly budgets: Budgets
  readonly callBudgets: CallBudgets
  readonly transfers: Transfers
  readonly holds: Holds
  readonly x402: X402
  readonly limits: Limits
  /** The large bodies that are being received, by calls and pages. */
  readonly arriving: IncomingBytes
  /** The long responses that are being sent, of calls and pages. */
  readonly inFlight: InFlight
  /** The downloads that are being sent. */
  readonly downloading: InFlight
  readonly outbound: Outbound
  readonly chromium: Chromium
  readonly connections: Connections
  readonly keyedCalls: KeyedCalls
  readonly taints: Taints
  readonly rules: Rules
  readonly approvals: StoreApprovals
  readonly callLog: CallLog
  readonly traffic: Traffic
  readonly live: OpenLive
  /** Traces, if the settings name a collector. */
  readonly telemetry: Telemetry | undefined
  /** The services that a token can name. */
  readonly services: readonly string[]
}

export interface RuntimeOptions extends Pick<RuntimeServices, 'config' | 'clock' | 'log'> {
  readonly kinds: readonly ConnectionKind[]
  /** With which connections to SQLite files the memory is shared. */
  readonly among?: OpenConnections | undefined
  /** Whether the database is known to have its migrations, counters and indexes. */
  readonly isPrepared?: boolean | undefined
  /** How often to look for events of other processes and for retries of deliveries, in ms. */
  readonly lookEveryMs?: number | undefined
  /** How often to look for what ended processes have left, in ms. */
  readonly upkeepEveryMs?: number | undefined
  readonly trouble?: ProviderTrouble | undefined
  /** Given, nothing outside is reached. */
  readonly outside?: Outside | undefined
}

/**
 * Opens the database, migrates it and builds what depends on it. Each resource joins `stack` as soon as it is
 * acquired. Rejects with a sentence for the operator.
 *
 * @param config as the server listens
 * @param kinds of outside accounts that people can connect
 */
export async function openRuntimeServices(
  { config, clock, log, kinds, among, isPrepared, lookEveryMs, upkeepEveryMs, trouble, outside }: RuntimeOptions,
  stack: AsyncDisposableStack,
): Promise<RuntimeServices> {
  const shared = await openShared({ config, clock, log, among, isPrepared }, stack)
  const { store, metrics, live } = shared
  const services = serviceNames(describedFamilies)
  const secrets = await serverSecrets({ store, clock }, ['blobs', 'csrf', 'keyed calls', 'call log'])
  const { blobs, openByteCache } = await openBytes({ ...shared, config, clock, log, secret: secrets.blobs }, stack)
  const onLoss = () => live.accessChanged()
  const rejected = new RejectedTokens({ log, clock })
  const tokens = stack.adopt(createTokens({ store, clock, services, log, rejected, onLoss }), (each) => each.idle())
  const sessions = createSessions({ store, clock, log, onLoss, adminSecondFactor: config.adminSecondFactor })
  stack.defer(() => sessions.idle())
  const money = await openMoney({ config, clock, log, store, outside, upkeepEveryMs }, stack)
  const limits = createLimits({ store, clock, config, log })
  stack.defer(() => limits.idle())
  const outbound = openOutbound({ ...shared, config, clock, log, limits, trouble, outside }, stack)
  startExporter(shared.telemetry, { config, outbound, metrics, log }, stack)
  const connections = openConnections({ config, store, clock, log, outbound }, kinds, stack)
  const bus = new Bus({ store, clock, log, metrics, pollMs: lookEveryMs })
  const people = openAccounts({ config, clock, log, store, outbound, blobs, bus, live, connections }, stack)
  const keyedCalls = new KeyedCalls({ store, secret: secrets['keyed calls'], clock, log })
  stack.defer(() => keyedCalls.close())
  const callLog = openCallLog({ config, clock, log, store, metrics, key: secrets['call log'] }, stack)
  const approvals = new StoreApprovals({ ...shared, clock, bus })
  const { spending, ...budgeted } = openBudgets({ config, log, store, clock, ledger: money.ledger })
  const models = new Models({ config, metrics, outbound, spending })
  const exporting = exportsOf({ config, store, clock, log, blobs, limits, queue: shared.queue })
  return {
    ...shared,
    config,
    upkeepEveryMs,
    clock,
    log,
    search: openSearchIndex(store),
    ...{ blobs, openByteCache },
    bus,
    models,
    agent: new OpenAgent({ config, models, tokens, approvals, store, clock, log }),
    ...people,
    ...accountTrustOf({ ...shared, config, clock, bus }),
    audit: createAuditLog({ store, clock, log, auditDays: config.auditDays }),
    ...exporting,
    tokens,
    rejected,
    ...{ sessions, csrf: createCsrf(secrets.csrf) },
    ...money,
    ...budgeted,
    limits,
    arriving: new IncomingBytes(),
    inFlight: new InFlight(),
    downloading: new InFlight(maxDownloads),
    outbound,
    chromium: openChromium({ config, log, clock, outbound }, stack),
    connections,
    ...{ keyedCalls, services, taints: createTaints({ store, clock }), rules: createRules({ store, clock }) },
    ...{ approvals, callLog, traffic: openTraffic({ ...shared, clock, log }, stack) },
  }
}

function accountTrustOf({
  config,
  ...parts
}: Pick<RuntimeServices, 'config' | 'store' | 'clock' | 'queue' | 'bus'>): Pick<
  RuntimeServices,
  'accountMail' | 'keys' | 'impersonations'
> {
  const { impersonation: isOn, adminSecondFactor } = config
  return {
    impersonations: createImpersonations({ ...parts, isOn, adminSecondFactor }),
    accountMail: new AccountMail({ ...parts, baseUrl: config.baseUrl }),
    keys: keysFrom({ key: config.configSecretKey, dataDir: config.dataDir }),
  }
}

function openTraffic(
  parts: Pick<RuntimeServices, 'clock' | 'log' | 'store' | 'metrics'>,
  stack: AsyncDisposableStack,
): Traffic {
  const traffic = new Traffic(parts)
  traffic.start()
  stack.defer(() => traffic.close())
  return traffic
}

function openCallLog(
  { config, ...parts }: Pick<RuntimeServices, 'config' | 'clock' | 'log' | 'store' | 'metrics'> & { key: string },
  stack: AsyncDisposableStack,
): CallLog {
  const callLog = new CallLog({ ...parts, days: config.callLogDays, maxEntries: config.callLogEntries })
  stack.defer(() => callLog.close())
  return callLog
}

function openBudgets({
  config,
  log,
  ...parts
}: Pick<RuntimeServices, 'config' | 'log' | 'store' | 'clock' | 'ledger'>): Pick<
  RuntimeServices,
  'budgets' | 'callBudgets'
> & { readonly spending: ModelSpending } {
  const { usesCredits, modelInputCredits: input, modelOutputCredits: output, modelFreeMicroCredits } = config
  const budgets = new Budgets({ ...parts, freeMicroCredits: usesCredits ? modelFreeMicroCredits : 0 })
  const prices = usesCredits ? { input, output } : { input: 0, output: 0 }
  const { ledger } = parts
  return {
    budgets,
    callBudgets: new CallBudgets({ ...parts, budgets }),
    spending: new ModelSpending({ budgets, ledger, prices, log }),
  }
}

function exportsOf({
  config,
  ...parts
}: Pick<RuntimeServices, 'config' | 'store' | 'clock' | 'log' | 'blobs' | 'limits' | 'queue'>): Pick<
  RuntimeServices,
  'archive' | 'exports'
> {
  const archive = createArchive({ ...parts, tables: ownedTables })
  return { archive, exports: new Exports({ ...parts, archive, perDay: config.exportsPerDay }) }
}

/** Accounts, what administrators change about them, and sign-in with a provider. */
function openAccounts(
  parts: Pick<
    RuntimeServices,
    'config' | 'clock' | 'log' | 'store' | 'outbound' | 'blobs' | 'bus' | 'live' | 'connections'
  >,
  stack: AsyncDisposableStack,
): Pick<RuntimeServices, 'accounts' | 'administered' | 'oidc'> {
  const onLoss = () => parts.live.accessChanged()
  const accounts = accountsOf(parts)
  stack.defer(() => accounts.stop())
  const administered = createAdministered({ ...parts, onLoss })
  return { accounts, administered, oidc: openOidc({ ...parts, accounts, administered, onLoss }, stack) }
}

function accountsOf({
  config,
  clock,
  log,
  store,
  blobs,
  bus,
  live,
  connections,
}: Pick<RuntimeServices, 'config' | 'clock' | 'log' | 'store' | 'blobs' | 'bus' | 'live' | 'connections'>): Accounts {
  return createAccounts({
    store,
    clock,
    log,
    welcomeMicroCredits: config.welcomeMicroCredits,
    namespacedTables,
    ownedTables,
    onAccountDeleted: onAccountDeletedOf({ store, bus }),
    onRemoving: (tx, accountId) => connections.withdrawing(tx, accountId),
    onRemoved() {
      blobs.collectSoon()
      live.accessChanged()
    },
  })
}

async function openBytes(
  {
    config,
    clock,
    log,
    store,
    reserve,
    secret: instanceSecret,
  }: Pick<RuntimeServices, 'config' | 'clock' | 'log' | 'store' | 'reserve'> & { secret: string },
  stack: AsyncDisposableStack,
): Promise<Pick<RuntimeServices, 'blobs' | 'openByteCache'>> {
  const { quotaBytes } = config
  const blobs = await openBlobs({
    ...{ config, clock, log, store, instanceSecret, quotaBytes },
    onFull: () => reserve.giveUp(),
  })
  stack.defer(() => blobs.close())
  const caches = await openByteCaches({ config, clock, log, store, instanceSecret })
  stack.defer(() => caches.close())
  return { blobs, openByteCache: caches.open }
}

/** Without it exports only take longer, so a read-only database does not prevent the server from starting. */
async function orderArchives(store: Store, log: Log): Promise<void> {
  try {
    await installArchiveOrder(store, ownedTables)
  } catch (err) {
    if (!(err instanceof StoreUnavailableError)) throw err
    log.warn({ err }, 'indexes for exports not created')
  }
}

/** The database, and what every other part needs. */
async function openShared(
  { config, clock, log, among, isPrepared = false }: Omit<RuntimeOptions, 'kinds' | 'lookEveryMs' | 'upkeepEveryMs'>,
  stack: AsyncDisposableStack,
) {
  const { databaseUrl, dataDir } = config
  const reserve = new DiskReserve({ dataDir, bytes: databaseUrl ? 0 : config.diskReserveBytes, log })
  const untraced = await openStore({
    ...{ databaseUrl, dataDir, initial: initialDatabase, log, reserve, checksAfterCut: true, among },
  })
  stack.defer(() => untraced.close())
  const metrics = new Registry()
  registerProcessMetrics(metrics)
  const telemetry = createTelemetry(config, metrics)
  const store = telemetry ? new TracedStore(untraced, telemetry.tracer) : untraced
  await reserve.keep(() => freePagesOf(store))
  stack.defer(() => reserve.close())
  if (!isPrepared) await store.migrate(migrations)
  const { quotaBytes } = config
  const storage = await openOwnedStorage({ store, log, quotaBytes, isPrepared })
  stack.defer(() => storage.close())
  if (!isPrepared) await orderArchives(store, log)
  const signals = await openSignals(config, log)
  stack.defer(() => signals.close())
  const live = new OpenLive({ store, clock, log, signals })
  stack.defer(() => live.close())
  const quotas = createQuotas({ store, quotaBytes })
  const queue = createJobQueue({ clock, signals })
  return { store, reserve, storage, quotas, signals, queue, metrics, live, telemetry }
}

function openChromium(
  { config: settings, outbound, ...parts }: Pick<RuntimeServices, 'config' | 'log' | 'clock' | 'outbound'>,
  stack: AsyncDisposableStack,
): Chromium {
  return stack.adopt(new Chromium({ settings, ...parts, isOff: outbound.outside !== undefined }), (each) => each.end())
}
