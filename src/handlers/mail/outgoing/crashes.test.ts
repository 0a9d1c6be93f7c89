import { expect, onTestFinished, test } from 'vitest'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { openStore } from '#runtime/store/open.ts'
import { newDataDir } from '#testing/databases.ts'
import { startDns } from '#testing/dns-server.ts'
import { startMailServer } from '#testing/mail-servers.ts'
import { startMain } from '#testing/main-process.ts'

const count = 12
/** The message after which the server is killed, in the order in which the other server accepts them. */
const killedAfter = 5
/** Messages that may be in transit at that time. */
const onTheWay = 4
const mailSettings = { MAIL_DOMAIN: 'mail.example.org', FETCH_ALLOWED_RANGES: '127.0.0.1' }
const testMs = 60_000
const wait = { timeout: 30_000, interval: 20 }

// Commits happen at the same time on both databases, and the tests of jobs check that they survive a killed process.
test(
  'a server killed after another server accepted a message but before that is recorded delivers it again, with the same bytes and Message-ID, and every other message once',
  async () => {
    const settings = { dataDir: await newDataDir() }
    const other = await startMailServer()
    const dns = await startDns({
      'friend.example': { MX: ['10 mx.friend.example'] },
      'mx.friend.example': { A: ['127.0.0.1'] },
    })
    onTestFinished(async () => void (await Promise.all([other.close(), dns.close()])))
    const environment = { ...mailSettings, MAIL_DNS_SERVERS: dns.address, MAIL_MX_PORT: String(other.port) }
    const store = await openStore(settings)
    onTestFinished(() => store.close())
    const first = await startMain(settings, environment)
    const token = await tokenOf(store)
    // The other server has the message, but its reply comes too late.
    other.whenTaken = async () => {
      if (other.taken.length === killedAfter) await first.program.kill()
    }
    for (let number = 0; number < count; number++) await send(first.url, token, number).catch(() => undefined)
    const sent = await store.all<{ message_id: string }>(store.sql('mail_messages').select('message_id'))
    await expect.poll(() => other.taken.length, wait).toBeGreaterThanOrEqual(killedAfter)
    const cut = messageIdOf(other.taken[killedAfter - 1]?.raw)
    await startMain(settings, environment)
    const left = () => store.all(store.sql('mail_messages').where({ delivery: 'queued' }))
    await expect.poll(async () => (await left()).length, wait).toBe(0)
    const formsOf = new Map<string, string[]>()
    for (const { raw } of other.taken) {
      const id = messageIdOf(raw)
      formsOf.set(id, [...(formsOf.get(id) ?? []), raw])
    }
    expect([...formsOf.keys()].toSorted()).toEqual(sent.map((row) => row.message_id).toSorted())
    expect([...formsOf.values()].map((forms) => new Set(forms).size)).toEqual(sent.map(() => 1))
    expect(formsOf.get(cut)?.length).toBe(2)
    expect(other.taken.length).toBeLessThanOrEqual(sent.length + onTheWay)
  },
  testMs,
)

function messageIdOf(raw = ''): string {
  return /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ''
}

async function tokenOf(store: Parameters<typeof createAccounts>[0]['store']): Promise<string> {
  const options = { store, clock: systemClock, namespacedTables: [], hash: async () => 'none' }
  const { id } = await createAccounts({ ...options, welcomeMicroCredits: 100_000_000 }).create({
    username: 'sender',
    password: 'correct horse battery',
  })
  const tokens = createTokens({ store, clock: systemClock, services: ['mail'] })
  return (await tokens.create(id, { scope: { services: ['mail'] }, actions: true })).secret
}

async function send(url: string, token: string, number: number): Promise<void> {
  const response = await fetch(`${url}/api/v1/mail/send`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ to: 'bob@friend.example', subject: `Number ${number}`, body: 'Hello' }),
  })
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
}
