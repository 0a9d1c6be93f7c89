import { expect, test } from 'vitest'
import { createNotifier } from './notifier.ts'

const never = new AbortController().signal

test('all waiters for the key are woken, and no others', async () => {
  const notifier = createNotifier<string>()
  const [one, two, other] = [notifier.join('k', 'one'), notifier.join('k', 'two'), notifier.join('other', 'three')]
  const woken: string[] = []
  const waiting = [one.wait(one.count(), never), two.wait(two.count(), never)]
  void other.wait(other.count(), never).then(() => woken.push('other'))
  notifier.notify('k')
  await Promise.all(waiting)
  expect(woken).toEqual([])
})

test('an event between counting and waiting is not missed', async () => {
  const notifier = createNotifier<undefined>()
  const waiter = notifier.join('k', undefined)
  const seen = waiter.count()
  notifier.notify('k')
  await waiter.wait(seen, never)
  expect(waiter.count()).toBe(seen + 1)
})

test('an aborted signal ends the waiting, before it or during it', async () => {
  const notifier = createNotifier<undefined>()
  const waiter = notifier.join('k', undefined)
  const leaving = new AbortController()
  const waiting = waiter.wait(waiter.count(), leaving.signal)
  leaving.abort()
  await waiting
  await waiter.wait(waiter.count(), leaving.signal)
})

test('members are known until they leave, waiting ones with their details', () => {
  const notifier = createNotifier<string>()
  const [one, two] = [notifier.join('k', 'one'), notifier.join('k', 'two')]
  void two.wait(two.count(), never)
  expect([notifier.keys(), notifier.memberCount('k'), [...notifier.waiting()]]).toEqual([['k'], 2, [['k', ['two']]]])
  one.leave()
  two.leave()
  expect([notifier.keys(), notifier.memberCount('k'), [...notifier.waiting()]]).toEqual([[], 0, []])
})
