import { describe, expect, onTestFinished, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { openLosableServer } from '../testing/losable-server.ts'
import { serverForTests } from '../testing/server.ts'
import { exampleArguments } from '../testing/stand-ins.ts'
import { addLibrarian, allCapabilities, paid, withFailingProviders } from './fixtures/failing-providers.ts'

describe('a server without settings', () => {
  const server = serverForTests()
  test.each<[OperationId, Record<string, unknown>]>([
    ['agent.ask', { prompt: 'Hello' }],
    ['agent.ask_named', { name: 'librarian', prompt: 'Hello' }],
    ['files.driveread', { id: 'any' }],
    ['images.generate', { prompt: 'A lighthouse' }],
    ['sms.verify', { number: '+447700900456' }],
    ['work.submit', { prompt: 'Hello' }],
  ])('returns 503 for %s, whose provider is not configured', async (id, args) => {
    const account = await server().account()
    await addLibrarian(server(), account)
    const caller = /^(agent|work)\./.test(id) ? await account.withToken(allCapabilities) : account
    expect(await caller.fails(id, args)).toMatchObject({ status: 503, body: { code: 'not_configured' } })
  })
})

describe('a server whose facilitator of payments is away', () => {
  const providers = withFailingProviders('no connection')
  const calls = [
    ...paid('apps.build', 'browser.read', 'browser.shot', 'places.nearby'),
    ...paid('routes.directions', 'routes.eta', 'routes.nearest'),
  ]

  test('returns 503 for calls that are paid for', async () => {
    expect(await providers.oneAfterTheOther(calls)).toEqual(calls.map(({ id }) => `${id} 503`))
  })
})

const withoutDatabase: OperationId[] = [
  ...(['flights.airport', 'flights.overhead', 'flights.status', 'flights.track', 'food.hygiene'] as const),
  ...(['food.product', 'hazards.alerts', 'hazards.floods', 'hazards.quakes', 'islam.read', 'mail.send'] as const),
  ...(['mail.webmailread', 'mail.webmailsearch', 'markets.convert', 'markets.history', 'markets.list'] as const),
  ...(['markets.quote', 'news.headlines', 'news.list', 'news.read', 'places.address', 'places.elevation'] as const),
  ...(['places.geocode', 'prayer.saying', 'shell.run', 'shell.write'] as const),
]

forEachDatabase((dialect, _openTestStore, newDatabase) => {
  test('calls return 503 while the database is lost: those that read or write it', async () => {
    const { server, lose, close } = await openLosableServer(await newDatabase())
    onTestFinished(close)
    const ada = await server.account()
    await server.ledger.grant(ada.id, 1e9, 'for the test')
    const ids: OperationId[] = dialect === 'postgres' ? withoutDatabase : ['places.nearby', 'routes.eta']
    await lose()
    const statuses: string[] = []
    for (const id of ids) statuses.push(`${id} ${(await ada.fails(id, exampleArguments(id))).status}`)
    expect(statuses).toEqual(ids.map((id) => `${id} 503`))
  })
})
