import { afterEach } from 'vitest'
import { forEachDatabase } from '../../../testing/databases.ts'
import type { Store } from '../../store/types.ts'
import { registryConformance } from './conformance.ts'
import { embeddedRegistry, type KeptRegistry } from './embedded.ts'

const log = { warn: () => undefined }

forEachDatabase((_dialect, openTestStore) => {
  const open: KeptRegistry[] = []
  afterEach(async () => {
    for (const registry of open.splice(0)) await registry.close()
  })
  registryConformance('the embedded registry', {
    newShared: () => openTestStore(),
    async open(store, clock) {
      const registry = embeddedRegistry({ store: store as Store, clock, log })
      open.push(registry)
      return registry
    },
  })
})
