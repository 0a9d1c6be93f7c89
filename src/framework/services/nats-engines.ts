import { natsBroker } from './broker/nats.ts'
import { openNatsEvents } from './events/nats.ts'
import type { EventsOptions } from './events/types.ts'
import { connectNats } from './nats/jetstream.ts'
import { openNatsRegistry } from './registry/nats.ts'

interface NatsEnginesOptions extends EventsOptions {
  readonly url: string
  readonly token: string | undefined
  /** The prefix of subjects, streams and buckets: installations with different prefixes can share a server. */
  readonly prefix: string
}

/** @throws Error naming the setting when the server cannot be used */
export async function openNatsEngines({ url, token, prefix, ...options }: NatsEnginesOptions) {
  const { clock, log } = options
  const nats = await connectNats({ url, token, log })
  try {
    const registry = await openNatsRegistry(nats, { prefix, clock, log })
    const events = await openNatsEvents(nats, { prefix, ...options })
    return { nats, registry, events, broker: natsBroker(nats, prefix) }
  } catch (error) {
    await nats.close()
    throw new Error(`NATS_URL: JetStream does not accept the streams of this server: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
