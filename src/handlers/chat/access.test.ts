import { expect, test } from 'vitest'
import type { NewStream } from '#runtime/live/types.ts'
import type { Room } from './find-room.ts'
import { chatRoute } from './room-stream.ts'

test('the right to follow a room is checked again once its loss is watched', async () => {
  const room: Room = { key: 'group_1', id: 'group_1', kind: 'group', title: 'Orchard', isPublic: false }
  const found: (Room | undefined)[] = [room, undefined]
  const account = { id: 'account_1', username: 'bob' }
  let isAllowed: NewStream['isAllowed']
  const refused = new Promise<unknown>((resolve) => {
    const deps = {
      rooms: {
        find: async (_id: string, viewer?: { id: string }) => (viewer?.id === account.id ? found.shift() : room),
      },
      live: {
        open: async (stream: NewStream) => {
          isAllowed = stream.isAllowed
          throw new Error('not needed')
        },
      },
    }
    const visit = {
      clientAddress: '192.0.2.1',
      caller: async () => ({ kind: 'account', via: 'session', account, sessionId: 's' }),
      refuse: resolve,
    }
    const req = { method: 'GET', headers: {} }
    chatRoute(deps as never).handle(req as never, undefined as never, '/chat/stream?room=group_1', visit as never)
  })
  expect(await refused).toMatchObject({ message: 'not needed' })
  expect(await isAllowed?.()).toBe(false)
})
