import { expect, test } from 'vitest'
import { Budgets } from '#runtime/budgets/budgets.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { type ErrorBody, serverForTests } from '#testing/server.ts'

const server = serverForTests()
const place = '/settings/budgets'

test('owners see what they have used, set a budget that then limits calls, and remove it', async () => {
  const { account, visitor } = await signedInVisitor(server())
  const empty = await visitor.get(place)
  expect(empty.html).toContain('You have no budgets')

  const fields = { for: 'account:', period: 'day', tokens: '5000', credits: '0.5', calls: '1' }
  await visitor.submit(place, place, fields)
  const { html } = await visitor.get(`${place}?done=set`)
  for (const text of ['The budget was set.', '0 of 5000', '0 of 0.5', '0 of 1']) expect(html).toContain(text)
  await account.ok('notes.list', {})
  const refused = await account.call('notes.list', {})
  expect([refused.status, (refused.body as ErrorBody).code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((refused.body as ErrorBody).error).toContain('daily budget of 1 call for your account')

  expect(refused.headers.get('ratelimit')).toContain('"budget-calls-day";r=0')

  await visitor.submit(place, `${place}/remove`)
  const gone = await visitor.get(`${place}?done=removed`)
  expect(gone.html).toContain('The budget was removed.')
  expect(gone.html).toContain('You have no budgets')
})

test('a budget without a limit, or with one that is no number, is rejected beside its field', async () => {
  const { visitor } = await signedInVisitor(server())
  const sent = (fields: Record<string, string>) =>
    visitor.submit(place, place, { for: 'account:', period: 'month', ...fields })
  expect((await sent({})).html).toContain('must be given unless another limit is')
  const { html } = await sent({ tokens: '-1' })
  expect(html).toContain('must be a whole number from 0 to')
  expect(html).toContain('value="-1"')
  expect((await sent({ for: 'token:token_of_another', tokens: '1' })).html).toContain(
    'must be one of those in the list',
  )
})

test('tokens of the account can have budgets, which do not limit the others', async () => {
  const { account, visitor } = await signedInVisitor(server())
  const one = await account.withToken({ scope: { services: ['notes'] }, actions: true })
  const { html } = await visitor.get(place)
  const [, key = ''] = /value="(token:token_\w+)"/.exec(html) ?? []
  await visitor.submit(place, place, { for: key, period: 'day', calls: '0' })
  const statuses = [(await account.call('notes.list', {})).status, (await one.call('notes.list', {})).status]
  expect(statuses.sort()).toEqual([200, 429])
})

test('a token with a budget has its name even if it can no longer be chosen', async () => {
  const { account, visitor } = await signedInVisitor(server())
  await account.withToken({ scope: {}, name: 'Night robot' })
  const { store } = server()
  const [, key = ''] = /value="(token:token_\w+)"[^>]*>Night robot/.exec((await visitor.get(place)).html) ?? []
  await visitor.submit(place, place, { for: key, period: 'day', calls: '5' })
  await store.run(
    store
      .sql('tokens')
      .where({ id: key.replace('token:', '') })
      .update({ revoked_at: 1 }),
  )
  const { html } = await visitor.get(place)
  expect(html).toContain('0 of 5')
  expect(html).toContain('Night robot')
})

test('administrators see the tokens of each account', async () => {
  const { account, visitor } = await signedInVisitor(server(), { isAdmin: true })
  const { store, clock } = server()
  const budgets = new Budgets({ store, clock })
  const held = await budgets.reserve({ accountId: account.id }, 1000, () => ({
    least: { tokens: 4711, microCredits: 0, calls: 0 },
    reserved: { tokens: 4711, microCredits: 0, freeMicroCredits: 0 },
  }))
  await budgets.settle(held, async () => ({
    used: { tokens: 4711, estimatedTokens: 0, microCredits: 0, freeMicroCredits: 0, calls: 0 },
    result: undefined,
  }))
  expect((await visitor.get('/admin')).html).toContain('4711')
})
