import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { keptPlanOf, planOf } from '../../testing/plans.ts'
import { all, countForAgent, inStatus } from './rows.ts'

forEachDatabase((dialect, openTestStore) => {
  const range = { owner: 'ann', offset: 99_000, limit: 21 }
  const after = { owner: 'ann', is_done: false, rank: 1_700_000_000_000, id: 'task_1', limit: 21 }
  const ann = { owner: 'ann' }
  const counts = [all.count(ann), inStatus.count({ ...ann, status: 'todo' }), countForAgent(ann)]

  test.each([
    ['a page', all.page(range), /COVERING INDEX tasks_in_order \(owner=\?\)/],
    ['a page of one status', inStatus.page({ ...range, status: 'todo' }), /COVERING INDEX tasks_by_status/],
    [
      'a page after a cursor',
      all.pageAfter(after),
      /INDEX tasks_in_order \(owner=\? AND \(is_done,rank,id\)>\(\?,\?,\?\)\)/,
    ],
    [
      'a page of one status after a cursor',
      inStatus.pageAfter({ ...after, status: 'todo' }),
      /INDEX tasks_by_status \(owner=\? AND status=\? AND \(rank,id\)>\(\?,\?\)\)/,
    ],
    ['a count', all.count(ann), /COVERING INDEX tasks_/],
    ['a count of one status', inStatus.count({ ...ann, status: 'done' }), /COVERING INDEX tasks_by_status/],
    ['a count for the agent', countForAgent(ann), /COVERING INDEX tasks_for_assignee/],
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

  test.each(counts)('tasks are counted as far as a bound', async (call) => {
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
    const pages = [all.page(range), inStatus.page({ ...range, status: 'todo' })]
    for (const call of [...pages, ...counts]) expect(await keptPlanOf(store, call)).not.toMatch(/Seq Scan on tasks/)
  })
})
