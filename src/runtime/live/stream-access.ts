import { changeTable, forgetOldChanges } from '../store/change-log.ts'
import { currentVersion, selectJsonTexts } from '../store/dialect-sql.ts'
import { statement } from '../store/statement.ts'
import type { Store, Writer } from '../store/types.ts'
import type { LiveReader } from './types.ts'

/** How many of the latest losses are stored for processes that have not looked for a while. */
const keptLosses = 10_000

export const accessLosses = changeTable('access_losses', 'subject')

const insertion = statement<{ subject: string }>((sql, param) =>
  sql.raw(
    `insert into access_losses (subject, version) values (?, ${currentVersion(sql, 'access_losses')})
     on conflict (subject) do update set version = excluded.version`,
    [param('subject')],
  ),
)

const standingCredentials = statement<{ ids: string; now: number }>((sql, param) => {
  const ids = selectJsonTexts(sql, param('ids'))
  return sql.raw(
    `select id from tokens where id in (?) and revoked_at is null and expires_at > ?
       and account_id not in (select id from accounts where disabled_at is not null)
     union all select id from sessions where id in (?) and expires_at > ?`,
    [ids, param('now'), ids, param('now')],
  )
})

/** Records that everyone with a stream because of the subject has lost access to it. */
export async function recordLoss(tx: Writer, subject: string): Promise<void> {
  if (subject.length === 0 || subject.length > 200) throw new RangeError(`${subject} cannot be a subject`)
  await tx.run(insertion({ subject }))
}

/** Deletes losses that every process has read long ago. */
export function purgeLosses(store: Store): Promise<void> {
  return forgetOldChanges(store, accessLosses, keptLosses)
}

interface Watcher {
  readonly credentialId: string | undefined
  readonly subjects: readonly string[]
  readonly lost: () => void
}

/** The holders of streams, and their rights. */
export class StreamRights {
  readonly #bySubject = new Map<string, Set<Watcher>>()
  readonly #watchers = new Set<Watcher>()

  get isEmpty(): boolean {
    return this.#watchers.size === 0 && this.#bySubject.size === 0
  }

  /**
   * @param lost called when access is lost; may be called again
   * @returns a function that stops watching
   */
  watch(credentialId: string | undefined, subjects: readonly string[], lost: () => void): () => void {
    const watcher = { credentialId, subjects, lost }
    const all = credentialId === undefined ? subjects : [...subjects, credentialId]
    this.#watchers.add(watcher)
    for (const subject of all) {
      const watchers = this.#bySubject.get(subject) ?? new Set()
      this.#bySubject.set(subject, watchers.add(watcher))
    }
    return () => {
      this.#watchers.delete(watcher)
      for (const subject of all) {
        const watchers = this.#bySubject.get(subject)
        if (watchers?.delete(watcher) && watchers.size === 0) this.#bySubject.delete(subject)
      }
    }
  }

  lose(subjects: ReadonlySet<string>): void {
    for (const subject of subjects) {
      for (const { lost } of [...(this.#bySubject.get(subject) ?? [])]) lost()
    }
  }

  /**
   * For when it is unknown what was lost. Rights other than a token or session cannot be looked up here: those
   * streams end, and their readers reconnect.
   */
  async checkAll(store: LiveReader, now: number): Promise<void> {
    for (const { subjects, lost } of [...this.#watchers]) if (subjects.length > 0) lost()
    await this.checkCredentials(store, now)
  }

  /** Ends the streams whose token or session has ended or expired. */
  async checkCredentials(store: LiveReader, now: number): Promise<void> {
    const held = [...this.#watchers]
    const ids = new Set(held.flatMap(({ credentialId }) => (credentialId === undefined ? [] : [credentialId])))
    if (ids.size === 0) return
    const standing = await validCredentials(store, [...ids], now)
    for (const { credentialId, lost } of held) {
      if (credentialId !== undefined && !standing.has(credentialId)) lost()
    }
  }
}

/** Which of these tokens and sessions are valid. */
export async function validCredentials(store: LiveReader, ids: readonly string[], now: number): Promise<Set<string>> {
  const rows = await store.all<{ id: string }>(standingCredentials({ ids: JSON.stringify(ids), now }))
  return new Set(rows.map(({ id }) => id))
}
