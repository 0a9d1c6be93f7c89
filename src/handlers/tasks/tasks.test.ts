import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { forEachServer, type TestCaller } from '../../testing/server.ts'

const missing = 'task_01k9y3m8v7e3q8t5r2w4x6y8z0'
const statuses = ['todo', 'doing', 'done', 'failed', 'blocked'] as const

forEachServer((server) => {
  const made = (caller: TestCaller, title: string, more: { assignee?: 'me' | 'agent'; due?: string } = {}) => {
    server().clock.advance(1000)
    return caller.ok('tasks.create', { title, assignee: 'me', ...more })
  }
  const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

  describe('tasks', () => {
    test('a task is stored as written, and missing fields are absent', async () => {
      const ada = await server().account()
      const detail = ' Die Leiter 🪜\n\n"quotes" \\ %_ '
      const now = new Date(server().clock.now()).toISOString()
      const task = await ada.ok('tasks.create', {
        title: ' Dachrinne\nräumen ',
        detail,
        assignee: 'agent',
        due: '2026-11-24T18:00:00+01:00',
      })
      expect(task).toEqual({
        id: expect.stringMatching(/^task_[0-9a-z]{26}$/),
        title: 'Dachrinne räumen',
        detail,
        status: 'todo',
        assignee: 'agent',
        due: '2026-11-24T17:00:00.000Z',
        created: now,
        updated: now,
      })
      expect(await ada.ok('tasks.read', { id: task.id })).toEqual(task)
      const { detail: _, ...entry } = task
      expect((await ada.ok('tasks.list', {})).items).toEqual([{ ...entry, snippet: 'Die Leiter 🪜 "quotes" \\ %_' }])
      const plain = await ada.ok('tasks.create', { title: 'Plain' } as Parameters<typeof ada.ok<'tasks.create'>>[1])
      expect(plain).toEqual({
        id: plain.id,
        title: 'Plain',
        status: 'todo',
        assignee: 'me',
        created: now,
        updated: now,
      })
    })

    test('a day is due until its last minute in the zone of the account', async () => {
      const ada = await server().account()
      expect((await made(ada, 'A', { due: '2026-12-01' })).due).toBe('2026-12-01T23:59:00.000Z')
      const { store } = server()
      await store.run(store.sql('accounts').where({ id: ada.id }).update({ time_zone: 'Asia/Kolkata' }))
      expect((await made(ada, 'B', { due: '2026-12-01' })).due).toBe('2026-12-01T18:29:00.000Z')
    })

    test('a due time without an offset is UTC; a day that no calendar has is refused', async () => {
      const ada = await server().account()
      expect((await made(ada, 'A', { due: '2028-02-29 08:30' })).due).toBe('2028-02-29T08:30:00.000Z')
      await expectFaults(ada, 'tasks.create', { title: 'C', due: '2027-02-29 08:30' }, ['due'])
      expect((await ada.ok('tasks.list', {})).total).toBe(1)
    })

    test('open tasks come first, oldest first, then the done ones, the latest change first', async () => {
      const ada = await server().account()
      const ids: Record<string, string> = {}
      for (const title of ['A', 'B', 'C', 'D', 'E', 'F']) ids[title] = (await made(ada, title)).id
      const set = async (title: string, status: (typeof statuses)[number]) => {
        server().clock.advance(1000)
        await ada.ok('tasks.update', { id: ids[title]!, status })
      }
      await set('B', 'done')
      await set('E', 'done')
      await set('A', 'blocked')
      await set('C', 'failed')
      expect(titles(await ada.ok('tasks.list', {}))).toEqual(['A', 'C', 'D', 'F', 'E', 'B'])
      server().clock.advance(1000)
      await ada.ok('tasks.update', { id: ids.B!, result: 'Really.' })
      await set('D', 'done')
      await set('E', 'doing')
      expect(titles(await ada.ok('tasks.list', {}))).toEqual(['A', 'C', 'E', 'F', 'D', 'B'])
      expect(titles(await ada.ok('tasks.list', { status: 'done' }))).toEqual(['D', 'B'])
      expect(await ada.ok('tasks.list', { status: 'todo' })).toMatchObject({
        items: [{ title: 'F' }],
        total: 1,
        offset: 0,
      })
      expect(await ada.ok('tasks.list', { status: 'blocked' })).toMatchObject({ items: [{ title: 'A' }], total: 1 })
    })

    test('pages follow each other by next_offset until the last, and together are the whole list', async () => {
      const ada = await server().account()
      for (let i = 0; i < 25; i++) {
        const { id } = await made(ada, `Task ${i}`)
        if (i % 3 === 0) await ada.ok('tasks.update', { id, status: 'done' })
      }
      const whole = await ada.ok('tasks.list', { limit: 100 })
      expect(whole).toMatchObject({ total: 25, offset: 0 })
      expect(whole).not.toHaveProperty('next_offset')
      const first = await ada.ok('tasks.list', {})
      expect([first.items.length, first.total, first.next_offset]).toEqual([20, 25, 20])
      const collected: string[] = []
      let offset: number | undefined = 0
      while (offset !== undefined) {
        const page: typeof whole = await ada.ok('tasks.list', { offset, limit: 6 })
        expect([page.total, page.offset]).toEqual([25, offset])
        collected.push(...titles(page))
        offset = page.next_offset
      }
      expect(collected).toEqual(titles(whole))
      for (const status of [{}, { status: 'todo' as const }, { status: 'done' as const }]) {
        const all = await ada.ok('tasks.list', { ...status, limit: 100 })
        const byCursor: string[] = []
        let next: { cursor?: string } | undefined = {}
        while (next) {
          const page: typeof whole = await ada.ok('tasks.list', { ...next, ...status, limit: 6 })
          expect([page.total, page.offset]).toEqual([all.total, byCursor.length])
          byCursor.push(...titles(page))
          next = page.next_cursor === undefined ? undefined : { cursor: page.next_cursor }
        }
        expect(byCursor).toEqual(titles(all))
      }
      expect(await ada.ok('tasks.list', { offset: 25 })).toEqual({ items: [], total: 25, offset: 25 })
      expect(await ada.ok('tasks.list', { offset: 24, limit: 1 })).not.toHaveProperty('next_offset')
      const doneOnly = await ada.ok('tasks.list', { status: 'done', offset: 3, limit: 3 })
      expect([doneOnly.total, doneOnly.offset, doneOnly.next_offset]).toEqual([9, 3, 6])
    })

    test("the agent's next task is its oldest in status todo, and asking changes nothing", async () => {
      const ada = await server().account()
      expect(await ada.ok('tasks.next', {})).toEqual({ waiting: 0 })
      await made(ada, 'Mine')
      const first = await made(ada, 'First', { assignee: 'agent' })
      const second = await made(ada, 'Second', { assignee: 'agent', due: '2026-11-21 10:00' })
      expect(await ada.ok('tasks.next', {})).toEqual({ task: first, waiting: 2 })
      expect(await ada.ok('tasks.next', {})).toEqual({ task: first, waiting: 2 })
      await ada.ok('tasks.update', { id: first.id, status: 'doing' })
      expect(await ada.ok('tasks.next', {})).toEqual({ task: second, waiting: 1 })
      await ada.ok('tasks.update', { id: first.id, status: 'todo' })
      expect((await ada.ok('tasks.next', {})).task?.id).toBe(first.id)
      const ben = await server().account()
      expect(await ben.ok('tasks.next', {})).toEqual({ waiting: 0 })
    })

    test('an update keeps what is omitted', async () => {
      const ada = await server().account()
      const task = await ada.ok('tasks.create', {
        title: 'Gutter',
        detail: 'Ladder.',
        assignee: 'agent',
        due: '2026-11-24 17:00',
      })
      server().clock.advance(1000)
      const updated = new Date(server().clock.now()).toISOString()
      let expected: typeof task = { ...task, updated }
      const changes = [
        { status: 'done' },
        { title: ' Roof ' },
        { detail: 'Rope 🧗.' },
        { result: 'Tennis ball.' },
        { status: 'todo' },
      ] as const
      for (const change of changes) {
        expected = { ...expected, ...change, ...('title' in change ? { title: 'Roof' } : {}) }
        expect(await ada.ok('tasks.update', { id: task.id, ...change })).toEqual(expected)
      }
      expect(await ada.ok('tasks.read', { id: task.id })).toEqual(expected)
      expect((await ada.ok('tasks.list', {})).items[0]?.snippet).toBe('Rope 🧗.')
      server().clock.advance(1000)
      expect(await ada.ok('tasks.update', { id: task.id })).toEqual(expected)
    })

    test('any status may follow any other', async () => {
      const ada = await server().account()
      const { id } = await made(ada, 'A')
      for (const from of statuses) {
        for (const to of statuses) {
          await ada.ok('tasks.update', { id, status: from })
          expect((await ada.ok('tasks.update', { id, status: to })).status).toBe(to)
        }
      }
    })

    test('changes of one task at the same moment all count', async () => {
      const ada = await server().account()
      const { id } = await made(ada, 'A')
      await Promise.all([
        ada.ok('tasks.update', { id, title: 'B' }),
        ada.ok('tasks.update', { id, detail: 'D' }),
        ada.ok('tasks.update', { id, status: 'done' }),
        ada.ok('tasks.update', { id, result: 'R' }),
      ])
      expect(await ada.ok('tasks.read', { id })).toMatchObject({ title: 'B', detail: 'D', status: 'done', result: 'R' })
    })

    test("another account's task responds exactly like a missing one", async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const task = await made(ada, 'Secret', { assignee: 'agent' })
      for (const operation of ['tasks.read', 'tasks.update', 'tasks.delete'] as const) {
        for (const more of operation === 'tasks.update' ? [{}, { title: 'Mine' }] : [{}]) {
          const notYours = await ben.fails(operation, { id: task.id, ...more })
          const none = await ben.fails(operation, { id: missing, ...more })
          expect([notYours.status, notYours.body.code]).toEqual([400, 'not_found'])
          expect({ ...notYours.body, error: notYours.body.error.replace(task.id, missing) }).toEqual(none.body)
        }
      }
      expect(await ben.ok('tasks.list', {})).toEqual({ items: [], total: 0, offset: 0 })
      expect(await ada.ok('tasks.read', { id: task.id })).toEqual(task)
    })

    test('a deleted task is gone, and deleting it again says so', async () => {
      const ada = await server().account()
      const { id } = await made(ada, 'A', { assignee: 'agent' })
      expect(await ada.ok('tasks.delete', { id })).toEqual({ id, deleted: true })
      expect(await ada.ok('tasks.list', {})).toEqual({ items: [], total: 0, offset: 0 })
      expect(await ada.ok('tasks.next', {})).toEqual({ waiting: 0 })
      expect((await ada.fails('tasks.delete', { id })).body.code).toBe('not_found')
    })

    test('lengths are counted in characters, not in bytes or UTF-16 units', async () => {
      const ada = await server().account()
      const longest = { title: '𝄞'.repeat(200), detail: '🌳'.repeat(20_000), assignee: 'me' as const }
      const { id } = await ada.ok('tasks.create', longest)
      const result = '🍂'.repeat(100_000)
      expect(await ada.ok('tasks.update', { id, result, detail: longest.detail })).toMatchObject({ ...longest, result })
      const { body } = await ada.fails('tasks.update', {
        id,
        title: `${longest.title}x`,
        detail: `${longest.detail}x`,
        result: `${result}x`,
      })
      expect(body.details?.map(({ path }) => path).sort()).toEqual(['detail', 'result', 'title'])
    })

    test.each([
      ['tasks.create', 'no arguments', {}, ['title']],
      ['tasks.create', 'blank texts', { title: ' \n', detail: ' ' }, ['detail', 'title']],
      ['tasks.create', 'an assignee that is not known', { title: 'A', assignee: 'ben' }, ['assignee']],
      ['tasks.create', 'a status', { title: 'A', status: 'done' }, ['status']],
      ['tasks.create', 'an empty due time', { title: 'A', due: '' }, ['due']],
      ['tasks.list', 'a limit of 0', { limit: 0 }, ['limit']],
      ['tasks.list', 'a limit over the maximum', { limit: 101 }, ['limit']],
      ['tasks.list', 'an offset below 0', { offset: -1 }, ['offset']],
      ['tasks.list', 'invalid numbers', { limit: '5x', offset: '' }, ['limit', 'offset']],
      ['tasks.list', 'a status that is not known', { status: 'open' }, ['status']],
      ['tasks.list', 'a status twice', { status: ['todo', 'done'] }, ['status']],
      ['tasks.next', 'an argument', { assignee: 'me' }, ['assignee']],
      ['tasks.read', 'no id', {}, ['id']],
      ['tasks.update', 'no id', { title: 'A' }, ['id']],
      [
        'tasks.update',
        'texts that would clear',
        { id: missing, title: '', detail: '', result: '' },
        ['detail', 'result', 'title'],
      ],
      ['tasks.update', 'a status that is not known', { id: missing, status: 'open' }, ['status']],
      [
        'tasks.update',
        'what only a new task takes',
        { id: missing, due: '2026-11-24 17:00', assignee: 'me' },
        ['assignee', 'due'],
      ],
      ['tasks.delete', 'a blank id', { id: ' ' }, ['id']],
    ] as const)('%s refuses %s by name and stores nothing', async (operation, _, args, paths) => {
      const ada = await server().account()
      await expectFaults(ada, operation, args, paths)
      expect((await ada.ok('tasks.list', {})).total).toBe(0)
    })
  })
})
