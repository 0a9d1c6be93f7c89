import { afterEach } from 'vitest'
import { natsForTests, newPrefix } from '#testing/nats.ts'
import { registryConformance } from './conformance.ts'
import type { KeptRegistry } from './embedded.ts'
import { natsRegistry } from './nats.ts'

const connected = natsForTests()
const open: KeptRegistry[] = []
const log = { warn: () => undefined }

afterEach(async () => {
  for (const registry of open.splice(0)) await registry.close()
})

registryConformance('the registry on NATS', {
  newShared: async () => newPrefix(),
  async open(prefix, clock) {
    const registry = await natsRegistry(await connected(), { prefix: prefix as string, clock, log })
    open.push(registry)
    return registry
  },
})
