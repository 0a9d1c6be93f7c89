import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { addDevice } from '#handlers/notify/devices.ts'
import { baseUrlSetting } from '#runtime/outbound/description.ts'
import { type Attempts, recordAttempts } from '#testing/attempts.ts'
import { asker } from '#testing/outbound.ts'
import { paymentOf } from '#testing/payments.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'
import type { World } from '../world/world.ts'

let sandbox: RunningSandbox
let world: World
let attempts: Attempts
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
  world = await sandbox.worlds.get('sealed')
  attempts = recordAttempts(Number(new URL(sandbox.url).port))
})
afterAll(async () => {
  attempts?.stop()
  await sandbox?.stop()
})

const elsewhere = 'https://somewhere.example'
const live = {
  name: 'probe',
  source: 'Probe',
  baseUrl: baseUrlSetting('PROBE_BASE_URL', elsewhere, 'of a test'),
  address: elsewhere,
  isAlwaysLive: true,
} as const
const baseUrl = () => `${sandbox.url}/w/sealed`
const token = () => sandbox.accounts[0]?.token ?? ''
const client = () => createClient({ baseUrl: baseUrl(), token: token(), retries: 0 })

/** The code of its error, or `done`. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (failure: { code?: string }) => failure.code ?? String(failure),
  )
}

async function pushed(): Promise<void> {
  const { store } = world.server.runtime
  const account = await store.get<{ id: string }>(store.sql('accounts').where({ username: 'ada' }).select('id'))
  const subscription = { endpoint: new URL(`${elsewhere}/push`), p256dh: 'x', auth: 'x' }
  await addDevice({ store, clock: world.clock }, account?.id ?? '', subscription, 'Phone')
  await client().notify.send({ title: 'Rain' })
  await world.settle()
}

/** Registers a service at an address, as its program would, and calls it through the gateway. */
async function serviceCalled(): Promise<string> {
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token()}`, 'content-type': 'application/json' }
    return fetch(`${baseUrl()}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const nodes = [{ id: 'one', address: 'somewhere.example:8000' }]
  const registered = await call('/v1/registry/register', { name: 'probe', endpoints: [{ name: 'Probe.Call' }], nodes })
  const called = await call('/v1/probe/Probe.Call', {})
  return `${registered.status} ${called.status}`
}

/** Every way out of a server, and what becomes of it in a world. */
const waysOut: readonly (readonly [name: string, expected: string, take: () => Promise<unknown>])[] = [
  ['a fetch', 'not_configured', () => world.server.runtime.outbound.fetch(asker(), elsewhere)],
  [
    'a fetch from an address of the operator',
    'not_configured',
    () => world.server.runtime.outbound.fetch(asker(), `${elsewhere}:1/x`, { trustedOrigin: `${elsewhere}:1` }),
  ],
  ['a fetch by address', 'not_configured', () => world.server.runtime.outbound.fetch(asker(), 'http://93.184.216.34/')],
  [
    'a host for another protocol',
    'not_configured',
    () => world.server.runtime.outbound.resolve('somewhere.example', 'host'),
  ],
  ['a host of IMAP', 'not_configured', () => world.server.runtime.outbound.addressesOf('somewhere.example')],
  [
    'a provider that is never replaced by examples',
    'not_configured',
    () =>
      world.server.runtime.outbound
        .provider(live)
        .stream(asker(), { method: 'GET', path: '/', accept: ['*/*'], idleMs: 1000 }),
  ],
  ['a browser', 'not_configured', () => client().browser.read({ url: elsewhere })],
  ['a picture of a page', 'not_configured', () => client().browser.shot({ url: elsewhere })],
  ['mail', 'done', () => client().mail.send({ to: 'omar@somewhere.example', subject: 'Hi', body: 'x' })],
  ['a text message', 'done', () => client().sms.send({ to: '+447700900123', text: 'x' })],
  ['a notification', 'done', pushed],
  ['the language model', 'done', () => client().agent.ask({ prompt: 'Is it open?' })],
  ['a provider with examples', 'done', () => client().markets.convert({ from: 'GBP', to: 'EUR', amount: 1 })],
  [
    'a payment',
    'done',
    async () => {
      const headers = { 'PAYMENT-SIGNATURE': paymentOf(1) }
      const paid = await fetch(`${baseUrl()}/api/v1/text/classify?text=Broken&labels=a,b`, { headers })
      if (paid.status !== 200) throw new Error(await paid.text())
    },
  ],
]

test.each(waysOut)('%s ends as %s and reaches nothing', async (_name, expected, take) => {
  expect(await outcomeOf(take())).toBe(expected)
  await world.settle()
  expect(attempts.seen).toEqual([])
})

test('a service that somebody registers is not called', async () => {
  expect(await serviceCalled()).toBe('200 502')
  expect(attempts.seen).toEqual([])
})

test('no address is allowed, and the browser is off for programs that need no network', async () => {
  const { outbound, chromium } = world.server.runtime
  expect(outbound.allows('93.184.216.34')).toBe(false)
  const run = { program: new URL('file:///none'), args: {}, signal: new AbortController().signal, limitMs: 1000 }
  expect(await outcomeOf(chromium.run(run))).toBe('not_configured')
})

test('what is recorded is what is tried', async () => {
  await fetch(elsewhere).catch(() => undefined)
  expect(attempts.seen.length).toBeGreaterThan(0)
})
