import { afterEach } from 'vitest'
import { natsForTests, newPrefix } from '#testing/nats.ts'
import { eventsConformance } from './conformance.ts'
import type { KeptEvents } from './embedded.ts'
import { natsEvents } from './nats.ts'

const connected = natsForTests()
const open: KeptEvents[] = []
const log = { warn: () => undefined }

afterEach(async () => {
  for (const events of open.splice(0)) await events.close()
})

eventsConformance('event streaming on NATS', {
  newShared: async () => newPrefix(),
  async open(prefix, options) {
    const events = await natsEvents(await connected(), { prefix: prefix as string, log, ...options })
    open.push(events)
    return events
  },
  // JetStream counts by the computer's clock: whoever waits for a delivery waits until it comes.
  pass: async () => undefined,
})
