import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { type DatabaseSettings, forEachDatabase } from '#testing/databases.ts'
import { startDns } from '#testing/dns-server.ts'
import { startMailServer } from '#testing/mail-servers.ts'
import { root, startProgram } from '#testing/program.ts'

const count = 12
const testMs = 60_000
const wait = { timeout: 30_000, interval: 20 }

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  test(
    'killed while it sends, the server brings each message to its receiver: those brought twice are the same, byte for byte',
    async () => {
      const settings = await newDatabase()
      const store = await openTestStore(settings)
      const other = await startMailServer()
      const dns = await startDns({
        'friend.example': { MX: ['10 mx.friend.example'] },
        'mx.friend.example': { A: ['127.0.0.1'] },
      })
      onTestFinished(async () => void (await Promise.all([other.close(), dns.close()])))
      const environment = { MAIL_DNS_SERVERS: dns.address, MAIL_MX_PORT: String(other.port) }
      const first = await startServer(settings, environment)
      const token = await tokenOf(store)
      for (let number = 0; number < count; number++) await send(first.url, token, number)
      // In the middle of sending, however far that is.
      await expect.poll(() => other.taken.length, wait).toBeGreaterThan(0)
      await first.program.kill()
      await startServer(settings, environment)
      const left = () => store.all(store.sql('mail_messages').where({ delivery: 'queued' }))
      await expect.poll(async () => (await left()).length, wait).toBe(0)
      const byId = new Map<string, Set<string>>()
      for (const { raw } of other.taken) {
        const id = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ''
        byId.set(id, (byId.get(id) ?? new Set()).add(raw))
      }
      expect(byId.size).toBe(count)
      expect([...byId.values()].map((forms) => forms.size)).toEqual(Array.from({ length: count }, () => 1))
      // Only what was on its way at the moment of the kill can have been brought again.
      expect(other.taken.length).toBeLessThanOrEqual(count + 4)
    },
    testMs,
  )
})

async function startServer({ dataDir, databaseUrl = '' }: DatabaseSettings, more: Record<string, string>) {
  const env = {
    ...{
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      GATEWAY_PORT: 'off',
      BASE_URL: '',
      LOG_LEVEL: 'error',
    },
    ...{
      MAIL_DOMAIN: 'mail.example.org',
      FETCH_ALLOWED_RANGES: '127.0.0.1',
      MARKETS_REFRESH: 'off',
      NEWS_FEEDS: 'none',
    },
    ...more,
  }
  const program = await startProgram({ args: [join(root, 'src/main.ts')], env }, /listens on/)
  onTestFinished(() => program.stop())
  return { program, url: /http:\S+?:\d+/.exec(program.readyLine)?.[0] as string }
}

async function tokenOf(store: Parameters<typeof createAccounts>[0]['store']): Promise<string> {
  const options = { store, clock: systemClock, namespacedTables: [], hash: async () => 'none' }
  const { id } = await createAccounts({ ...options, welcomeMicroCredits: 100_000_000 }).create({
    username: 'sender',
    password: 'correct horse battery',
  })
  const tokens = createTokens({ store, clock: systemClock, services: ['mail'] })
  return (await tokens.create(id, { scope: { kind: 'services', services: ['mail'] }, actions: true })).secret
}

async function send(url: string, token: string, number: number): Promise<void> {
  const response = await fetch(`${url}/api/v1/mail/send`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ to: 'bob@friend.example', subject: `Number ${number}`, body: 'Hello' }),
  })
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
}
