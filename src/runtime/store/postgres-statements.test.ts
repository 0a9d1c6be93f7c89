import { Socket } from 'node:net'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import type { Writer } from './types.ts'

forEachDatabase((dialect, openTestStore) => {
  const ada = { id: 'ada', username: 'ada', created_at: 1, updated_at: 1 }
  const addAndCount = (tx: Writer) =>
    Promise.all([
      tx.run(tx.sql('accounts').insert(ada)),
      tx.get<{ n: number }>(tx.sql('accounts').count({ n: '*' })),
      tx.run(tx.sql('accounts').delete()),
      tx.get<{ n: number }>(tx.sql('accounts').count({ n: '*' })),
    ])

  test('statements that start at once run in order', async () => {
    const store = await openTestStore()
    const [, some, , none] = await store.write(addAndCount)
    expect([Number(some?.n), Number(none?.n)]).toEqual([1, 0])
  })

  if (dialect === 'sqlite') return

  test('statements that start at once are sent in one write, and run in order', async () => {
    const store = await openTestStore()
    const events: string[] = []
    const queries = pg.Query.prototype as unknown as Record<
      'submit' | 'handleReadyForQuery',
      (given: unknown) => unknown
    >
    const { submit, handleReadyForQuery } = queries
    const noting = (event: string, method: typeof submit) =>
      function (this: { text: string }, given: unknown) {
        if (/^(insert|select)/.test(this.text)) events.push(`${event} ${this.text.slice(0, 6)}`)
        return method.call(this, given)
      }
    const spies = [
      vi.spyOn(queries, 'submit').mockImplementation(noting('sent', submit)),
      vi.spyOn(queries, 'handleReadyForQuery').mockImplementation(noting('answered', handleReadyForQuery)),
    ]
    const sockets = Socket.prototype as unknown as Record<'_writev', (...given: unknown[]) => unknown>
    const { _writev } = sockets
    const writes = vi.spyOn(sockets, '_writev').mockImplementation(function (this: Socket, ...given) {
      if (events.length > 0) events.push('written')
      return _writev.apply(this, given)
    })
    const count = await store.write(async (tx) => {
      const [, row] = await Promise.all([
        tx.run(tx.sql('accounts').insert(ada)),
        tx.get<{ n: number }>(tx.sql('accounts').count({ n: '*' })),
      ])
      return row?.n
    })
    for (const spy of [...spies, writes]) spy.mockRestore()
    expect(count).toBe(1)
    expect(events).toEqual(['sent insert', 'sent select', 'written', 'answered insert', 'answered select'])
  })

  test('of statements that were sent at once, none runs after a failed one, and all reject with its error', async () => {
    const store = await openTestStore()
    const add = (tx: Writer) => tx.run(tx.sql('accounts').insert(ada))
    const reasons: unknown[] = []
    const failing = store.write(async (tx) => {
      const outcomes = await Promise.allSettled([
        tx.run(tx.sql.raw('select nothing')),
        add(tx),
        tx.get(tx.sql('accounts')),
      ])
      reasons.push(...outcomes.map((each) => each.status === 'rejected' && each.reason.code))
    })
    await expect(failing).rejects.toThrow('nothing')
    expect(reasons).toEqual(['42703', '42703', '42703'])
    expect(await store.all(store.sql('accounts'))).toEqual([])

    let runs = 0
    await store.write(async (tx) => {
      runs += 1
      const conflict = `do $$ begin if ${runs} < 2 then raise exception 'conflict' using errcode = '40001'; end if; end $$`
      // The work sees the failure of the second before that of the first.
      const [first, second] = [tx.run(tx.sql.raw(conflict)), add(tx)]
      await Promise.all([first.finally(() => undefined), second])
    })
    expect(runs).toBe(2)
    expect(await store.all(store.sql('accounts').select('id'))).toEqual([{ id: 'ada' }])
  })
})
