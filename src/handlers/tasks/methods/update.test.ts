import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { makerOn } from '../fixtures/made-task.ts'

const statuses = ['todo', 'doing', 'done', 'failed', 'blocked'] as const

forEachServer((server) => {
  const made = makerOn(server)

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
})
