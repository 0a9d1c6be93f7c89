import { afterEach } from 'vitest'
import { eventsConformance } from '#testing/events-conformance.ts'
import { natsForTests, newPrefix } from '#testing/nats.ts'
import { openNatsEvents } from './nats.ts'
import type { Events } from './types.ts'

const connected = natsForTests()
const open: Events[] = []
const log = { warn: () => undefined }

afterEach(async () => {
  for (const events of open.splice(0)) await events.close()
})

eventsConformance('event streaming on NATS', {
  newShared: async () => newPrefix(),
  async open(prefix, options) {
    const events = await openNatsEvents(await connected(), { prefix: prefix as string, log, ...options })
    open.push(events)
    return events
  },
  // JetStream uses the computer's clock, so a test has to wait for a delivery until it comes.
  pass: async () => undefined,
  countsFetched: true,
})
