import { localSignals, type Signals } from '../base/signals.ts'
import type { StoreLog } from '../store/types.ts'

/** The settings that choose how server processes wake each other. */
export interface SignalSettings {
  /** NATS_URL */
  readonly natsUrl?: string | undefined
  /** NATS_TOKEN */
  readonly natsToken?: string | undefined
  /** NATS_PREFIX */
  readonly natsPrefix: string
  /** DATABASE_URL */
  readonly databaseUrl?: string | undefined
}

/**
 * Signals between the processes of an instance: over NATS if NATS_URL is set, which is loaded only then; else with the
 * NOTIFY of PostgreSQL; on SQLite, which has one process, within it.
 *
 * @throws Error naming the setting when NATS cannot be used
 */
export async function openSignals(settings: SignalSettings, log: StoreLog): Promise<Signals> {
  const { natsUrl, natsToken, natsPrefix, databaseUrl } = settings
  if (natsUrl !== undefined) {
    const { openNatsSignals } = await import('./nats-signals.ts')
    return openNatsSignals({ url: natsUrl, token: natsToken, prefix: natsPrefix })
  }
  if (!databaseUrl) return localSignals()
  const { postgresSignals } = await import('../store/postgres-signals.ts')
  return postgresSignals(databaseUrl, log)
}
