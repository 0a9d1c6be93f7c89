import { afterEach, expect, test, vi } from 'vitest'
import { databaseState, oncePerSecond, stateWithin } from './readiness.ts'
import { StoreUnavailableError } from './store-errors.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('is checked at most once a second, and a running check is shared however long it takes', async () => {
  let now = 5000
  const answers: PromiseWithResolvers<number>[] = []
  const ask = oncePerSecond(
    () => {
      const answer = Promise.withResolvers<number>()
      answers.push(answer)
      return answer.promise
    },
    () => now,
  )
  const [first, shared] = [ask(), ask()]
  now += 60_000
  const late = ask()
  expect(answers).toHaveLength(1)
  answers[0]?.resolve(1)
  expect(await Promise.all([first, shared, late])).toEqual([1, 1, 1])
  const second = ask()
  expect(answers).toHaveLength(2)
  answers[1]?.resolve(2)
  expect(await second).toBe(2)
  now += 999
  expect(await ask()).toBe(2)
  expect(answers).toHaveLength(2)
  now += 1
  const third = ask()
  expect(answers).toHaveLength(3)
  answers[2]?.resolve(3)
  expect(await third).toBe(3)
})

test('is checked again a second after a failed check', async () => {
  let now = 0
  let asked = 0
  const ask = oncePerSecond(
    async () => {
      asked += 1
      throw new Error('no')
    },
    () => now,
  )
  await expect(ask()).rejects.toThrow('no')
  await expect(ask()).rejects.toThrow('no')
  now += 1000
  await expect(ask()).rejects.toThrow('no')
  expect(asked).toBe(2)
})

test('a database that responds is ready', async () => {
  const store = { ping: async () => undefined }
  expect(await databaseState(store)).toEqual({ isOk: true })
})

test('the reason is public for known failures only', async () => {
  const unavailable = new StoreUnavailableError('full')
  const full = { ping: () => Promise.reject(unavailable) }
  expect(await databaseState(full)).toEqual({ isOk: false, reason: unavailable.message })
  const failing = { ping: () => Promise.reject(new Error('password of ada')) }
  expect(await databaseState(failing)).toEqual({ isOk: false })
})

test('a database whose disk has no room for additions is not ready', async () => {
  const refusal = new StoreUnavailableError('full')
  const state = await databaseState({ ping: async () => undefined }, { refusal })
  expect(state).toEqual({ isOk: false, reason: refusal.message })
})

test('a database that does not respond within two seconds is not ready', async () => {
  const timeout = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const state = databaseState({ ping: () => new Promise(() => undefined) })
  timeout.abort()
  expect(await state).toEqual({ isOk: false, reason: 'The database did not respond within 2 seconds.' })
  expect(spy.mock.calls).toEqual([[2000]])
})

test('a check that is late is aborted', async () => {
  const timeout = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  let isAborted = false
  const state = stateWithin('The bucket', (signal) => {
    const { promise, reject } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => {
      isAborted = true
      reject(signal.reason)
    })
    return promise
  })
  timeout.abort()
  expect(await state).toEqual({ isOk: false, reason: 'The bucket did not respond within 2 seconds.' })
  expect(isAborted).toBe(true)
})
