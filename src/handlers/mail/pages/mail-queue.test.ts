import { beforeEach, expect, test } from 'vitest'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { mailForTests } from '../fixtures/mail-world.ts'

const world = mailForTests({
  names: { 'friend.example': { MX: ['10 mx.friend.example'] }, 'mx.friend.example': { A: ['127.0.0.1'] } },
  settings: { FETCH_ALLOWED_RANGES: '127.0.0.1' },
})
const place = '/settings/mail'

beforeEach(() => {
  world().other.taken.length = 0
  world().other.refuse = () => ({ code: 451, text: 'later' })
})

/** A message that its recipient's server defers, and an administrator. */
async function deferred() {
  const { server } = world()
  const { account, visitor } = await signedInVisitor(server)
  const { visitor: admin } = await signedInVisitor(server, { isAdmin: true })
  const { id } = await account.ok('mail.send', { to: 'bob@friend.example', subject: 'Hello', body: 'Hello Bob' })
  await server.jobs.settle()
  const state = async () => {
    const query = server.store.sql('mail_messages').select('delivery', 'delivery_error').where({ id })
    return server.store.get<{ delivery: string; delivery_error: string }>(query)
  }
  expect((await state())?.delivery).toBe('queued')
  const button = async (action: string, by = admin) => {
    const csrf_token = /csrf-token" content="([\w-]+)"/.exec((await by.get(place)).html)?.[1] as string
    return (await by.post(`${place}/queue/${action}`, { csrf_token, message: id })).status
  }
  return { account, visitor, admin, id, state, button }
}

test('an administrator has a waiting message delivered at once, which is in the audit log', async () => {
  const { admin, account, id, state, button } = await deferred()
  expect((await admin.get(place)).html).toContain(`Deliver ${id} now`)
  world().other.refuse = undefined
  await world().server.jobs.settle()
  expect(world().other.taken).toEqual([])
  expect(await button('retry')).toBe(303)
  await world().server.jobs.settle()
  expect([(await state())?.delivery, world().other.taken.length]).toEqual(['delivered', 1])
  expect((await admin.get(`/admin/audit?account=${account.username}&action=mail_retried`)).html).toContain(id)
  expect(await button('drop')).toBe(303)
  expect((await state())?.delivery).toBe('delivered')
})

test('an administrator gives a waiting message up: it is refunded and never delivered', async () => {
  const { account, state, button } = await deferred()
  const { server, other } = world()
  const before = (await server.ledger.balance(account.id)).balance
  expect(await button('drop')).toBe(303)
  expect(await state()).toEqual({ delivery: 'failed', delivery_error: 'An administrator removed it from the queue.' })
  expect((await server.ledger.balance(account.id)).balance).toBe(before + 1_000_000)
  other.refuse = undefined
  server.clock.advance(3_600_000)
  await server.jobs.settle()
  expect(other.taken).toEqual([])
})

test('nobody else can deliver a message or give it up', async () => {
  const { visitor, state, button } = await deferred()
  for (const action of ['retry', 'drop']) expect(await button(action, visitor)).toBe(403)
  expect((await state())?.delivery).toBe('queued')
})
