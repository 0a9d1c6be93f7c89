import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Family, families, type Operation, operations } from '#generated/server/operations.ts'
import { paidThrough, paymentOf, startObligingFacilitator } from '../../testing/payments.ts'
import { serverForTests, startTestServer, type TestAccount, type TestCaller } from '../../testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '../../testing/stand-ins.ts'
import { CAPABILITIES, isCapability } from '../accounts/grant.ts'

const otherService = (family: Family): Family => (family === 'notes' ? 'docs' : 'notes')
const otherCapability = (family: string) => CAPABILITIES.find((each) => each !== family) as string

/** Operations that need no caller, apart from a payment for those that have a price. */
const open = {
  apps: 'embed read',
  archive: 'list',
  blog: 'list read',
  browser: 'read shot',
  chat: 'messages rooms',
  flights: 'airport overhead status track',
  food: 'hygiene product',
  hazards: 'alerts floods quakes',
  islam: 'read',
  maps: 'area tile',
  markets: 'convert history list quote',
  news: 'headlines list read',
  places: 'address elevation geocode nearby',
  prayer: 'qibla reflection saying times verse',
  routes: 'directions eta nearest',
  social: 'list',
  stream: 'list',
  text: 'classify classify_body extract extract_body summarise summarise_body translate translate_body',
  url: 'resolve',
}
/** Operations by POST that change nothing: a token that only reads may call them. */
const readByPost = {
  apps: 'test',
  bookmarks: 'list',
  contacts: 'find',
  docs: 'list',
  files: 'drivesearch',
  mail: 'webmailsearch',
  text: 'classify_body extract_body summarise_body translate_body',
  url: 'export get list qr resolve stats',
}
const idsOf = (byFamily: Record<string, string>) =>
  Object.entries(byFamily).flatMap(([family, methods]) => methods.split(' ').map((method) => `${family}.${method}`))

const forbidden = '403 permission_denied'
const paymentRequired = '402 payment_required'

/** Callers of each kind, and the outcome that each must get from an operation: 200, or the status with its code. */
const callers: Record<
  string,
  {
    of(ann: TestAccount, anonymous: TestCaller, family: Family): TestCaller | Promise<TestCaller>
    gets(operation: Operation): string
  }
> = {
  'an anonymous caller': {
    of: (_, anonymous) => anonymous,
    // A payment identifies a caller, but not an account.
    gets: ({ needs, microCredits }) =>
      needs !== 'account' && microCredits > 0 ? paymentRequired : needs === 'open' ? '200' : '401 unauthenticated',
  },
  'a token of another service or capability': {
    of: (ann, _, family) =>
      ann.withToken({
        actions: true,
        scope: isCapability(family)
          ? { capabilities: [otherCapability(family)] }
          : { services: [otherService(family)] },
      }),
    gets: () => forbidden,
  },
  'a token of no service': {
    of: (ann) => ann.withToken({ actions: true, scope: { services: [] } }),
    gets: () => forbidden,
  },
  'a token for all services where a capability belongs, and the other way round': {
    of: (ann, _, family) =>
      ann.withToken({
        actions: true,
        scope: isCapability(family) ? { services: 'all' } : { capabilities: [...CAPABILITIES] },
      }),
    gets: () => forbidden,
  },
  'a token that only reads': {
    of: (ann, _, family) =>
      ann.withToken({
        actions: false,
        scope: isCapability(family) ? { capabilities: [family] } : { services: [family] },
      }),
    gets: (operation) => (operation.kind === 'read' ? '200' : forbidden),
  },
  'a signed-in browser': {
    of: (ann) => ann.inBrowser(),
    // Every caller pays by x402 only.
    gets: ({ topUp }) => (topUp ? paymentRequired : '200'),
  },
  'a signed-in browser without its X-CSRF-Token': {
    of: (ann) => ann.inBrowser({ withoutCsrf: true }),
    gets: ({ verb }) => (verb === 'GET' ? '200' : '403 csrf'),
  },
  'a token of this service or capability with actions': {
    of: (ann, _, family) =>
      ann.withToken({
        actions: true,
        scope: isCapability(family) ? { capabilities: [family] } : { services: [family] },
      }),
    gets: ({ topUp }) => (topUp ? paymentRequired : '200'),
  },
}

/** The codes of the older form are its statuses. */
const outcome = ({ errorForm }: Operation, due: string) =>
  errorForm === 'legacy' ? due.replace(/^(\d+) .*/, '$1 $1') : due

describe('who may call what', () => {
  const reached: string[] = []
  const handlers = standIns(
    Object.fromEntries(
      operations.map(({ id }) => [
        id,
        () => {
          reached.push(id)
          return exampleResult(id)
        },
      ]),
    ),
  )
  const server = serverForTests({
    handlers,
    settings: { X402_PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C' },
  })

  test.each(Object.entries(callers))('%s, on every operation', async (_, { of, gets }) => {
    const ann = await server().account()
    const answered: string[] = []
    const expected: string[] = []
    for (const family of families) {
      const caller = await of(ann, server().anonymous, family)
      for (const operation of operations.filter((each) => each.family === family)) {
        reached.length = 0
        const { status, body } = await caller.call(operation.id, exampleArguments(operation.id))
        const { code } = body as { code?: string }
        // A refused call that runs its handler has the name of the handler here.
        answered.push([operation.id, status, ...(status === 200 ? [] : [code, ...reached])].join(' '))
        expected.push(`${operation.id} ${outcome(operation, gets(operation))}`)
      }
    }
    expect(answered).toEqual(expected)
    expect(answered).toHaveLength(operations.length)
  })

  test('a paying wallet without an account, on every operation', async () => {
    const facilitator = await startObligingFacilitator()
    const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-wallet-'))
    const paid = await startTestServer({
      dataDir,
      handlers: standIns(),
      settings: paidThrough(facilitator.url),
    })
    try {
      const answered: string[] = []
      for (const { id, microCredits } of operations) {
        const wallet = paid.sending({ 'PAYMENT-SIGNATURE': paymentOf(microCredits / 1_000_000) })
        answered.push(`${id} ${(await wallet.call(id, exampleArguments(id))).status}`)
      }
      // A free method takes no payment: one for identified callers still needs a caller.
      const due = ({ needs, microCredits }: Operation) =>
        needs === 'account' ? 403 : needs === 'open' || microCredits > 0 ? 200 : 401
      expect(answered).toEqual(operations.map((operation) => `${operation.id} ${due(operation)}`))
      const priced = operations.filter(({ needs, microCredits }) => needs !== 'account' && microCredits > 0)
      expect(facilitator.asked).toHaveLength(2 * priced.length)
    } finally {
      await paid.stop()
      await facilitator.stop()
      await rm(dataDir, { recursive: true })
    }
  })

  test('an invalid credential is 401 on every operation, also on those that are open to all', async () => {
    const answered = await Promise.all(
      operations.map(async ({ id }) => {
        const headers = { Authorization: `Bearer od_${'x'.repeat(43)}` }
        return `${id} ${(await server().anonymous.send(id, { headers })).status}`
      }),
    )
    expect(answered).toEqual(operations.map(({ id }) => `${id} 401`))
  })

  test('exactly the listed operations need no caller, and exactly the listed ones by POST only read', () => {
    const idsWith = (condition: (operation: Operation) => boolean) => operations.filter(condition).map(({ id }) => id)
    expect(idsWith(({ needs }) => needs === 'open')).toEqual(idsOf(open))
    expect(idsWith(({ kind, verb }) => kind === 'read' && verb === 'POST')).toEqual(idsOf(readByPost))
    expect(idsWith(({ kind, verb }) => kind === 'write' && verb === 'GET')).toEqual([])
  })

  test('the capabilities are the families that a token has to name as capabilities', () => {
    for (const { id, family, capability } of operations)
      expect([id, capability]).toEqual([id, isCapability(family) ? family : undefined])
  })
})
