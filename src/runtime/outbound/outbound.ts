import type { Registry } from 'prom-client'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Setting, Values } from '../base/setting.ts'
import type { Tracer } from '../base/telemetry/tracer.ts'
import type { Limits } from '../limits/limits.ts'
import { type AgentsOptions, createAgents } from './agents.ts'
import type { Deadline } from './deadline.ts'
import type { Pace, ProviderDescription } from './description.ts'
import { createExampleAnswers, type ProviderTrouble } from './example-responses.ts'
import { userAgent } from './exchange.ts'
import { OutboundFailure } from './failure.ts'
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'
import { createProviderMeters } from './health.ts'
import type { Outside } from './outside.ts'
import { Provider } from './provider.ts'
import { realTiming, type Timing } from './retry.ts'
import type { outboundSettings } from './settings.ts'

/** The only way to make outbound requests. */
export interface Outbound extends GuardedFetch {
  /** The provider of this description: always the same one for the same description. */
  provider(description: ProviderDescription): Provider
  /** The providers of this process so far. */
  opened(): readonly Provider[]
  /** Whether a connection for a caller may go to this IP address, for protocols other than HTTP. */
  allows(address: string): boolean
  /** All current addresses of a host, for protocols other than HTTP. @throws OutboundFailure not_configured in a sandbox */
  addressesOf(host: string): Promise<readonly string[]>
  /** Where everything goes that would leave this server, if it reaches nothing outside. */
  readonly outside: Outside | undefined
  /** Ends all connections. */
  close(): Promise<void>
}

export interface OutboundOptions {
  readonly settings: Values<typeof outboundSettings>
  /** The value of a provider's setting. */
  settingOf<Value>(setting: Setting<Value>): Value
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Registry
  readonly limits: Pick<Limits, 'swift'>
  /** The public address of the instance: where providers can find the operator. */
  readonly baseUrl: string
  /** Gets a span for each request of a traced call. */
  readonly tracer?: Pick<Tracer, 'span'> | undefined
  readonly agents?: AgentsOptions
  readonly timing?: Timing
  readonly trouble?: ProviderTrouble | undefined
  /** Given, nothing outside is reached. */
  readonly outside?: Outside | undefined
}

export function createOutbound(options: OutboundOptions): Outbound {
  const { settings, settingOf, clock, log, metrics, limits, baseUrl, timing = realTiming, outside } = options
  const isSealed = outside !== undefined
  const agents = createAgents({ allowedRanges: settings.fetchAllowedRanges, isSealed, ...options.agents })
  const agent = userAgent(baseUrl)
  const meters = createProviderMeters(metrics, clock, options.tracer)
  const providers = new Map<string, { provider: Provider; description: ProviderDescription }>()
  const health = meters.of('web', { breaker: () => 'closed', cachedBytes: () => 0 })
  return {
    ...createGuardedFetch({ agents, health, userAgent: agent, maxTimeoutMs: settings.providerTimeoutMs }),
    allows: agents.isAllowed,
    addressesOf: async (host) => (await agents.lookup(host)).map(({ address }) => address),
    outside,
    provider(description) {
      const known = providers.get(description.name)
      if (known?.description === description) return known.provider
      if (known) throw new Error(`Two providers are named ${description.name}: rename one`)
      const usesExamples = settings.providers === 'examples' && !description.isAlwaysLive
      const provider = new Provider({
        description,
        wire: { agents, settingOf, userAgent: agent, clock },
        clock,
        log,
        meters,
        timeoutMs: settings.providerTimeoutMs,
        paced: pacer(description, paceOf(description, settingOf), limits, timing),
        examples: usesExamples ? createExampleAnswers(description, options.trouble) : undefined,
        timing,
      })
      providers.set(description.name, { provider, description })
      return provider
    },
    opened: () => [...providers.values()].map(({ provider }) => provider),
    close: () => agents.close(),
  }
}

/** Waits until the request rate of a provider, shared by all processes of the instance, allows another request. */
function pacer(
  { name, source }: ProviderDescription,
  pace: Pace | undefined,
  limits: OutboundOptions['limits'],
  timing: Timing,
) {
  if (!pace) return async () => undefined
  const limiter = limits.swift(policyOf(name, pace))
  return async ({ remainingMs, signal }: Deadline): Promise<void> => {
    const lastAt = performance.now() + remainingMs
    for (;;) {
      const verdict = await limiter.take('instance')
      if (!verdict || verdict.isAllowed) return
      const waitMs = Math.min(verdict.resetS * 1000, pace.perMs)
      if (performance.now() + waitMs >= lastAt) {
        throw new OutboundFailure(
          'busy',
          `${source} is receiving too many requests. Try again in ${verdict.resetS} seconds.`,
          {
            retryAfterS: verdict.resetS,
          },
        )
      }
      await timing.wait(waitMs, signal)
    }
  }
}

function paceOf({ pace }: ProviderDescription, settingOf: OutboundOptions['settingOf']): Pace | undefined {
  return pace !== undefined && 'schema' in pace ? settingOf(pace) : pace
}

function policyOf(name: string, { calls, perMs }: Pace) {
  return { name: `provider-${name}`, unit: 'requests', per: 'provider', quota: calls, windowMs: perMs }
}
