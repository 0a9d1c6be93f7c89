import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { addDevice } from '#handlers/notify/devices.ts'
import { payer, paymentOf } from '#testing/payments.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

const token = () => sandbox.accounts[0]?.token ?? ''
const clientOf = (world: string) => createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: token() })

async function control(method: string, path: string, body?: unknown) {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${path}`, { ...init, headers })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

async function deliveriesOf(path: string): Promise<Record<string, string>[]> {
  return (await control('GET', path)).json.deliveries
}

async function settle(world: string): Promise<void> {
  await (await sandbox.worlds.get(world)).settle()
}

test('mail to an outside address is listed with its text, and counts as delivered', async () => {
  const { mail } = clientOf('mail')
  const { id } = await mail.send({ to: 'omar@elsewhere.example', subject: 'Grüße', body: 'Are you coming?\n– Ada' })
  await settle('mail')
  expect(await deliveriesOf('mail/deliveries')).toMatchObject([
    {
      kind: 'mail',
      from: 'ada@onedoor.example',
      to: 'omar@elsewhere.example',
      subject: 'Grüße',
      text: 'Are you coming?\n– Ada',
    },
  ])
  const { store } = (await sandbox.worlds.get('mail')).server.runtime
  expect(await store.get(store.sql('mail_messages').where({ id }).select('delivery'))).toEqual({
    delivery: 'delivered',
  })
  expect(await deliveriesOf('other/deliveries')).toEqual([])
})

test('the code in a text message is read from the deliveries, also after the world was parked', async () => {
  const { sms } = clientOf('sms')
  await sms.verify({ number: '+447700900123' })
  await sandbox.worlds.park(-1)
  const [sent] = await deliveriesOf('sms/deliveries?kind=sms&to=%2B447700900123')
  const code = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
  expect(await sms.verify({ number: '+447700900123', code })).toMatchObject({ verified: true })
  expect(await deliveriesOf('sms/deliveries?kind=mail')).toEqual([])
})

test('a notification is listed with what the device would show', async () => {
  const { server, clock } = await sandbox.worlds.get('push')
  const { store } = server.runtime
  const [account] = await store.all<{ id: string }>(store.sql('accounts').where({ username: 'ada' }).select('id'))
  const keys = { p256dh: 'x', auth: 'x' }
  const subscription = { endpoint: new URL('https://push.example/one'), ...keys }
  await addDevice({ store, clock }, account?.id ?? '', subscription, 'Phone')
  await clientOf('push').notify.send({ title: 'Rain', body: 'In ten minutes', url: '/weather' })
  await settle('push')
  expect(await deliveriesOf('push/deliveries')).toMatchObject([
    { kind: 'push', subject: 'Rain', text: 'In ten minutes', link: '/weather' },
  ])
})

test('a call is paid for with play money, and the payment is listed', async () => {
  const address = `${sandbox.url}/w/paid/api/v1/text/classify?text=Broken&labels=complaint,praise`
  expect((await fetch(address)).status).toBe(402)
  const response = await fetch(address, { headers: { 'PAYMENT-SIGNATURE': paymentOf(1) } })
  expect(response.status).toBe(200)
  expect(await deliveriesOf('paid/deliveries')).toMatchObject([{ kind: 'payment', from: payer, amount: '0.010000' }])
})

test('mail that is brought is in the mailbox, with its sender verified or not', async () => {
  const { mail } = clientOf('in')
  const message = { to: 'ada+orders', from: 'service@lampen.example', subject: 'Your lamp', text: 'On its way' }
  expect((await control('POST', 'in/mail', message)).status).toBe(204)
  expect((await control('POST', 'in/mail', { ...message, text: 'Really', verified: false })).status).toBe(204)
  const { items } = await mail.inbox({ tag: 'orders' })
  expect(items.map(({ from, sender_verified }) => [from.address, sender_verified])).toEqual([
    ['service@lampen.example', false],
    ['service@lampen.example', true],
  ])
  expect((await control('POST', 'in/mail', { ...message, to: 'nobody' })).json.code).toBe('not_found')
  expect((await control('POST', 'in/mail', { ...message, raw: 'x' })).json.code).toBe('invalid_argument')
})

test('a text message that is brought goes to the account that wrote to its sender', async () => {
  const { sms } = clientOf('texts')
  await sms.send({ to: '+447700900123', text: 'Where are you?' })
  expect(await control('POST', 'texts/messages', { from: '+447700900123', text: 'Here' })).toEqual({
    status: 200,
    json: {},
  })
  expect((await sms.history({})).items.map(({ text }) => text)).toEqual(['Here', 'Where are you?'])
  const stop = await control('POST', 'texts/messages', { from: '+447700900123', text: 'STOP', channel: 'whatsapp' })
  expect(stop.json.reply).toMatch(/START/)
})

test('the last 500 deliveries are stored, and no more than 4 MiB', async () => {
  const { Deliveries } = await import('./deliveries.ts')
  const deliveries = new Deliveries()
  const text = (length: number) => ({ kind: 'sms', from: '+1', to: '+2', text: 'x'.repeat(length) }) as const
  for (let count = 0; count < 501; count += 1) await deliveries.add(text(1), count)
  expect(deliveries.list()).toHaveLength(500)
  expect(deliveries.list().at(-1)?.atMs).toBe(1)
  for (let count = 0; count < 5; count += 1) await deliveries.add(text(1_000_000), count)
  expect(deliveries.list()).toHaveLength(4)
})
