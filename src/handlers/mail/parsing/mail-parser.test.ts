import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { lines } from '#testing/smtp-client.ts'
import { MailParser, RejectedMessage } from './mail-parser.ts'

const from = { ip: '127.0.0.1', helo: 'mx.sender.example', sender: 'ann@sender.example' }
const mebibyte = 1024 * 1024
/** Filling the memory is mostly the work of its collector, which takes long on a busy machine. */
const slowMs = 120_000
const plain = mail('', 'Hello')
const withFile = mail('Content-Type: application/x-thing; name=file', '', '7')
const content = new Uint8Array(Buffer.from('7\n'))

function mail(...rest: string[]): Buffer {
  return Buffer.from(lines('From: Ann <ann@sender.example>', 'Subject: Test', ...rest))
}

afterEach(() => vi.useRealTimers())

/** A reader, until the end of the test, whose DNS never answers. */
async function openReader() {
  const dns = createSocket('udp4')
  let count = 0
  dns.on('message', () => {
    count += 1
  })
  dns.bind(0, '127.0.0.1')
  await once(dns, 'listening')
  const reader = new MailParser({
    dns: [`127.0.0.1:${(dns.address() as AddressInfo).port}`],
    host: 'mail.example.org',
  })
  onTestFinished(async () => {
    await reader.close()
    dns.close()
  })
  return { reader, asked: () => count }
}

test(
  'a message that takes more memory than it may is refused, and the server lives and reads the next one',
  async () => {
    // However long it takes here: the time is another bound.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { reader } = await openReader()
    const bomb = mail('', '\r\n'.repeat(1_500_000))
    await expect(reader.message(bomb, from)).rejects.toThrow(new RejectedMessage('message takes too much memory'))
    expect(await reader.attachment({ bytes: 100, load: async () => withFile }, 0)).toEqual(content)
  },
  slowMs,
)

test('a message that takes more than 20 seconds is refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { reader, asked } = await openReader()
  const slow = reader.message(plain, from).catch((error: unknown) => error)
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0), { timeout: 20_000 })
  vi.advanceTimersByTime(20_000)
  expect(await slow).toEqual(new RejectedMessage('message takes too long to read'))
})

test('of several that are read nobody knows which one takes so long: none is refused for good', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { reader, asked } = await openReader()
  const codeOf = (raw: Buffer) => reader.message(raw, from).catch((error: { code?: string }) => error.code)
  const first = codeOf(plain)
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0), { timeout: 20_000 })
  const before = asked()
  const second = codeOf(plain)
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), { timeout: 20_000 })
  vi.advanceTimersByTime(20_000)
  expect(await Promise.all([first, second])).toEqual(['unavailable', 'unavailable'])
})

test('40 messages are read or wait at a time, and one more is told to come again', async () => {
  const { reader } = await openReader()
  const waiting = Array.from({ length: 40 }, () => reader.message(plain, from).catch((error: Error) => error.message))
  await expect(reader.message(plain, from)).rejects.toMatchObject({ code: 'unavailable' })
  await reader.close()
  expect(await Promise.all(waiting)).toEqual(Array(40).fill('the server stops'))
})

test('stored messages are loaded only as far as 128 MiB of them are read at a time', async () => {
  const { reader } = await openReader()
  let loaded = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const stored = {
    bytes: 50 * mebibyte,
    async load() {
      loaded += 1
      await released
      return withFile
    },
  }
  const reading = [reader.attachment(stored, 0), reader.pictures(stored)]
  await expect(reader.attachment(stored, 0)).rejects.toMatchObject({ code: 'unavailable' })
  expect(loaded).toBe(2)
  release()
  expect(await Promise.all(reading)).toEqual([content, []])
  expect(await reader.attachment(stored, 7)).toBeUndefined()
})
