import { Gathered, Listeners, type Signals } from '../base/signals.ts'
import { type NatsAddress, openNatsConnection } from './nats-connection.ts'

interface NatsSignalsOptions extends NatsAddress {
  /** NATS_PREFIX */
  readonly prefix: string
}

/**
 * Signals by NATS, which needs no JetStream for them.
 *
 * @throws Error naming the setting when the server cannot be used
 */
export async function openNatsSignals({ prefix, ...address }: NatsSignalsOptions): Promise<Signals> {
  const { connection } = await openNatsConnection(address, { echo: false })
  const listeners = new Listeners()
  const subject = (topic: string) => `${prefix}.signals.${topic}`
  const start = subject('').length
  connection.subscribe(subject('*'), {
    callback: (error, message) => {
      if (!error) listeners.wake(message.subject.slice(start))
    },
  })
  const gathered = new Gathered((topic) => {
    // While the connection is being restored the client keeps it; once closed there is nobody to tell.
    if (!connection.isClosed()) connection.publish(subject(topic))
  })
  const following = (async () => {
    for await (const { type } of connection.status()) if (type === 'reconnect') listeners.wakeAll()
  })()
  return {
    send(topic) {
      listeners.wake(topic)
      gathered.add(topic)
    },
    listen: (topic, wake) => listeners.add(topic, wake),
    async close() {
      await connection.close()
      await following
    },
  }
}
