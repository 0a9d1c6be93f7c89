import { afterEach } from 'vitest'
import type { Store } from '#runtime/store/types.ts'
import { type DatabaseSettings, forEachDatabase } from '#testing/databases.ts'
import { registryConformance } from '#testing/registry-conformance.ts'
import { EmbeddedRegistry } from './embedded.ts'
import type { Registry } from './types.ts'

const log = { warn: () => undefined }

forEachDatabase((dialect, openTestStore, newDatabase) => {
  /** On PostgreSQL each engine has separate connections, as a process has. */
  const shared = {
    newShared: async () => (dialect === 'postgres' ? newDatabase() : openTestStore()),
    store: async (given: unknown): Promise<Store> =>
      dialect === 'postgres' ? openTestStore(given as DatabaseSettings) : (given as Store),
  }

  const open: Registry[] = []
  afterEach(async () => {
    for (const registry of open.splice(0)) await registry.close()
  })
  registryConformance('the embedded registry', {
    newShared: shared.newShared,
    async open(given, clock) {
      const registry = new EmbeddedRegistry({ store: await shared.store(given), clock, log })
      open.push(registry)
      return registry
    },
  })
})
