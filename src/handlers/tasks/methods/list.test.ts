import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { makerOn } from '../fixtures/made-task.ts'

const statuses = ['todo', 'doing', 'done', 'failed', 'blocked'] as const

forEachServer((server) => {
  const made = makerOn(server)

  const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

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
})
