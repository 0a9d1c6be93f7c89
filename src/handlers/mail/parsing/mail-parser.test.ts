import type { fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lines } from '#testing/smtp-client.ts'
import { MailParser, RejectedMessage } from './mail-parser.ts'

const from = { ip: '127.0.0.1', helo: 'mx.sender.example', sender: 'ann@sender.example' }
const mebibyte = 1024 * 1024
/** Filling the memory mostly runs the garbage collector, which is slow on a busy machine. */
const slowMs = 120_000
const plain = mail('', 'Hello')
const withFile = mail('Content-Type: application/x-thing; name=file', '', '7')
const log = { error: vi.fn() }
const content = new Uint8Array(Buffer.from('7\n'))

function mail(...rest: string[]): Buffer {
  return Buffer.from(lines('From: Ann <ann@sender.example>', 'Subject: Test', ...rest))
}

beforeEach(() => log.error.mockClear())
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
    log,
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
    const file = () => parser.attachment('ada', { bytes: 100, load: async () => withFile }, 0)
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

test('one subject holds at most as many messages as it leaves free, and all together 40', async () => {
  const { parser } = await openParser()
  const waiting: Promise<unknown>[] = []
  const begin = (owner: string) => waiting.push(parser.frame(owner, 'Hi').catch((error: Error) => error.message))
  for (let count = 0; count < 20; count += 1) begin('ada')
  await expect(parser.frame('ada', 'Hi')).rejects.toMatchObject({ code: 'unavailable' })
  for (let count = 0; count < 20; count += 1) begin(`other ${count}`)
  await expect(parser.frame('bob', 'Hi')).rejects.toMatchObject({ code: 'unavailable' })
  await parser.close()
  expect(await Promise.all(waiting)).toEqual(Array(40).fill('the server is stopping'))
})

test('stored messages are loaded only up to 128 MiB at once, of one account as many as it leaves free', async () => {
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
  const reading = [parser.attachment('ada', stored, 0)]
  await expect(parser.attachment('ada', stored, 0)).rejects.toMatchObject({ code: 'unavailable' })
  reading.push(parser.frame('bob', '<p>Hi', stored) as never)
  await expect(parser.attachment('cy', stored, 0)).rejects.toMatchObject({ code: 'unavailable' })
  expect(loaded).toBe(2)
  release()
  expect(await Promise.all(reading)).toEqual([content, expect.stringContaining('<body><p>Hi</body>')])
  expect(await parser.attachment('ada', stored, 7)).toBeUndefined()
})

/** Replaces the process that parses: a test says what it reports. */
class ProcessStandIn extends EventEmitter {
  readonly sent: number[] = []
  /** The HTML of the frames that were sent. */
  readonly frames: (string | undefined)[] = []
  readonly pid = 1
  readonly exitCode = null
  readonly signalCode = null
  isEnded = false
  ref() {}
  unref() {}
  send({ id, job }: { id: number; job: { html?: string } }) {
    this.sent.push(id)
    this.frames.push(job.html)
  }
  kill() {
    this.end('SIGKILL')
  }
  end(signal: NodeJS.Signals) {
    this.isEnded = true
    this.emit('exit', null, signal)
  }
  report(id: number, rest: object) {
    this.emit('message', { id, ...rest })
  }
}

/** A parser whose processes are stand-ins, in the order of their start. */
function parserWithStandIns() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const processes: ProcessStandIn[] = []
  const start = () => processes[processes.push(new ProcessStandIn()) - 1]
  const options = { dns: undefined, host: 'mail.example.org', log }
  const parser = new MailParser(options, start as unknown as typeof fork)
  onTestFinished(() => parser.close())
  return { parser, processes }
}

/** The results of this many messages that arrive at once, and the processes. */
async function readingWithStandIns(count: number) {
  const { parser, processes } = parserWithStandIns()
  const results = Array.from({ length: count }, () => parser.message(plain, from).catch((failure: Error) => failure))
  return { results, processes, child: await firstOf(processes) }
}

/** The first process, once it has a message. */
async function firstOf(processes: readonly ProcessStandIn[]): Promise<ProcessStandIn> {
  await vi.waitUntil(() => processes[0]?.sent.length === 1)
  return processes[0] as ProcessStandIn
}

/** Lets time pass, and the parser read what was reported. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms)
  await new Promise((resolve) => setImmediate(resolve))
}

const [first, second] = [{ message: 'first' }, { message: 'second' }]
const deferred = expect.objectContaining({ code: 'unavailable' })

test('a subject whose turn has ended goes behind those that wait by then', async () => {
  const { parser, processes } = parserWithStandIns()
  const ofAda = Array.from({ length: 3 }, () => parser.frame('ada', 'Hi').catch(() => undefined))
  const child = await firstOf(processes)
  const ofBob = parser.frame('bob', 'Hi')
  await pass(0)
  child.report(1, { result: { frame: 'of Ada' } })
  expect(child.sent).toEqual([1, 4])
  child.report(4, { result: { frame: 'of Bob' } })
  expect([await ofAda[0], await ofBob, child.sent]).toEqual(['of Ada', 'of Bob', [1, 4, 2]])
})

test('subjects take turns: those that always have one message do not keep the others from theirs', async () => {
  const { parser, processes } = parserWithStandIns()
  const order: string[] = []
  const read = async (subject: string) => void order.push(await parser.frame(subject, subject))
  /** Reads messages one after the other until the parser is closed. */
  const readAlways = (subject: string): Promise<void> => read(subject).then(() => readAlways(subject))
  const reading = [
    ...['ada', 'bob', 'cy'].map(readAlways),
    ...['dan', 'eve'].flatMap((subject) => [read(subject), read(subject)]),
  ].map((each) => each.catch(() => undefined))
  const child = await firstOf(processes)
  for (let count = 0; count < 10; count += 1) {
    await pass(0)
    child.report(child.sent[count] ?? 0, { result: { frame: child.frames[count] } })
  }
  await pass(0)
  const subjects = ['ada', 'bob', 'cy', 'dan', 'eve']
  expect(order).toEqual([...subjects, ...subjects])
  await parser.close()
  await Promise.all(reading)
})

test('messages that wait 20 seconds for others are deferred, and none is rejected for good', async () => {
  const { results, child } = await readingWithStandIns(4)
  child.report(1, { phase: 'parsing' })
  await pass(15_000)
  child.report(1, { result: first })
  child.report(2, { phase: 'parsing' })
  await pass(15_000)
  expect(child.isEnded).toBe(false)
  child.report(2, { result: second })
  expect(await Promise.all(results)).toEqual([first, second, deferred, deferred])
  expect(child.sent).toEqual([1, 2])
})

test('a message whose sender is checked for 20 seconds is deferred while another is parsed', async () => {
  const { results, child } = await readingWithStandIns(2)
  child.report(1, { phase: 'parsing' })
  child.report(1, { phase: 'checking' })
  await pass(15_000)
  child.report(2, { phase: 'parsing' })
  await pass(15_000)
  expect(child.isEnded).toBe(false)
  child.report(2, { result: second })
  expect(await Promise.all(results)).toEqual([deferred, second])
})

test('a message whose progress was reported while the server was busy for 20 seconds is not rejected', async () => {
  const { results, child } = await readingWithStandIns(1)
  child.report(1, { phase: 'parsing' })
  vi.advanceTimersByTime(20_000)
  child.report(1, { phase: 'checking' })
  await pass(0)
  expect(child.isEnded).toBe(false)
  child.report(1, { result: first })
  expect(await results[0]).toEqual(first)
})

test('the only message whose sender is checked for 20 seconds is rejected', async () => {
  const { results, child } = await readingWithStandIns(1)
  child.report(1, { phase: 'parsing' })
  child.report(1, { phase: 'checking' })
  await pass(20_000)
  expect(await results[0]).toEqual(new RejectedMessage('message takes too long to read'))
})

test('when the check of a sender also keeps the process from beginning with another, another process does', async () => {
  const { results, processes, child } = await readingWithStandIns(2)
  child.report(1, { phase: 'parsing' })
  child.report(1, { phase: 'checking' })
  expect(child.sent).toEqual([1, 2])
  await pass(20_000)
  expect(child.isEnded).toBe(true)
  processes[1]?.report(3, { result: second })
  expect(await Promise.all(results)).toEqual([deferred, second])
})

test('when the process does not begin with a message for twice 20 seconds, it is deferred', async () => {
  const { results, processes } = await readingWithStandIns(1)
  await pass(20_000)
  await pass(20_000)
  expect(await results[0]).toEqual(deferred)
  expect(processes.map(({ sent }) => sent)).toEqual([[1], [2]])
})

test.each<[NodeJS.Signals, string]>([
  ['SIGABRT', 'message takes too much memory'],
  ['SIGSEGV', 'message cannot be read'],
])('a message that ends the process with %s is rejected, and those behind it are parsed', async (signal, reason) => {
  const { results, processes, child } = await readingWithStandIns(2)
  child.report(1, { phase: 'parsing' })
  child.end(signal)
  processes[1]?.report(3, { result: second })
  expect(await Promise.all(results)).toEqual([new RejectedMessage(reason), second])
})

test('a crash while the sender of one message is checked and another is parsed defers both', async () => {
  const { results, processes, child } = await readingWithStandIns(3)
  child.report(1, { phase: 'parsing' })
  child.report(1, { phase: 'checking' })
  child.report(2, { phase: 'parsing' })
  child.end('SIGSEGV')
  const third = { message: 'third' }
  processes[1]?.report(4, { result: third })
  expect(await Promise.all(results)).toEqual([deferred, deferred, third])
})

test('a process that was killed from outside says nothing of its message, which is deferred', async () => {
  const { results, child } = await readingWithStandIns(1)
  child.report(1, { phase: 'parsing' })
  child.end('SIGKILL')
  expect(await results[0]).toEqual(deferred)
})

test('when the process ends before it begins with a message, the messages are deferred', async () => {
  const { results, processes, child } = await readingWithStandIns(2)
  child.end('SIGKILL')
  expect(await Promise.all(results)).toEqual([deferred, deferred])
  expect(processes).toHaveLength(1)
})

test('a message that waited behind two that end the process is deferred, not parsed a third time', async () => {
  const { results, processes, child } = await readingWithStandIns(3)
  child.report(1, { phase: 'parsing' })
  child.end('SIGABRT')
  processes[1]?.report(4, { phase: 'parsing' })
  processes[1]?.end('SIGABRT')
  const rejected = new RejectedMessage('message takes too much memory')
  expect(await Promise.all(results)).toEqual([rejected, rejected, deferred])
  expect(processes.map(({ sent }) => sent)).toEqual([[1], [4]])
})

test('an error that is no fault of the message defers it, and is logged', async () => {
  const { results, child } = await readingWithStandIns(2)
  const failure = new Error('Cannot find module')
  child.report(1, { failure })
  child.report(2, { result: { fault: 'message has more than 1000 parts' } })
  expect(await Promise.all(results)).toEqual([deferred, new RejectedMessage('message has more than 1000 parts')])
  expect(log.error.mock.calls).toEqual([[{ err: failure }, 'parsing mail failed']])
})

test('the process reports an unexpected error as it was', async () => {
  const { parser } = await openParser()
  await expect(parser.message({ byteLength: 5 } as never, from)).rejects.toEqual(deferred)
  expect(log.error.mock.calls).toEqual([[{ err: expect.any(TypeError) }, 'parsing mail failed']])
})

test('a stored message that takes too long is unavailable, and the person who opened it reads why', async () => {
  const { parser, processes } = parserWithStandIns()
  const result = parser.frame('ada', 'Hi').catch((failure: Error) => failure)
  const child = await firstOf(processes)
  child.report(1, { phase: 'parsing' })
  await pass(20_000)
  const message = 'This message cannot be shown. Use the link “Original” below to download it.'
  expect(await result).toMatchObject({ code: 'unavailable', message })
})

test('a file of a stored message that cannot be parsed is unavailable, not missing', async () => {
  const { parser } = await openParser()
  const unreadable = mail(`X-Long: ${'x'.repeat(300 * 1024)}`)
  const message = 'This file cannot be read. Download the whole message.'
  const reading = parser.attachment('ada', { bytes: 100, load: async () => unreadable }, 0)
  await expect(reading).rejects.toMatchObject({ code: 'unavailable', message })
})
