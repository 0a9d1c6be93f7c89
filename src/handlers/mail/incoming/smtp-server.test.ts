import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectTo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '#runtime/base/log.ts'
import type { Verdict } from '#runtime/limits/policy.ts'
import { testCertificate, testKey } from '#testing/https-stand-in.ts'
import { freePort } from '#testing/loopback.ts'
import { lines, SmtpSender, smtpTo } from '#testing/smtp-client.ts'
import { type SmtpOptions, SmtpServer } from './smtp-server.ts'

const domain = 'mail.example.org'
const mebibyte = 1024 * 1024
const log = createLog({ logLevel: 'silent' })
const to = [`ada@${domain}`]

interface Door {
  readonly port: number
  /** The messages that were handed over. */
  readonly received: Buffer[]
  /** Delivers a message from an address of this machine. */
  bring(data: string | Buffer, from?: string): Promise<string>
  /** Connects from an address of this machine. */
  connect(from?: string): ReturnType<typeof smtpTo>
}

/** Accepts mail to anyone, until the end of the test. @param receive handles the messages */
async function openDoor(
  options: Partial<SmtpOptions> = {},
  receive: () => Promise<void> = async () => undefined,
): Promise<Door> {
  const received: Buffer[] = []
  const port = await freePort()
  const closing: { close(): void }[] = []
  const door = await SmtpServer.open({
    host: '127.0.0.1',
    port,
    domain,
    maxBytes: 10 * mebibyte,
    tls: undefined,
    receiver: {
      mailbox: async ({ username, tag }) => ({ accountId: username, username, tag }),
      async receive(raw) {
        received.push(raw)
        await receive()
      },
    },
    perHour: { take: () => undefined },
    connectionsPerHour: { take: () => undefined },
    count: () => undefined,
    log,
    ...options,
  })
  onTestFinished(async () => {
    for (const each of closing) each.close()
    await door.close()
  })
  const kept = <Closed extends { close(): void }>(opened: Closed) => {
    closing.push(opened)
    return opened
  }
  return {
    port,
    received,
    bring: (data, from) => kept(new SmtpSender(port, from)).bring({ to, data }),
    connect: async (from) => kept(await smtpTo(port, from)),
  }
}

/** A message of this many mebibytes. */
function linesOf(mebibytes: number): Buffer {
  return Buffer.from(
    'x'
      .repeat(1022)
      .concat('\r\n')
      .repeat(1024 * mebibytes),
  )
}

/** An exhausted limit. */
const reached = {
  take: () => ({ isAllowed: false, resetS: 120 }) as Verdict,
}

afterEach(() => vi.useRealTimers())

describe('connections', () => {
  test('100 are open at once from all addresses, and another after one has ended', async () => {
    const door = await openDoor()
    const from = (index: number) => `127.0.1.${1 + Math.floor(index / 10)}`
    const held = await Promise.all(Array.from({ length: 100 }, (_, index) => door.connect(from(index))))
    expect(held.map(({ greeting }) => greeting.slice(0, 3))).toEqual(Array(100).fill('220'))
    expect((await door.connect('127.0.2.1')).greeting).toMatch(/^421 .*Too many connected clients/)
    held[0]?.close()
    await expect.poll(async () => (await door.connect('127.0.2.1')).greeting).toMatch(/^220/)
  })

  test('10 are open at once from one address, regardless of others, and another after one has ended', async () => {
    const door = await openDoor()
    const held = await Promise.all(Array.from({ length: 10 }, () => door.connect()))
    expect((await door.connect()).greeting).toMatch(/^421 4\.7\.0 too many connections from your address/)
    expect((await door.connect('127.0.2.1')).greeting).toMatch(/^220/)
    held[0]?.close()
    await expect.poll(async () => (await door.connect()).greeting).toMatch(/^220/)
  })

  test('10 are open at once from one address, counting those whose limit of an hour is being looked up', async () => {
    const found = Promise.withResolvers<undefined>()
    let looking = 0
    let refused = 0
    const take = () => {
      looking += 1
      return found.promise
    }
    const door = await openDoor({ connectionsPerHour: { take } as never })
    const greetings = Array.from({ length: 11 }, async () => {
      const { greeting } = await door.connect()
      if (greeting.startsWith('421')) refused += 1
      return greeting.slice(0, 3)
    })
    await expect.poll(() => looking + refused).toBe(11)
    found.resolve(undefined)
    expect((await Promise.all(greetings)).toSorted()).toEqual([...Array(10).fill('220'), '421'])
  })

  test('only as many an hour are greeted as the limit allows, and rejected ones are closed', async () => {
    const limit: Pick<SmtpOptions['connectionsPerHour'], 'take'> = { ...reached }
    const door = await openDoor({ connectionsPerHour: limit })
    const greetings = await Promise.all(Array.from({ length: 10 }, async () => (await door.connect()).greeting))
    expect(greetings).toEqual(
      Array(10).fill('421 4.7.0 too many connections from your address; try again in 120 seconds'),
    )
    limit.take = () => undefined
    await expect.poll(async () => (await door.connect()).greeting).toMatch(/^220/)
  })

  test('one that lasts a quarter of an hour is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const connection = await (await openDoor()).connect()
    expect(await connection.say('EHLO mx.sender.example')).toMatch(/^250/)
    await vi.advanceTimersByTimeAsync(14 * 60_000)
    expect(await connection.say('NOOP')).toMatch(/^250/)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await connection.answer()).toBe('421 4.4.2 connection timed out')
    expect(await connection.answer()).toBe('')
  })

  test('one that is silent for a while is closed', async () => {
    const connection = await (await openDoor({ idleMs: 500 })).connect()
    expect(connection.greeting).toMatch(/^220/)
    expect(await connection.answer()).toMatch(/^421 .*timeout/i)
    expect(await connection.answer()).toBe('')
  })

  test('one that talks before the greeting is closed, and so is one with an endless line', async () => {
    const { port, connect } = await openDoor()
    const early = connectTo({ port, host: '127.0.0.1' }).end('EHLO mx.sender.example\r\n')
    expect(await text(early)).toMatch(/^421 .*You talk too soon/)
    expect(await (await connect()).say(`NOOP ${'x'.repeat(3000)}`)).toMatch(/^421 .*too long/)
  })
})

describe('messages', () => {
  test('larger ones than allowed are rejected, even if they do not declare their size', async () => {
    const door = await openDoor()
    expect(await door.bring(linesOf(50))).toMatch(/^552 .*maximum message size 10485760/)
    expect(door.received).toEqual([])
  })

  test('are held up to 64 MiB at once, from one address 32 MiB or one message; others are deferred', async () => {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const door = await openDoor({ maxBytes: 40 * mebibyte }, () => released)
    const held = [door.bring(linesOf(36))]
    await vi.waitFor(() => expect(door.received.length).toBe(1), { timeout: 20_000 })
    expect(await door.bring(linesOf(5))).toMatch(/^452 4\.3\.1 too much mail is arriving/)
    held.push(door.bring(linesOf(26), '127.0.2.1'))
    await vi.waitFor(() => expect(door.received.length).toBe(2), { timeout: 20_000 })
    expect(await door.bring(linesOf(3), '127.0.2.2')).toMatch(/^452 4\.3\.1/)
    release()
    expect(await Promise.all(held)).toEqual(['250 2.0.0 stored', '250 2.0.0 stored'])
    expect(await door.bring(linesOf(3), '127.0.2.2')).toMatch(/^250/)
  })

  test('an internal failure is reported without its reason, and the message may be delivered again', async () => {
    const door = await openDoor({}, () => Promise.reject(new Error('secret of the database')))
    expect(await door.bring('From: a@sender.example\r\n\r\nx')).toBe(
      '451 4.3.0 message could not be stored; try again later',
    )
  })
})

describe('encryption', () => {
  async function certificate() {
    const folder = await mkdtemp(join(tmpdir(), 'onedoor-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
    await writeFile(tls.cert, testCertificate)
    await writeFile(tls.key, testKey)
    return tls
  }

  test('is offered with a certificate, and commands before it have no effect', async () => {
    const door = await openDoor({ tls: await certificate() })
    const connection = await door.connect()
    expect(await connection.say('EHLO mx.sender.example')).toMatch(/STARTTLS/)
    // A command in the same packet, which a man in the middle could have added.
    expect(await connection.say('STARTTLS\r\nMAIL FROM:<evil@sender.example>')).toMatch(/^220/)
    await connection.encrypt()
    expect(await connection.say(`RCPT TO:<${to[0]}>`)).toMatch(/^503/)
    expect(await connection.say('EHLO mx.sender.example')).not.toMatch(/STARTTLS/)
    for (const command of ['MAIL FROM:<ann@sender.example>', `RCPT TO:<${to[0]}>`, 'DATA']) {
      expect(await connection.say(command)).toMatch(/^[23]/)
    }
    connection.write(lines('From: ann@sender.example', '', 'Hello'))
    expect(await connection.say('\r\n.')).toMatch(/^250/)
    expect(door.received.map(String)).toEqual(['From: ann@sender.example\r\n\r\nHello\r\n'])
  })

  test('is not offered without a certificate, and an unreadable one is reported when the server starts', async () => {
    const connection = await (await openDoor()).connect()
    expect(await connection.say('EHLO mx.sender.example')).not.toMatch(/STARTTLS/)
    expect(await connection.say('STARTTLS')).toMatch(/^5/)
    const tls = await certificate()
    await expect(openDoor({ tls: { ...tls, cert: '/nowhere/cert.pem' } })).rejects.toThrow(
      'MAIL_TLS_CERT /nowhere/cert.pem cannot be read (ENOENT).',
    )
    await expect(openDoor({ tls: { ...tls, key: '/nowhere/key.pem' } })).rejects.toThrow(
      'MAIL_TLS_KEY /nowhere/key.pem cannot be read (ENOENT).',
    )
  })
})
