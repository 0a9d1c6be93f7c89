import { access, constants, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { gatewayPortOf } from '../framework/settings.ts'
import { OidcClient } from '../runtime/accounts/oidc/openid-client.ts'
import { clockFrom } from '../runtime/base/clock.ts'
import type { Environment } from '../runtime/base/environment.ts'
import { createLog } from '../runtime/base/log.ts'
import { Registry } from '../runtime/base/metrics.ts'
import type { AnyFamily } from '../runtime/kit/family.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import { GrantClient } from '../runtime/outbound/connections/authorities.ts'
import { isGranted } from '../runtime/outbound/connections/connection-kind.ts'
import type { ProviderDescription } from '../runtime/outbound/description.ts'
import { Models } from '../runtime/outbound/models/models.ts'
import { createOutbound, type Outbound } from '../runtime/outbound/outbound.ts'
import type { ProbeResult } from '../runtime/outbound/provider.ts'
import { openStore } from '../runtime/store/open.ts'
import { backupFindings } from './backups.ts'
import { dataFinding } from './bundled-data.ts'
import { type Config, ConfigError, loadConfig, localUrl, settingOf } from './config.ts'
import { diskFinding } from './disk-finding.ts'
import { families as allFamilies, providersOf } from './families.ts'
import { oidcClientOptions } from './open-oidc.ts'
import { collectorsOf } from './open-telemetry.ts'
import { createUpdateCheck } from './update-check.ts'

/** A server under load, which is when the doctor is needed, responds slowly. */
const healthTimeoutMs = 10_000

/**
 * Checks everything an instance needs: settings, data directory, disk, database, ports, the age of bundled data, and
 * each provider and the language model, which are called once. It changes nothing except creating the data directory,
 * and never rejects.
 *
 * @param families whose providers are called
 */
export async function examine(env: Environment, families: readonly AnyFamily[] = allFamilies): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig(env)
  } catch (failure) {
    if (!(failure instanceof ConfigError)) throw failure
    return failure.faults.map((fault) => ({ what: 'settings', state: 'broken', detail: fault }))
  }
  const settings: Finding = { what: 'settings', state: 'works', detail: 'all can be used' }
  const dataDir = await dataDirectory(config)
  const [disk, database, ports, data, providers, machine, backups] = await Promise.all([
    dataDir.state === 'works' ? diskFinding(config.dataDir) : [],
    databaseState(config),
    portStates(config),
    dataFinding(clockFrom(config.clock).now()),
    providerStates(config, families),
    Promise.all(families.map((family) => family.examine?.(config as never) ?? [])),
    backupFindings(config, clockFrom(config.clock).now()),
  ])
  return [
    settings,
    dataDir,
    disk,
    database,
    ports,
    data,
    providers,
    machine.flat(),
    backups,
    sandboxState(config),
  ].flat()
}

function sandboxState({ sandbox, sandboxWorlds }: Config): Finding[] {
  if (sandbox === 'off') return []
  return [{ what: 'sandbox', state: 'works', detail: `/sandbox offers up to ${sandboxWorlds} worlds to everyone` }]
}

async function dataDirectory({ dataDir }: Config): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return { what: 'data directory', state: 'works', detail: dataDir }
  } catch (failure) {
    const detail = `${dataDir} is not writable (${codeOf(failure)}). Set DATA_DIR to a folder to which this user can write.`
    return { what: 'data directory', state: 'broken', detail }
  }
}

async function databaseState({ databaseUrl, dataDir }: Config): Promise<Finding> {
  try {
    const store = await openStore({ databaseUrl, dataDir })
    try {
      await store.ping()
    } finally {
      await store.close()
    }
    const damage = databaseUrl ? undefined : await sqliteDamage(dataDir)
    if (damage !== undefined) {
      return { what: 'database', state: 'broken', detail: `the SQLite file is damaged. Restore a backup. ${damage}` }
    }
    const detail = databaseUrl ? 'PostgreSQL responds and takes writes' : 'SQLite responds, takes writes, and is whole'
    return { what: 'database', state: 'works', detail }
  } catch (failure) {
    return { what: 'database', state: 'broken', detail: sentenceOf(failure) }
  }
}

/** The driver is loaded only if it is used. */
async function sqliteDamage(dataDir: string): Promise<string | undefined> {
  const { damageOf } = await import('../runtime/store/sqlite.ts')
  return damageOf(dataDir)
}

function portStates(config: Config): Promise<Finding[]> {
  const { host, port } = config
  const gateway = gatewayPortOf(config)
  const ports = [
    { name: 'PORT', number: port },
    ...(gateway === undefined ? [] : [{ name: 'GATEWAY_PORT', number: gateway }]),
  ]
  return Promise.all(ports.map((each) => portState(host, each)))
}

async function portState(host: string, { name, number }: { name: string; number: number }): Promise<Finding> {
  const what = `port ${number}`
  const taken = number === 0 ? undefined : await listeningFault(host, number)
  if (taken === undefined) return { what, state: 'works', detail: `${name} is free` }
  if (taken === 'EADDRINUSE') {
    const isOwn = await respondsAsServer(host, number, name === 'PORT')
    if (isOwn) return { what, state: 'works', detail: `${name}: a server responds` }
    return { what, state: 'broken', detail: `${name} is in use by another program. Set another port.` }
  }
  return { what, state: 'broken', detail: `${name} on ${host} cannot be opened (${taken}). Set HOST or ${name}.` }
}

/** Why nothing can listen there; undefined if it can. */
function listeningFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (failure) => resolve(codeOf(failure)))
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)))
  })
}

/** @param isMain whether it is the port with the health endpoints; that of the gateway only responds */
async function respondsAsServer(host: string, port: number, isMain: boolean): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(healthTimeoutMs)
    const response = await fetch(`${localUrl(host, port)}/health/live`, { signal })
    const body = await response.text()
    return isMain ? JSON.parse(body).status === 'ok' : response.status < 500
  } catch {
    return false
  }
}

async function providerStates(config: Config, families: readonly AnyFamily[]): Promise<Finding[]> {
  const log = createLog({ logLevel: 'silent' })
  const outbound = createOutbound({
    settings: config,
    settingOf: (setting) => settingOf(config, setting),
    clock: clockFrom(undefined),
    log,
    metrics: new Registry(),
    limits: { swift: () => ({ take: () => undefined }) },
    baseUrl: config.baseUrl,
  })
  try {
    const described = new Set([...families.flatMap((family) => providersOf(family, config)), ...collectorsOf(config)])
    const signal = AbortSignal.timeout(config.providerTimeoutMs)
    const names = namesOf([...described])
    const found = [...described].map(async (description) =>
      findingOf(names.get(description) ?? description.source, await outbound.provider(description).probe(signal)),
    )
    const states = await Promise.all([
      ...found,
      ...authorityStates(config, families, outbound, signal),
      modelState(config, outbound),
      signInState(config, outbound),
      createUpdateCheck({ config, outbound, clock: clockFrom(config.clock) })(),
    ])
    return states.flat()
  } finally {
    await outbound.close()
  }
}

/** Checks that the authorities of outside accounts accept this server's credentials. */
function authorityStates(
  config: Config,
  families: readonly AnyFamily[],
  outbound: Outbound,
  signal: AbortSignal,
): Promise<Finding>[] {
  const kinds = families.flatMap(({ connects = [] }) => connects).filter(isGranted)
  const byAuthority = new Map(kinds.map((kind) => [kind.authority, kind]))
  return [...byAuthority].map(async ([{ title, provider }, kind]) => {
    const client = new GrantClient({
      kind,
      provider: outbound.provider(provider),
      redirectUri: '',
      settingOf: (setting) => settingOf(config, setting),
    })
    return { ...findingOf('', await client.probe(signal)), what: `connections with ${title}` }
  })
}

/** The name of each provider: its source, with its own name if one source has several. */
function namesOf(described: readonly ProviderDescription[]): Map<ProviderDescription, string> {
  const bySource = Map.groupBy(described, ({ source }) => source)
  return new Map(
    described.map((each) => {
      const isAlone = bySource.get(each.source)?.length === 1
      return [each, isAlone ? each.source : `${each.source} (${each.name})`]
    }),
  )
}

/** Reads the description of the provider with which people sign in. */
async function signInState(config: Config, outbound: Outbound): Promise<Finding[]> {
  const what = 'sign-in provider'
  const log = createLog({ logLevel: 'silent' })
  const options = oidcClientOptions(config, { outbound, log, clock: clockFrom(undefined) })
  if (!options) return []
  const fault = await new OidcClient(options).fault()
  if (fault === undefined) return [{ what, state: 'works', detail: `${options.issuer} responds` }]
  const detail = `${options.issuer} cannot be used: ${fault.replace(/\.?$/, '.')} Check OIDC_ISSUER. People sign in with passwords and passkeys.`
  return [{ what, state: 'broken', detail }]
}

/** Requests one word from the configured model, like the methods of this server. */
async function modelState(config: Config, outbound: Outbound): Promise<Finding> {
  const what = 'language model'
  if (config.modelProvider === undefined) {
    return { what, state: 'off', detail: 'not configured: MODEL_PROVIDER' }
  }
  try {
    const models = new Models({ config, metrics: new Registry(), outbound })
    const startedAt = performance.now()
    const { text } = await models.generate({
      purpose: 'text',
      subject: 'doctor',
      payer: undefined,
      instructions: 'Reply only with the requested word.',
      messages: [{ role: 'user', text: 'Reply with the word: ready' }],
      maxOutputTokens: 1024,
      signal: AbortSignal.timeout(config.modelTimeoutMs),
      log: createLog({ logLevel: 'silent' }),
    })
    const took = `in ${Math.round(performance.now() - startedAt)} ms`
    if (text.trim() !== '') return { what, state: 'works', detail: `answers ${took}` }
    return { what, state: 'broken', detail: `responds ${took}, with an empty reply. Try another model.` }
  } catch (failure) {
    return { what, state: 'broken', detail: sentenceOf(failure) }
  }
}

function findingOf(source: string, result: ProbeResult): Finding {
  const what = `provider ${source}`
  switch (result.kind) {
    case 'works':
      return { what, state: 'works', detail: `responds in ${Math.round(result.latencyMs)} ms` }
    case 'fails':
      return { what, state: 'broken', detail: result.reason }
    case 'not_configured':
      return { what, state: 'off', detail: `not configured: ${result.settings.join(', ')}` }
    case 'not_tried':
      return { what, state: 'off', detail: result.reason }
  }
}

function codeOf(failure: unknown): string {
  return (failure as NodeJS.ErrnoException).code ?? 'unknown'
}

function sentenceOf(failure: unknown): string {
  if (failure instanceof AggregateError && !failure.message) return failure.errors.map(sentenceOf).join('; ')
  return failure instanceof Error ? failure.message : String(failure)
}
