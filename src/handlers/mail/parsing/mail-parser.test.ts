import type { fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { lines } from '#testing/smtp-client.ts'
import { MailParser, RejectedMessage } from './mail-parser.ts'

const from = { ip: '127.0.0.1', helo: 'mx.sender.example', sender: 'ann@sender.example' }
const mebibyte = 1024 * 1024
/** Filling the memory mostly runs the garbage collector, which is slow on a busy machine. */
const slowMs = 120_000
const plain = mail('', 'Hello')
const withFile = mail('Content-Type: application/x-thing; name=file', '', '7')
const content = new Uint8Array(Buffer.from('7\n'))

function mail(...rest: string[]): Buffer {
  return Buffer.from(lines('From: Ann <ann@sender.example>', 'Subject: Test', ...rest))
}

afterEach(() => vi.useRealTimers())

/** A parser, until the end of the test, whose DNS never responds. */
async function openParser() {
  const dns = createSocket('udp4')
  let count = 0
  dns.on('message', () => {
    count += 1
  })
  dns.bind(0, '127.0.0.1')
  await once(dns, 'listening')
  const parser = new MailParser({
    dns: [`127.0.0.1:${(dns.address() as AddressInfo).port}`],
    host: 'mail.example.org',
  })
  onTestFinished(async () => {
    await parser.close()
    dns.close()
  })
  return { parser, asked: () => count }
}

test(
  'a message that takes too much memory is rejected, and those behind it are parsed all the same',
  async () => {
    // The time may not matter here: it has another test.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { parser } = await openParser()
    const bomb = mail('', '\r\n'.repeat(1_500_000))
    const file = () => parser.attachment({ bytes: 100, load: async () => withFile }, 0)
    const rejected = expect(parser.message(bomb, from)).rejects
    const behind = [file(), file()]
    await rejected.toThrow(new RejectedMessage('message takes too much memory'))
    expect(await Promise.all(behind)).toEqual([content, content])
    expect(await file()).toEqual(content)
  },
  slowMs,
)

test('a message that takes more than 20 seconds is rejected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { parser, asked } = await openParser()
  const slow = parser.message(plain, from).catch((error: unknown) => error)
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0), { timeout: 20_000 })
  vi.advanceTimersByTime(20_000)
  expect(await slow).toEqual(new RejectedMessage('message takes too long to read'))
})

test('of several messages any may be the slow one, so none is rejected for good', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { parser, asked } = await openParser()
  const codeOf = (raw: Buffer) => parser.message(raw, from).catch((error: { code?: string }) => error.code)
  const first = codeOf(plain)
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0), { timeout: 20_000 })
  const before = asked()
  const second = codeOf(plain)
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), { timeout: 20_000 })
  vi.advanceTimersByTime(20_000)
  expect(await Promise.all([first, second])).toEqual(['unavailable', 'unavailable'])
})

test('40 messages are parsed or wait at once, and one more is deferred', async () => {
  const { parser } = await openParser()
  const waiting = Array.from({ length: 40 }, () => parser.message(plain, from).catch((error: Error) => error.message))
  await expect(parser.message(plain, from)).rejects.toMatchObject({ code: 'unavailable' })
  await parser.close()
  expect(await Promise.all(waiting)).toEqual(Array(40).fill('the server is stopping'))
})

test('stored messages are loaded only up to 128 MiB at once', async () => {
  const { parser } = await openParser()
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
  const reading = [parser.attachment(stored, 0), parser.frame('<p>Hi', stored)]
  await expect(parser.attachment(stored, 0)).rejects.toMatchObject({ code: 'unavailable' })
  expect(loaded).toBe(2)
  release()
  expect(await Promise.all(reading)).toEqual([content, expect.stringContaining('<body><p>Hi</body>')])
  expect(await parser.attachment(stored, 7)).toBeUndefined()
})

/** Replaces the process that parses: a test says what it reports. */
class ProcessStandIn extends EventEmitter {
  readonly sent: number[] = []
  readonly pid = 1
  readonly exitCode = null
  readonly signalCode = null
  isEnded = false
  ref() {}
  unref() {}
  send({ id }: { id: number }) {
    this.sent.push(id)
  }
  kill() {
    this.isEnded = true
    this.emit('exit', null, 'SIGKILL')
  }
  report(id: number, rest: object) {
    this.emit('message', { id, ...rest })
  }
}

/** The results of this many messages that arrive at once, and the process. */
async function readingWithStandIn(count: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const child = new ProcessStandIn()
  const start = (() => child) as unknown as typeof fork
  const parser = new MailParser({ dns: undefined, host: 'mail.example.org' }, start)
  onTestFinished(() => parser.close())
  const results = Array.from({ length: count }, () => parser.frame('Hi').catch((failure: Error) => failure))
  await vi.waitUntil(() => child.sent.length > 0)
  return { results, child }
}

const deferred = expect.objectContaining({ code: 'unavailable' })

test('messages that wait 20 seconds for others are deferred, and none is rejected for good', async () => {
  const { results, child } = await readingWithStandIn(4)
  child.report(1, { phase: 'parsing' })
  vi.advanceTimersByTime(15_000)
  child.report(1, { result: { frame: 'first' } })
  child.report(2, { phase: 'parsing' })
  vi.advanceTimersByTime(15_000)
  expect(child.isEnded).toBe(false)
  child.report(2, { result: { frame: 'second' } })
  expect(await Promise.all(results)).toEqual(['first', 'second', deferred, deferred])
  expect(child.sent).toEqual([1, 2])
})

test('a message whose sender is checked for 20 seconds is deferred while another is parsed', async () => {
  const { results, child } = await readingWithStandIn(2)
  child.report(1, { phase: 'parsing' })
  child.report(1, { phase: 'checking' })
  vi.advanceTimersByTime(15_000)
  child.report(2, { phase: 'parsing' })
  vi.advanceTimersByTime(15_000)
  expect(child.isEnded).toBe(false)
  child.report(2, { result: { frame: 'second' } })
  expect(await Promise.all(results)).toEqual([deferred, 'second'])
})

test('a stored message that takes too long is unavailable, and the person who opened it reads why', async () => {
  const { results, child } = await readingWithStandIn(1)
  child.report(1, { phase: 'parsing' })
  vi.advanceTimersByTime(20_000)
  expect(await results[0]).toMatchObject({
    code: 'unavailable',
    message: 'This message cannot be shown as HTML. Read it as text, or download it.',
  })
})
