import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../../app/migrations.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import type { Store } from '../store/types.ts'
import { createAuditLog } from './audit.ts'

const dayMs = 86_400_000

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let lines: string[]
  const clock = manualClock('2026-11-21T09:30:00Z')
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
  const auditLog = (maxEntries?: number) =>
    createAuditLog({ store, clock, log, auditDays: 2, ...(maxEntries !== undefined && { maxEntries }) })
  beforeEach(async () => {
    lines = []
    store = await openTestStore()
    await store.migrate(migrations)
  })
  afterEach(() => store.close())

  describe('the audit log', () => {
    test('records who did what to whom, when and from where, newest first', async () => {
      const audit = auditLog()
      await audit.record({
        action: 'sign_in_failed',
        subject: 'ann',
        address: '192.0.2.7',
        via: 'page',
        detail: 'password',
      })
      clock.advance(1000)
      await audit.record({
        action: 'account_disabled',
        actor: 'boss',
        subject: 'ann',
        address: '192.0.2.1',
        via: 'page',
      })
      await audit.record({ action: 'token_revoked', via: 'command', detail: 'token_1' })
      const acts = await audit.page({ limit: 10 })
      expect(acts.map(({ id: _, ...act }) => act)).toEqual([
        { atMs: clock.now(), action: 'token_revoked', via: 'command', detail: 'token_1' },
        {
          atMs: clock.now(),
          action: 'account_disabled',
          actor: 'boss',
          subject: 'ann',
          address: '192.0.2.1',
          via: 'page',
        },
        {
          atMs: clock.now() - 1000,
          action: 'sign_in_failed',
          subject: 'ann',
          address: '192.0.2.7',
          via: 'page',
          detail: 'password',
        },
      ])
      const of = async (page: object) => (await audit.page({ limit: 10, ...page })).map(({ action }) => action)
      expect(await of({ account: 'boss' })).toEqual(['account_disabled'])
      expect(await of({ account: 'ann' })).toEqual(['account_disabled', 'sign_in_failed'])
      expect(await of({ account: 'ann', action: 'sign_in_failed' })).toEqual(['sign_in_failed'])
      expect(await of({ before: acts[0]?.id, limit: 1 })).toEqual(['account_disabled'])
    })

    test('is also in the log of the server: refusals as warnings, with the address', async () => {
      const audit = auditLog()
      await audit.record({ action: 'sign_in_failed', address: '192.0.2.7', via: 'page' })
      await audit.record({ action: 'sign_in', actor: 'ann', address: '192.0.2.7', via: 'page' })
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'warn', msg: 'audit', action: 'sign_in_failed', address: '192.0.2.7' },
        { level: 'info', msg: 'audit', action: 'sign_in', actor: 'ann', address: '192.0.2.7' },
      ])
    })

    test('deletes entries older than AUDIT_DAYS, and the oldest of too many', async () => {
      const audit = auditLog(3)
      await audit.record({ action: 'sign_in', actor: 'old', via: 'page' })
      clock.advance(2 * dayMs)
      await audit.purge()
      expect(await audit.page({ limit: 10 })).toHaveLength(1)
      clock.advance(1)
      await audit.purge()
      expect(await audit.page({ limit: 10 })).toEqual([])
      for (const actor of ['a', 'b', 'c', 'd', 'e']) await audit.record({ action: 'sign_in', actor, via: 'page' })
      await audit.purge()
      expect((await audit.page({ limit: 10 })).map(({ actor }) => actor)).toEqual(['e', 'd', 'c'])
    })

    test('is bounded while it is written, and accepts texts of any length and content', async () => {
      const audit = auditLog(3)
      const actor = `\0${'é'.repeat(500)}`
      for (let each = 0; each < 1000; each++) await audit.record({ action: 'sign_in', actor, via: 'page' })
      const acts = await audit.page({ limit: 10 })
      expect(acts.map((act) => act.actor)).toEqual(Array(3).fill('é'.repeat(200)))
    })

    test('does not make an action fail when the database does', async () => {
      const audit = auditLog()
      await store.run(store.sql.raw('drop table audit_log'))
      await audit.record({ action: 'sign_in', actor: 'ann', via: 'page' })
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['audit', 'audit entry not written'])
    })
  })
})
