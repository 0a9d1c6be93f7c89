import { Gathered, Listeners, type Signals } from '../base/signals.ts'
import { type NatsAddress, openNatsConnection } from './nats-connection.ts'

interface NatsSignalsOptions extends NatsAddress {
  /** NATS_PREFIX */
  readonly prefix: string
}

/**
 * Signals over NATS, without JetStream.
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
    // The client queues it while the connection is being restored; after closing nobody receives it.
    if (!connection.isClosed()) connection.publish(subject(topic))
  })
  // It ends when the connection is closed.
  void (async () => {
    for await (const { type } of connection.status()) if (type === 'reconnect') listeners.wakeAll()
  })()
  return {
    send(topic) {
      listeners.wake(topic)
      gathered.add(topic)
    },
    listen: (topic, wake) => listeners.add(topic, wake),
    close: () => connection.close(),
  }
}
