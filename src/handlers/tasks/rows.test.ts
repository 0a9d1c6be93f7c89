import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { keptPlanOf, planOf } from '../../testing/plans.ts'
import * as rows from './rows.ts'

forEachDatabase((dialect, openTestStore) => {
  const range = { owner: 'ann', offset: 99_000, limit: 21 }
  const after = { owner: 'ann', rank: 1_700_000_000_000, id: 'task_1', limit: 21 }

  test.each([
    ['a page', rows.page(range), /COVERING INDEX tasks_in_order \(owner=\?\)/],
    ['a page of one status', rows.pageInStatus({ ...range, status: 'todo' }), /COVERING INDEX tasks_by_status/],
    [
      'a page after a cursor',
      rows.pageAfter({ ...after, is_done: false }),
      /INDEX tasks_in_order \(owner=\? AND \(is_done,rank,id\)>\(\?,\?,\?\)\)/,
    ],
    [
      'a page of one status after a cursor',
      rows.pageInStatusAfter({ ...after, status: 'todo' }),
      /INDEX tasks_by_status \(owner=\? AND status=\? AND \(rank,id\)>\(\?,\?\)\)/,
    ],
    ['a count', rows.countOf({ owner: 'ann' }), /COVERING INDEX tasks_/],
    ['a count of one status', rows.countInStatus({ owner: 'ann', status: 'done' }), /COVERING INDEX tasks_by_status/],
    ['a count for the agent', rows.countForAgent({ owner: 'ann' }), /COVERING INDEX tasks_for_assignee/],
  ])('%s reads of the tasks only those that it returns, in the order of an index', async (_, call, expected) => {
    const store = await openTestStore()
    const plan = await planOf(store, call)
    if (dialect === 'sqlite') {
      expect(plan).toMatch(expected)
      expect(plan).not.toMatch(/SCAN tasks/)
    } else {
      expect(plan).not.toMatch(/Seq Scan on tasks/)
    }
  })

  test.each([
    rows.countOf({ owner: 'ann' }),
    rows.countInStatus({ owner: 'ann', status: 'done' }),
    rows.countForAgent({ owner: 'ann' }),
  ])('tasks are counted as far as a bound', async (call) => {
    const store = await openTestStore()
    expect(call.compile(store.sql, dialect).bindings).toContain(10_001)
  })

  if (dialect === 'sqlite') return

  test('the plan that is kept for pages and counts reads not all tasks, however many', async () => {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }))
    await store.run(
      store.sql.raw(`insert into tasks (id, owner, title, status, assignee, is_done, rank, detail, created_at, updated_at)
        select 'task_' || n, 'ann', 'Errand', 'todo', 'me', false, n, repeat('x', 300), n, n from generate_series(1, 3000) n`),
    )
    await store.run(store.sql.raw('analyze tasks'))
    const pages = [rows.page(range), rows.pageInStatus({ ...range, status: 'todo' })]
    const counts = [
      rows.countOf({ owner: 'ann' }),
      rows.countInStatus({ owner: 'ann', status: 'todo' }),
      rows.countForAgent({ owner: 'ann' }),
    ]
    for (const call of [...pages, ...counts]) expect(await keptPlanOf(store, call)).not.toMatch(/Seq Scan on tasks/)
  })
})
