import { keysFrom } from '../runtime/base/secrets/keys.ts'
import { type Connections, createConnections } from '../runtime/outbound/connections/connections.ts'
import type { ConnectionKind } from '../runtime/outbound/connections/kind.ts'
import { settingOf } from './config.ts'
import type { Foundations } from './foundations.ts'

/** The outside accounts that accounts have connected. @param kinds what the families of this server offer */
export function openConnections(
  { config, store, clock, log, outbound }: Pick<Foundations, 'config' | 'store' | 'clock' | 'log' | 'outbound'>,
  kinds: readonly ConnectionKind[],
  stack: AsyncDisposableStack,
): Connections {
  const connections = createConnections({
    store,
    clock,
    log,
    outbound,
    kinds,
    keys: keysFrom({ key: config.configSecretKey, dataDir: config.dataDir }),
    baseUrl: config.baseUrl,
    withExamples: config.providers === 'examples',
    settingOf: (setting) => settingOf(config, setting),
  })
  stack.defer(() => connections.close())
  return connections
}
