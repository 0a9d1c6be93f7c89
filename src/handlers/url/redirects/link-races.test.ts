import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builderFor } from '#runtime/store/builders.ts'
import type { Query, StatementCall, Store } from '#runtime/store/types.ts'
import { LinkCache } from './link-cache.ts'

const ids = ['a', 'b', 'c'] as const

/** A database of three links whose answers arrive when the test lets them: each shows what was there when it was asked. */
class SlowDatabase {
  readonly versions: Record<string, number> = { a: 0, b: 0, c: 0 }
  readonly #waiting: (() => void)[] = []

  readonly all: Store['all'] = async (query: Query) => {
    const { sql, bindings } = (query as StatementCall).compile(builderFor('sqlite'), 'sqlite')
    if (sql.includes('link_changes')) return [{ id: null, version: null, next: 1 }] as never
    const rows = (JSON.parse(bindings[0] as string) as string[])
      .filter((id) => (this.versions[id] as number) > 0)
      .map((id) => ({
        id,
        destination: `https://ferries.example/${this.versions[id]}`,
        forward_query: 0,
        expires_at: null,
      }))
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return rows as never
  }

  /** Releases the response at this place in the queue, if any waits. */
  letThrough(place: number): void {
    if (this.#waiting.length > 0) this.#waiting.splice(place % this.#waiting.length, 1)[0]?.()
  }

  get isWaitedFor(): boolean {
    return this.#waiting.length > 0
  }
}

/** Runs everything that was started until it waits for the database. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('a lookup after a change never returns the state before it, however late the reads return', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('find' as const), id: fc.constantFrom(...ids) }),
    fc.record({ kind: fc.constant('change' as const), id: fc.constantFrom(...ids) }),
    fc.record({ kind: fc.constant('let through' as const), place: fc.nat({ max: 5 }) }),
    fc.record({ kind: fc.constant('wait' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const database = new SlowDatabase()
      const cache = new LinkCache({ store: database, maxBytes: 2 * 1024 * 1024, elapsed: () => 1 })
      const checks: Promise<void>[] = []
      const find = async (id: string) => {
        const least = database.versions[id] as number
        const found = await cache.find(id)
        const version = typeof found === 'string' ? 0 : Number(found.destination.split('/').at(-1))
        expect(version).toBeGreaterThanOrEqual(least)
      }
      for (const each of steps) {
        if (each.kind === 'find') checks.push(find(each.id))
        else if (each.kind === 'let through') database.letThrough(each.place)
        else if (each.kind === 'wait') await settle()
        else {
          database.versions[each.id] = (database.versions[each.id] as number) + 1
          cache.changed(each.id)
        }
      }
      for (;;) {
        await settle()
        if (!database.isWaitedFor) break
        database.letThrough(0)
      }
      await Promise.all(checks)
      // In the end, the cache matches the database.
      const last = ids.map(find)
      await settle()
      while (database.isWaitedFor) {
        database.letThrough(0)
        await settle()
      }
      await Promise.all(last)
    }),
    { numRuns: 150 },
  )
})
