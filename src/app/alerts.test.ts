import { afterAll, expect, test } from 'vitest'
import type { Alert } from '../runtime/alerts/alerts.ts'
import { manualClock } from '../runtime/base/clock.ts'
import { createPaymentReview } from '../runtime/money/x402/review.ts'
import type { Provider } from '../runtime/outbound/provider.ts'
import { startMailServer } from '../testing/mail-servers.ts'
import { signedInVisitor } from '../testing/program-sign-in.ts'
import { serverForTests } from '../testing/server.ts'
import { checkConditions } from './alert-checks.ts'
import { diskFinding } from './disk-finding.ts'

const now = '2026-11-21T09:30:00Z'
const nowMs = Date.parse(now)

function checksWith(parts: Partial<Parameters<typeof checkConditions>[0]> = {}) {
  return {
    clock: manualClock(now),
    jobs: { counts: async () => [] },
    bus: { deadLetters: async () => [] },
    payments: { waiting: async () => ({ count: 0, oldestMs: undefined }) },
    outbound: { opened: () => [] },
    findings: async () => [],
    ...parts,
  }
}

const brokenOf = async (parts: Parameters<typeof checksWith>[0], alerts: readonly Alert[] = []) =>
  (await checkConditions(checksWith(parts), alerts)).filter(({ state }) => state !== 'works')

test('a full disk, failed jobs, a late queue, undelivered events and payments without an outcome are problems', async () => {
  const finding = await diskFinding('/data', async () => 5 * 1024 * 1024)
  const letter = { listener: 'inbox', announcement: 1, topic: 'blog.published', attempts: 9, error: 'x', at: 1 }
  const counts = [
    { kind: 'mail.deliver', state: 'dead', count: 2, oldest: 1 },
    { kind: 'notify.push', state: 'ready', count: 7, oldest: nowMs - 16 * 60_000 },
    { kind: 'agent.run', state: 'ready', count: 7, oldest: nowMs - 14 * 60_000 },
    { kind: 'agent.run', state: 'running', count: 7, oldest: 1 },
  ] as const
  const found = await brokenOf({
    findings: async () => [finding, { what: 'backups', state: 'outdated', detail: 'None yet.' }],
    jobs: { counts: async () => [...counts] },
    bus: { deadLetters: async () => [letter] },
    payments: { waiting: async () => ({ count: 2, oldestMs: nowMs }) },
  })
  expect(found.map(({ what, detail, afterMs }) => [what, detail, afterMs])).toEqual([
    ['disk', '5 MiB free in DATA_DIR, which is less than 200. Free some space.', 0],
    ['backups', 'None yet.', 86_400_000],
    ['failed jobs', '2 (mail.deliver). Retry or delete them at /admin/jobs.', 0],
    [
      'job queue',
      'Jobs have been waiting for 16 minutes (notify.push). Look at /admin/jobs, and raise JOB_CONCURRENCY.',
      0,
    ],
    ['undelivered events', '1 (inbox). See "onedoor bus status".', 0],
    [
      'payments that wait for a decision',
      '2, since 2026-11-21T09:30:00.000Z. Look up their nonces, from "onedoor payments list", on the chain, and resolve them with "onedoor payments resolve".',
      0,
    ],
  ])
  expect(await brokenOf({ findings: async () => [await diskFinding('/data', async () => 9e9)] })).toEqual([])
})

test('a provider is a problem while its breaker is open and a trial fails, in whichever process it was seen', async () => {
  const provider = (breaker: 'open' | 'closed', kind: string, lastSuccessMs?: number) =>
    ({
      ...{ name: 'geo', source: 'Geo Ltd' },
      state: { breaker, lastSuccessMs },
      probe: async () => ({ kind, reason: 'responded with 500.', latencyMs: 1 }),
    }) as unknown as Provider
  const stateOf = async (opened: readonly Provider[], alerts: readonly Alert[] = []) =>
    (await checkConditions(checksWith({ outbound: { opened: () => opened } }), alerts))
      .filter(({ what }) => what.startsWith('provider'))
      .map(({ what, state, detail }) => `${what} ${state}: ${detail}`)
  const alert: Alert = { what: 'provider geo', detail: '', sinceMs: nowMs, noticedMs: undefined }
  expect(await stateOf([provider('closed', 'fails')])).toEqual([])
  expect(await stateOf([provider('open', 'fails')])).toEqual(['provider geo broken: Geo Ltd: responded with 500.'])
  expect(await stateOf([provider('open', 'works')])).toEqual(['provider geo works: Geo Ltd responds.'])
  expect(await stateOf([provider('closed', 'fails')], [alert])).toHaveLength(1)
  expect(await stateOf([provider('open', 'not_tried')])).toEqual([
    'provider geo broken: Geo Ltd has failed several times in a row.',
  ])
  const unknown = ['provider geo unknown: It has not been used for a day.']
  expect(await stateOf([provider('closed', 'not_tried', nowMs - 1)], [alert])).toEqual(unknown)
  expect(await stateOf([], [alert])).toEqual(unknown)
  expect(await stateOf([provider('closed', 'not_tried', nowMs + 1)], [alert])).toEqual([
    'provider geo works: Geo Ltd responds.',
  ])
})

const relay = await startMailServer()
afterAll(() => relay.close())
const smtp = { MAIL_DOMAIN: 'onedoor.example', SMTP_URL: `smtp://127.0.0.1:${relay.port}` }
const server = serverForTests({ settings: { ...smtp, BASE_URL: 'https://onedoor.example' } })

test('administrators get notices in the inbox and by mail, and see problems at /admin; nobody else gets any', async () => {
  const { store, clock, jobs, bus } = server()
  const { account: ada, visitor } = await signedInVisitor(server(), { isAdmin: true })
  const { account: ben } = await signedInVisitor(server())
  for (const { id, username } of [ada, ben]) {
    const row = { account_id: id, address: `${username}@friend.example`, confirmed_at: 1 }
    await store.run(store.sql('recovery_addresses').insert(row))
  }
  const dead = { kind: 'tests.gone', lane: 'x', payload: '{}', state: 'dead', error: 'x', attempt: 3, max_attempts: 3 }
  const times = { run_at: 1, created_at: 1, finished_at: clock.now() }
  await store.run(store.sql('jobs').insert({ id: 'job_a', owner: ben.id, ...dead, ...times }))
  const check = async () => {
    clock.advance(300_000)
    await jobs.settle()
    await bus.settle()
  }
  const inboxOf = (account: typeof ada) => account.withToken({ scope: { capabilities: ['inbox'] }, actions: true })
  const subjects = async (account: typeof ada) =>
    ((await (await inboxOf(account)).ok('inbox.read', {})).items ?? []).map(({ subject, snippet, link }) => [
      subject,
      snippet,
      link,
    ])
  const text = '1 (tests.gone). Retry or delete them at /admin/jobs.'
  const began = ['Problem: failed jobs', text, '/admin']
  await check()
  await check()
  expect(await subjects(ada)).toEqual([began])
  expect(relay.taken.map(({ to }) => to)).toEqual([[`${ada.username}@friend.example`]])
  expect(relay.taken[0]?.raw).toContain('Subject: Problem: failed jobs')
  expect(relay.taken[0]?.raw).toContain('https://onedoor.example/admin\r\n')
  expect((await visitor.get('/admin')).html).toContain(text)
  await store.run(store.sql('jobs').where({ id: 'job_a' }).delete())
  await check()
  expect(await subjects(ada)).toEqual([['Resolved: failed jobs', 'No jobs have failed.', '/admin'], began])
  expect((await visitor.get('/admin')).html).not.toContain('Problems')
  expect(await subjects(ben)).toEqual([])
})

test('a payment whose outcome cannot be found out is a problem until the operator resolves it', async () => {
  const { store, clock, jobs, bus } = server()
  const { visitor } = await signedInVisitor(server(), { isAdmin: true })
  const payment = {
    ...{ network: 'eip155:84532', asset: '0x1', payer: '0x2', purpose: 'call', operation_id: 'text.classify' },
    ...{ micro_credits: 1_000_000, amount: 10_000, pay_to: '0x3', version: 2, valid_before: 1 },
    ...{ request_digest: 'r', payment_digest: 'p', state: 'unknown', created_at: clock.now(), updated_at: clock.now() },
  }
  const rows = [
    { ...payment, id: 'pay_tried', nonce: '0xaa', next_attempt_at: clock.now() + 1e12 },
    { ...payment, id: 'pay_waits', nonce: '0xbb', next_attempt_at: null },
  ]
  await store.run(store.sql('payments').insert(rows))
  const problem = `1, since ${new Date(clock.now()).toISOString()}. Look up`
  const check = async () => {
    clock.advance(300_000)
    await jobs.settle()
    await bus.settle()
    return (await visitor.get('/admin')).html
  }
  expect(await check()).toContain(problem)
  const review = createPaymentReview({ store, clock, credit: async () => undefined })
  await review.resolve('pay_waits', { kind: 'unpaid' })
  expect(await check()).not.toContain('payments that wait for a decision')
})
