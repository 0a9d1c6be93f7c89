import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { forEachServer } from '../../testing/server.ts'
import { makerOn } from './fixtures/made-task.ts'

const missing = 'task_01k9y3m8v7e3q8t5r2w4x6y8z0'

forEachServer((server) => {
  const made = makerOn(server)

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
