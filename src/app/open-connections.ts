import { once } from '../runtime/base/once.ts'
import { keysFrom } from '../runtime/base/secrets/keys.ts'
import type { ConnectionKind } from '../runtime/outbound/connections/connection-kind.ts'
import { Connections } from '../runtime/outbound/connections/connections.ts'
import type { Writer } from '../runtime/store/types.ts'
import { settingOf } from './config.ts'
import type { RuntimeServices } from './runtime-services.ts'

/** The outside accounts that accounts have connected. @param kinds what the families of this server offer */
export function openConnections(
  { config, store, clock, log, outbound }: Pick<RuntimeServices, 'config' | 'store' | 'clock' | 'log' | 'outbound'>,
  kinds: readonly ConnectionKind[],
  stack: AsyncDisposableStack,
): Connections {
  const connections = new Connections({
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

/** Revokes the permissions of accounts that a command deletes; opened for the first of them. */
export interface Withdrawals {
  /** Loads what they need, which must not happen in a transaction. */
  prepare(): Promise<unknown>
  /** Like `Connections.withdrawing`. */
  withdrawing(tx: Writer, accountId: string): Promise<() => void>
  /** Resolves when the providers have responded or timed out. */
  close(): Promise<void>
}

/** @param options `log` records failed revocations */
export function createWithdrawals(options: Pick<RuntimeServices, 'config' | 'store' | 'clock' | 'log'>): Withdrawals {
  const stack = new AsyncDisposableStack()
  const waitMs = 2 * options.config.providerTimeoutMs
  const open = once(async () => {
    // Most commands delete no account and need none of this.
    const [{ createOutbound }, { families }, { Registry }] = await Promise.all([
      import('../runtime/outbound/outbound.ts'),
      import('./families.ts'),
      import('prom-client'),
    ])
    const { config } = options
    const outbound = createOutbound({
      ...options,
      settings: config,
      settingOf: (setting) => settingOf(config, setting),
      metrics: new Registry(),
      limits: { swift: () => ({ take: () => undefined }) },
      baseUrl: config.baseUrl,
    })
    stack.defer(() => outbound.close())
    const kinds = families.flatMap(({ connects = [] }) => connects)
    const connections = openConnections({ ...options, outbound }, kinds, stack)
    stack.defer(() => connections.close(waitMs))
    return connections
  })
  return {
    prepare: open,
    withdrawing: async (tx, accountId) => (await open()).withdrawing(tx, accountId),
    close: () => stack.disposeAsync(),
  }
}
