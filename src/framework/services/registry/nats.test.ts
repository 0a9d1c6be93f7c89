import { afterEach } from 'vitest'
import { natsForTests, newPrefix } from '#testing/nats.ts'
import { registryConformance } from '#testing/registry-conformance.ts'
import { openNatsRegistry } from './nats.ts'
import type { Registry } from './types.ts'

const connected = natsForTests()
const open: Registry[] = []
const log = { warn: () => undefined }

afterEach(async () => {
  for (const registry of open.splice(0)) await registry.close()
})

registryConformance('the registry on NATS', {
  newShared: async () => newPrefix(),
  async open(prefix, clock) {
    const registry = await openNatsRegistry(await connected(), { prefix: prefix as string, clock, log })
    open.push(registry)
    return registry
  },
})
