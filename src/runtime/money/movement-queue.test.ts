import { expect, test } from 'vitest'
import { MovementQueue } from './movement-queue.ts'
import type { Moved, Movement } from './movements.ts'

const moved: Moved = { available: 0, charged: 0, refused: false, holder: 'holder_1' }
const movement = (kind: 'reserve' | 'release') => ({ kind, reservation: { id: kind } }) as Movement

test('movements of one turn, and those that follow from a batch, share a transaction with waiting ones', async () => {
  const batches: string[][] = []
  let queue: MovementQueue
  let late: Promise<Moved> | undefined
  const write = async (movements: readonly Movement[]) => {
    batches.push(movements.map(({ kind }) => kind))
    // Arrives while the first batch is written.
    late ??= queue.add(movement('reserve'))
    return movements.map(() => moved)
  }
  queue = new MovementQueue(write)
  const call = async () => {
    await queue.add(movement('reserve'))
    await queue.add(movement('release'))
  }
  await Promise.all([call(), call()])
  await late
  await queue.idle()
  expect(batches).toEqual([
    ['reserve', 'reserve'],
    ['reserve', 'release', 'release'],
  ])
})

test('a movement that is added after many promises of the same turn joins the earlier ones', async () => {
  const batches: number[] = []
  const queue = new MovementQueue(async (movements) => {
    batches.push(movements.length)
    return movements.map(() => moved)
  })
  const late = async () => {
    for (let i = 0; i < 20; i++) await null
    await queue.add(movement('reserve'))
  }
  await Promise.all([queue.add(movement('reserve')), late()])
  expect(batches).toEqual([2])
})

test('a failed batch rejects its movements only', async () => {
  let fails = true
  const queue = new MovementQueue(async (movements) => {
    if (fails) throw new Error('disk full')
    return movements.map(() => moved)
  })
  await expect(queue.add(movement('reserve'))).rejects.toThrow('disk full')
  fails = false
  expect(await queue.add(movement('reserve'))).toBe(moved)
})

test('the queue is idle once the batches that are being written and those that wait are settled', async () => {
  const written: PromiseWithResolvers<Moved[]>[] = []
  const queue = new MovementQueue(() => {
    const batch = Promise.withResolvers<Moved[]>()
    written.push(batch)
    return batch.promise
  })
  await queue.idle()
  const [first, second] = [queue.add(movement('reserve')), queue.add(movement('release'))]
  let isIdle = false
  const idle = queue.idle().then(() => {
    isIdle = true
  })
  await expect.poll(() => written.length).toBe(1)
  expect(isIdle).toBe(false)
  const third = queue.add(movement('reserve'))
  written[0]?.resolve([moved, moved])
  await Promise.all([first, second])
  await expect.poll(() => written.length).toBe(2)
  expect(isIdle).toBe(false)
  written[1]?.resolve([moved])
  await Promise.all([third, idle])
  expect(isIdle).toBe(true)
})
