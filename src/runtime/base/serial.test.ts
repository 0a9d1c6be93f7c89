import { describe, expect, test } from 'vitest'
import { createSerial, createSerialByKey } from './serial.ts'

const deferred = () => Promise.withResolvers<void>()
const eventLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('serial work', () => {
  test('runs in the order of the calls, each after the end of the previous one', async () => {
    const serial = createSerial()
    const [first, second] = [deferred(), deferred()]
    const seen: string[] = []
    const work = (name: string, until: Promise<void>) => async () => {
      seen.push(`${name} begins`)
      await until
      seen.push(`${name} ends`)
      return name
    }
    const results = Promise.all([
      serial.run(work('a', first.promise)),
      serial.run(work('b', second.promise)),
      serial.run(work('c', Promise.resolve())),
    ])
    second.resolve()
    await eventLoopTurn()
    expect(seen).toEqual(['a begins'])
    first.resolve()
    expect(await results).toEqual(['a', 'b', 'c'])
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  test('continues after a failure, which only its caller sees', async () => {
    const serial = createSerial()
    const failing = serial.run(() => Promise.reject(new Error('no')))
    const thrown = serial.run(() => {
      throw new Error('at once')
    })
    const next = serial.run(async () => 'next')
    await expect(failing).rejects.toThrow('no')
    await expect(thrown).rejects.toThrow('at once')
    expect(await next).toBe('next')
  })

  test('is idle when all work has ended, failed or not', async () => {
    const serial = createSerial()
    await serial.idle()
    const [gate, seen] = [deferred(), [] as string[]]
    serial.run(() => gate.promise.then(() => Promise.reject(new Error('no')))).catch(() => seen.push('a'))
    void serial.run(async () => void seen.push('b'))
    const idle = serial.idle().then(() => seen.push('idle'))
    await eventLoopTurn()
    expect(seen).toEqual([])
    gate.resolve()
    await idle
    expect(seen).toEqual(['a', 'b', 'idle'])
  })
})

describe('serial work by key', () => {
  test('waits for work with the same key only', async () => {
    const serial = createSerialByKey()
    const gate = deferred()
    const seen: string[] = []
    const one = serial.run('one', () => gate.promise.then(() => void seen.push('one, first')))
    const again = serial.run('one', async () => void seen.push('one, second'))
    await serial.run('two', async () => void seen.push('two'))
    expect(seen).toEqual(['two'])
    gate.resolve()
    await Promise.all([one, again])
    expect(seen).toEqual(['two', 'one, first', 'one, second'])
  })

  test('continues after a failure, also much later', async () => {
    const serial = createSerialByKey()
    await expect(serial.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await eventLoopTurn()
    expect(await serial.run('one', async () => 1)).toBe(1)
  })
})
