import { createSandbox } from '@onedoor/client/sandbox'
import { expect, test } from 'vitest'
import { Board, messageOf } from './board.ts'

type World = Awaited<ReturnType<typeof createSandbox>>

function boardOf({ accounts, baseUrl }: World, username: string, headers = {}): Board {
  const token = accounts.find((each) => each.username === username)?.token
  return new Board({ baseUrl, token, headers })
}

test.concurrent.each([
  [400, 'title'],
  [403, 'token'],
  [429, 'Try again in'],
  [503, 'Try again'],
])('explains a failure with status %i', async (status, text) => {
  await using world = await createSandbox()
  const board = boardOf(world, 'ada', { Prefer: `code=${status}` })
  const failure = await board.add('Prune the pears', 'one').catch(messageOf)
  expect(failure).toContain(text)
})

test.concurrent('a task that another device has moved is not moved again', async () => {
  await using world = await createSandbox()
  const [board, other] = [boardOf(world, 'ada'), boardOf(world, 'ada')]
  await board.add('Prune the pears', 'one')
  const [task] = (await board.read()).tasks.todo
  if (!task) throw new Error('The board is empty.')
  await other.advance(task)
  await expect(board.advance(task)).rejects.toMatchObject({ code: 'conflict' })
  expect((await board.read()).tasks.doing).toHaveLength(1)
})

test.concurrent('a second account has a board of its own, and the same key adds another task there', async () => {
  await using world = await createSandbox()
  const [ada, omar] = [boardOf(world, 'ada'), boardOf(world, 'omar')]
  for (const board of [ada, omar, ada]) await board.add('Prune the pears', 'one')
  for (const board of [ada, omar]) expect((await board.read()).tasks.todo).toHaveLength(1)
})

test.concurrent('what does not fit is counted', async () => {
  await using world = await createSandbox()
  const { tasks } = world.client('ada')
  await Promise.all(Array.from({ length: 103 }, (_, index) => tasks.create({ title: `Row ${index}` })))
  expect((await boardOf(world, 'ada').read()).omitted).toBe(3)
})

test.concurrent('a notification whose connection is lost arrives once, and none after the signal', async () => {
  await using world = await createSandbox({ clock: '2027-03-01T09:00:00Z' })
  await world.client('ada').events.create({ title: 'Water the beans', when: '2027-03-01T09:30:00Z' })
  // It breaks within the notification.
  await world.faults.add({ kind: 'cut', bytes: 150, method: 'doors.notifications', times: 1 })
  const end = new AbortController()
  const changes = boardOf(world, 'ada').changes(end.signal)
  expect(await changes.next()).toMatchObject({ value: undefined, done: false })
  await world.clock.move({ advance: 'PT30M' })
  // The next connection begins to arrive first.
  expect(await changes.next()).toMatchObject({ value: undefined, done: false })
  expect(await changes.next()).toMatchObject({ value: 'Water the beans' })
  end.abort()
  expect(await changes.next()).toMatchObject({ done: true })
})
