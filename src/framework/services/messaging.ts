import type { Registry as Metrics } from 'prom-client'
import type { Clock } from '../../runtime/base/clock.ts'
import { Counter } from '../../runtime/base/metrics.ts'
import type { Store, StoreLog } from '../../runtime/store/types.ts'
import { embeddedBroker } from './broker/embedded.ts'
import type { Broker } from './broker/types.ts'
import { EmbeddedEvents } from './events/embedded.ts'
import type { Events } from './events/types.ts'
import { EmbeddedRegistry } from './registry/embedded.ts'
import type { Registry } from './registry/types.ts'

/** The settings that choose the engines. */
export interface MessagingSettings {
  /** NATS_URL */
  readonly natsUrl?: string | undefined
  /** NATS_TOKEN */
  readonly natsToken?: string | undefined
  /** NATS_PREFIX */
  readonly natsPrefix: string
  /** EVENTS_RETENTION_HOURS */
  readonly eventsRetentionMs: number
}

/** The engines by which services communicate and find each other. */
interface Engines {
  readonly registry: Registry
  readonly broker: Broker
  readonly events: Events
}

export type Messaging = Engines & {
  /** Whether the messaging server can be reached; true without one. */
  isConnected(): boolean
  close(): Promise<void>
}

export interface MessagingOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: StoreLog
  readonly metrics: Metrics
  readonly config: MessagingSettings
}

/**
 * The engines: NATS, which is loaded only if NATS_URL names a server, else the database and this process.
 *
 * @throws Error naming the setting when NATS cannot be used
 */
export async function openMessaging(options: MessagingOptions): Promise<Messaging> {
  const { store, clock, log, metrics, config } = options
  const { natsUrl, natsToken, natsPrefix, eventsRetentionMs } = config
  const givenUp = new Counter({
    name: 'onedoor_events_given_up_total',
    help: 'Deliveries of events to a group that were never acknowledged and had no retries left',
    registers: [metrics],
  })
  const eventsOptions = { clock, log, retentionMs: eventsRetentionMs, onGivenUp: () => givenUp.inc() }
  if (natsUrl === undefined) {
    const engines = {
      registry: new EmbeddedRegistry({ store, clock, log }),
      broker: embeddedBroker(),
      events: new EmbeddedEvents({ store, ...eventsOptions }),
    }
    return { ...engines, isConnected: () => true, close: () => closeAll(engines) }
  }
  const { openNatsEngines } = await import('./nats-engines.ts')
  const { nats, ...engines } = await openNatsEngines({
    url: natsUrl,
    token: natsToken,
    prefix: natsPrefix,
    ...eventsOptions,
  })
  return {
    ...engines,
    isConnected: () => nats.isConnected,
    async close() {
      await closeAll(engines)
      await nats.close()
    },
  }
}

async function closeAll({ registry, broker, events }: Engines): Promise<void> {
  await Promise.all([registry.close(), broker.close(), events.close()])
}
