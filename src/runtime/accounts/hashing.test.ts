import { expect, test } from 'vitest'
import { turnsDuring } from '../../testing/event-loop-turns.ts'
import { onHashingThread } from './passwords.ts'

test('many simultaneous jobs each get their own response', async () => {
  const passwords = ['one', 'two', 'three', 'four']
  const hashes = (await Promise.all(passwords.map((password) => onHashingThread({ password })))) as string[]
  expect(new Set(hashes).size).toBe(4)
  const matches = await Promise.all(
    hashes.flatMap((stored) => passwords.map((password) => onHashingThread({ password, stored }))),
  )
  expect(matches).toEqual(hashes.flatMap((_, row) => passwords.map((__, column) => row === column)))
})

test('this thread stays free meanwhile', async () => {
  await onHashingThread({ password: 'warm' })
  const { turns } = await turnsDuring(() => onHashingThread({ password: 'x' }))
  expect(turns).toBeGreaterThan(10)
})

test('a stored value that is not a hash fails only its own job', async () => {
  const [bad, good] = await Promise.allSettled([
    onHashingThread({ password: 'x', stored: 'no hash' }),
    onHashingThread({ password: 'x' }),
  ])
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
})

test('jobs beyond what can be handled in time are rejected at once, with a time to retry', async () => {
  const jobs = Array.from({ length: 500 }, () =>
    onHashingThread({ password: 'x', stored: 'no hash' }).catch(() => 'failed'),
  )
  expect(() => onHashingThread({ password: 'x' })).toThrow('Try again in a moment')
  expect(new Set(await Promise.all(jobs))).toEqual(new Set(['failed']))
  expect(await onHashingThread({ password: 'x' })).toMatch(/^\$argon2id/)
})
