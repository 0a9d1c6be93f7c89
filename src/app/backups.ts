import { join } from 'node:path'
import type { BackupPlace } from '../runtime/backup/backup-place.ts'
import type { Clock } from '../runtime/base/clock.ts'
import type { Log } from '../runtime/base/log.ts'
import { Counter, gauge, type Registry } from '../runtime/base/metrics.ts'
import type { Finding } from '../runtime/kit/finding.ts'
import type { Config } from './config.ts'
import type { OpenFamilies } from './open-families.ts'

const hourMs = 3_600_000
/** A daily backup that takes an hour, and another that is retried for an hour. */
const maxAgeMs = 26 * hourMs
/** How long a process shows what it has seen in BACKUP_TO: other processes also create backups. */
const freshMs = 600_000

/** Opens the place in BACKUP_TO. Rejects with a sentence for the operator. */
export async function openPlaceOf(config: Config): Promise<BackupPlace> {
  if (!config.backupTo) throw new Error('Set BACKUP_TO to the place where backups are stored.')
  const { openBackupPlace } = await import('../runtime/backup/backup-place.ts')
  return openBackupPlace(config.backupTo, config, join(config.dataDir, 'backup-work'))
}

/** When the newest good backup was created, in epoch milliseconds; undefined without one. */
async function lastGoodOf(config: Config, now: number): Promise<number | undefined> {
  const { newestGood } = await import('../runtime/backup/scheduled-backups.ts')
  await using place = await openPlaceOf(config)
  return (await newestGood(place, now))?.createdAt
}

/** The state of scheduled backups; none unless BACKUP_TO is set. */
export async function backupFindings(config: Config, now: number, failure?: string): Promise<Finding[]> {
  const what = 'backups'
  if (!config.backupTo) return []
  try {
    const lastGood = await lastGoodOf(config, now)
    if (lastGood === undefined) {
      const detail = failure ?? `None yet. The first one begins at BACKUP_AT (${config.timeZone}).`
      return [{ what, state: failure === undefined ? 'outdated' : 'broken', detail }]
    }
    const hours = Math.floor((now - lastGood) / hourMs)
    const age = `the last good one is ${hours} ${hours === 1 ? 'hour' : 'hours'} old`
    if (failure !== undefined) return [{ what, state: 'broken', detail: `${failure} In BACKUP_TO, ${age}.` }]
    if (now - lastGood <= maxAgeMs) return [{ what, state: 'works', detail: age }]
    return [{ what, state: 'broken', detail: `${age}. Look for "backup failed" in the log of the server.` }]
  } catch (error) {
    return [{ what, state: 'broken', detail: (error as Error).message }]
  }
}

interface BackupsOptions {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Registry
}

/** Adds scheduled backups and their state to what the families of a server do, if BACKUP_TO is set. */
export function withBackups(families: OpenFamilies, { config, clock, log, metrics }: BackupsOptions): OpenFamilies {
  if (!config.backupTo) return families
  let failure: string | undefined
  let seen: number | undefined
  let seenAt = Number.NEGATIVE_INFINITY
  const look = () => {
    if (clock.now() - seenAt < freshMs) return
    seenAt = clock.now()
    lastGoodOf(config, seenAt).then(
      (lastGood) => {
        seen = lastGood
      },
      (err: unknown) => log.warn({ err }, 'backups not listed'),
    )
  }
  const runs = new Counter({
    name: 'onedoor_backups_total',
    help: 'Scheduled backups by outcome: ok, or failed',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  look()
  gauge(metrics, 'onedoor_backup_last_good_timestamp_seconds', 'When the last good backup was created', () => {
    look()
    return seen === undefined ? undefined : seen / 1000
  })
  const run = async (signal: AbortSignal) => {
    try {
      const { createScheduled } = await import('./backup-commands.ts')
      const name = await createScheduled(config, clock.now(), signal)
      failure = undefined
      seenAt = Number.NEGATIVE_INFINITY
      look()
      runs.inc({ outcome: 'ok' })
      log.info({ backup: name }, 'backup stored')
    } catch (err) {
      failure = (err as Error).message
      runs.inc({ outcome: 'failed' })
      log.error({ err }, 'backup failed')
      throw err
    }
  }
  const { hour, minute } = config.backupAt
  return {
    ...families,
    schedules: [
      ...families.schedules,
      {
        name: 'backups.create',
        times: `${minute} ${hour} * * *`,
        timeZone: config.timeZone,
        ifMissed: 'once',
        limits: { isLong: true, timeLimitMs: 6 * hourMs, maxAttempts: 3 },
        run,
      },
    ],
    health: async () => [...(await families.health()), ...(await backupFindings(config, clock.now(), failure))],
  }
}
