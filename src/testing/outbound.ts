import type { Asker } from '../runtime/base/asker.ts'
import { type ManualClock, manualClock } from '../runtime/base/clock.ts'
import { createLog } from '../runtime/base/log.ts'
import { Registry } from '../runtime/base/metrics.ts'
import { readSettings } from '../runtime/base/setting.ts'
import type { AgentsOptions } from '../runtime/outbound/agents.ts'
import { createOutbound, type Outbound, type OutboundOptions } from '../runtime/outbound/outbound.ts'
import type { Timing } from '../runtime/outbound/retry.ts'
import { outboundSettings } from '../runtime/outbound/settings.ts'

export interface TestOutbound extends Outbound {
  readonly clock: ManualClock
  readonly metrics: Registry
  /** What was logged, one JSON line each. */
  readonly logged: readonly string[]
  /** The waits between attempts, which take no time. */
  readonly waits: readonly number[]
}

export interface TestOutboundOptions {
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>
  readonly agents?: AgentsOptions
  /** In place of the setting PROVIDER_TIMEOUT_S. */
  readonly timeoutMs?: number
  readonly limits?: OutboundOptions['limits']
}

const noLimits: OutboundOptions['limits'] = { swift: () => ({ take: () => undefined }) }

/** Outbound requests without a server: attempts do not wait, and the log is stored. */
export function createTestOutbound({
  env = {},
  agents,
  timeoutMs,
  limits = noLimits,
}: TestOutboundOptions = {}): TestOutbound {
  const clock = manualClock()
  const metrics = new Registry()
  const logged: string[] = []
  const waits: number[] = []
  const timing: Timing = {
    wait: async (ms, signal) => {
      waits.push(ms)
      signal.throwIfAborted()
    },
    random: () => 0.5,
  }
  const { values, faults } = readSettings(outboundSettings, env)
  if (faults.length > 0) throw new Error(faults.join(' '))
  const outbound = createOutbound({
    settings: { ...values, ...(timeoutMs === undefined ? {} : { providerTimeoutMs: timeoutMs }) },
    settingOf: (setting) => readSettings({ value: setting }, env).values.value as never,
    clock,
    log: createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) }),
    metrics,
    limits,
    baseUrl: 'https://onedoor.example',
    timing,
    ...(agents && { agents }),
  })
  return { ...outbound, clock, metrics, logged, waits }
}

/** Somebody who waits as long as it takes. */
export function asker(subject = 'somebody', signal: AbortSignal = new AbortController().signal): Asker {
  return { subject, signal }
}
