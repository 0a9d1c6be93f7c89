import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { keysFrom } from '../runtime/base/secrets/keys.ts'
import { readSettings } from '../runtime/base/setting.ts'
import type { ConnectionKind } from '../runtime/outbound/connections/connection-kind.ts'
import { Connections } from '../runtime/outbound/connections/connections.ts'
import { googleSettings } from '../runtime/outbound/connections/google.ts'
import type { Store } from '../runtime/store/types.ts'
import { type GoogleStandIn, startGoogleStandIn } from './google-stand-in.ts'
import { createTestOutbound, type TestOutbound } from './outbound.ts'

export interface ConnectionsWorld {
  readonly standIn: GoogleStandIn
  readonly outbound: TestOutbound
  /** Connections on a database. @param more `env` are settings instead of those that lead to the stand-in */
  on(store: Store, more?: { key?: Uint8Array; env?: Record<string, string>; withExamples?: boolean }): Connections
}

/** For each test of a file, a stand-in for Google and what connections need besides a database. */
export function connectionsForTests(baseUrl: string, kinds: readonly ConnectionKind[]): ConnectionsWorld {
  let standIn: GoogleStandIn
  let outbound: TestOutbound
  let dataDir = ''
  beforeEach(async () => {
    standIn = await startGoogleStandIn()
    outbound = createTestOutbound({ env: standIn.settings })
    dataDir = await mkdtemp(join(tmpdir(), 'onedoor-connections-'))
  })
  afterEach(async () => {
    await outbound.close()
    await standIn.close()
    await rm(dataDir, { recursive: true })
  })
  return {
    get standIn() {
      return standIn
    },
    get outbound() {
      return outbound
    },
    on(store, { key, env = standIn.settings, withExamples = false } = {}) {
      const { values } = readSettings(googleSettings, env)
      return new Connections({
        store,
        clock: outbound.clock,
        log: { warn: () => undefined } as never,
        keys: keysFrom({ dataDir, key }),
        outbound,
        kinds,
        baseUrl,
        withExamples,
        settingOf: (setting) =>
          Object.entries(googleSettings)
            .filter(([, each]) => (each as unknown) === setting)
            .map(([name]) => (values as Record<string, unknown>)[name])[0] as never,
      })
    },
  }
}
