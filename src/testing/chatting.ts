import type { TestCaller } from './server.ts'

/** The texts of the messages in a room, as a caller reads them. */
export async function textsIn(caller: TestCaller, room: string) {
  return (await caller.ok('chat.messages', { room })).messages.map(({ text }) => text)
}

/** A room in the list of a caller; undefined if it is not there. */
export async function roomIn(caller: TestCaller, room: string) {
  return (await caller.ok('chat.rooms', { limit: 100 })).items.find(({ id }) => id === room)
}

/** Writes a message. */
export const say = (caller: TestCaller, room: string, message: string) => caller.ok('chat.send', { room, message })
