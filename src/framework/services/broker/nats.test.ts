import { natsForTests, newPrefix } from '#testing/nats.ts'
import { brokerConformance } from './conformance.ts'
import { natsBroker } from './nats.ts'

const connected = natsForTests()

brokerConformance('the broker on NATS', {
  newShared: async () => newPrefix(),
  open: async (prefix) => natsBroker(await connected(), prefix as string),
})
