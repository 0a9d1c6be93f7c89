import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const hourMs = 3_600_000

forEachServer((server) => {
  test('the room of an item that is gone without an event is deleted with its messages, and no other', async () => {
    const { store, jobs, clock } = server()
    const [ada, ben] = [await server().account(), await server().account()]
    const content = 'The lapwings are back on the north field, forty of them, and they do not mind the tractor at all.'
    const ids: string[] = []
    for (const title of ['Lapwings', 'Tractors']) {
      const { id } = await ada.ok('blog.create', { title, content: `${title}: ${content}` })
      await ben.ok('chat.send', { room: id, message: 'Lovely.' })
      ids.push(id)
    }
    const [gone = '', there = ''] = ids
    const messagesIn = async (room: string) => (await store.all(store.sql('chat_messages').where({ room }))).length
    const afterHours = async (hours: number) => {
      await jobs.settle()
      clock.advance(hours * hourMs)
      await jobs.settle()
    }
    await store.run(store.sql('archive_entries').where({ id: gone }).delete())
    await afterHours(25)
    expect([await messagesIn(gone), await messagesIn(there)]).toEqual([1, 1])
    await afterHours(25)
    expect([await messagesIn(gone), await messagesIn(there)]).toEqual([0, 1])
    const rooms = await store.all<{ id: string }>(store.sql('chat_rooms').select('id').whereIn('id', ids))
    expect(rooms.map(({ id }) => id)).toEqual([there])
  })
})
