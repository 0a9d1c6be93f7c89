import { brokerConformance } from '#testing/broker-conformance.ts'
import { embeddedBroker } from './embedded.ts'

brokerConformance('the embedded broker', { newShared: async () => undefined, open: async () => embeddedBroker() })
