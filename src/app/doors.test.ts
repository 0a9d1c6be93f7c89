import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { hostileRequests } from '#testing/hostile-bodies.ts'
import { freePort } from '#testing/loopback.ts'
import { startMain } from '#testing/main-process.ts'

/** What parsing any of these bodies takes is several times as long. */
const mostMs = 400

/** Milliseconds that a thread has used of a processor. */
function usedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}

forOneDatabase((_name, openTestStore, newDatabase) => {
  async function started() {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const accounts = createAccounts({ store, clock: systemClock, namespacedTables: [], hash: async () => 'none' })
    const tokens = createTokens({ store, clock: systemClock, services: ['notes', 'files'] })
    const { id } = await accounts.create({ username: 'somebody', password: 'correct horse battery' })
    const tokenOf = async (actions: boolean) =>
      (await tokens.create(id, { scope: { services: ['notes', 'files'] }, actions })).secret
    const [gatewayPort, mailPort] = [await freePort(), await freePort()]
    const { url, program } = await startMain(settings, {
      ...{ GATEWAY_PORT: `${gatewayPort}`, MAIL_PORT: `${mailPort}`, MAIL_DOMAIN: 'here.example' },
      ...{ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: '0'.repeat(32), SMS_FROM: '+15005550006' },
    })
    const callers = {
      nobody: undefined,
      stranger: 'x'.repeat(40),
      reader: await tokenOf(false),
      writer: await tokenOf(true),
    }
    return { url, port: Number(new URL(url).port), gatewayPort, mailPort, pid: program.pid, callers }
  }

  test.skipIf(process.platform !== 'linux')(
    'no door spends more than a moment of the main thread on a hostile body',
    async () => {
      const { url, port, gatewayPort, mailPort, pid, callers } = await started()
      const ports = { http: port, gateway: gatewayPort, mail: mailPort }

      const faults: unknown[] = []
      for (const { door, path, type, send, isRefused } of hostileRequests()) {
        for (const [name, token] of Object.entries(callers)) {
          const before = usedMs(pid)
          const status = await send({ port: ports[door], token })
          // Afterwards nothing of it is left to do.
          expect((await fetch(`${url}/health/live`)).status).toBe(200)
          const usedForIt = usedMs(pid) - before
          if (usedForIt > mostMs || !isRefused(status)) faults.push([path, type, name, status, usedForIt])
        }
      }
      expect(faults).toEqual([])
    },
    120_000,
  )
})
