import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { brokerService } from '../framework/services/broker/service.ts'
import { eventsService } from '../framework/services/events/service.ts'
import { type Messaging, openMessaging } from '../framework/services/messaging.ts'
import { registryService } from '../framework/services/registry/service.ts'
import { type ManualClock, manualClock } from '../runtime/base/clock.ts'
import { Registry as Metrics } from '../runtime/base/metrics.ts'
import { type CoreDoor, openCoreDoor } from './core-door.ts'
import { forEachDatabase } from './databases.ts'
import { type GrpcJsClient, grpcJsClient } from './grpc-js-client.ts'
import { newPrefix, sharedNats } from './nats.ts'

const retentionMs = 24 * 3_600_000

/** The messaging services on the real port, as programs of a namespace use them. */
export interface MessagingDoor {
  readonly messaging: Messaging
  /** The clock of the engines. */
  readonly clock: ManualClock
  readonly metrics: Metrics
  /** Creates an administrator of the instance and returns a token. */
  boss(): Promise<string>
  /** Creates a namespace, with the tokens of an administrator and of an ordinary account. */
  space(): Promise<{ namespace: string; admin: string; user: string }>
  /** Opens a client with its own connection, which closes when the test ends. */
  client(service: string, token?: string, namespace?: string): GrpcJsClient
}

/** Registers the same tests for every engine: embedded on both databases, and NATS. */
export function forEachMessaging(register: (door: () => MessagingDoor) => void): void {
  forEachDatabase((name, openTestStore) => {
    const engines = name === 'sqlite' ? (['embedded', 'NATS'] as const) : (['embedded'] as const)
    describe.each(engines)('%s', (engine) => {
      let door: CoreDoor
      let opened: MessagingDoor
      beforeAll(async () => {
        const store = await openTestStore()
        const [clock, metrics] = [manualClock(), new Metrics()]
        const natsUrl = engine === 'NATS' ? await sharedNats() : undefined
        const config = { natsUrl, natsPrefix: newPrefix(), eventsRetentionMs: retentionMs }
        const messaging = await openMessaging({ store, clock, log: { warn: () => undefined }, metrics, config })
        const { registry, broker, events } = messaging
        door = await openCoreDoor(store, ({ naming }) => [
          brokerService(broker),
          eventsService({ events, clock, retentionMs }),
          registryService({
            registry,
            naming,
            reserved: new Set(['config', 'notes']),
            own: () => [],
            described: async () => new Map(),
          }),
        ])
        const { world, address } = door
        let spaces = 0
        opened = {
          messaging,
          clock,
          metrics,
          boss: async () => (await world.account({ isAdmin: true })).token,
          async space() {
            const namespace = `space-${++spaces}`
            const admin = await world.account({ namespace, isAdmin: true })
            const user = await world.account({ namespace })
            return { namespace, admin: admin.token, user: user.token }
          },
          client(service, token, namespace) {
            const made = grpcJsClient({ address, service, token, namespace })
            onTestFinished(() => made.close())
            return made
          },
        }
      })
      afterAll(async () => {
        await door.close()
        await opened.messaging.close()
      })
      register(() => opened)
    })
  })
}
