import { describe, expect, test, vi } from 'vitest'
import { type OperationId, operations } from '#generated/server/operations.ts'
import { checkResponse } from '#testing/check-response.ts'
import { type Asked, call, grant, pipeline } from '#testing/pipeline.ts'
import { exampleArguments, exampleResult, standIns } from '#testing/stand-ins.ts'
import { ApiError } from '../base/errors.ts'
import type { Reservation } from '../money/movements.ts'
import type { Delegate } from './caller.ts'
import { bodyOf, statusOf } from './response.ts'

const { account } = grant
const trust = { isTainted: false, chosen: [], spentMicroCredits: 0, actor: { kind: 'agent' } } as const
const agent: Delegate = {
  ...{ kind: 'delegated', origin: 'agent', account, rights: undefined, credentialId: undefined },
  trust,
}
const app: Delegate = { ...agent, origin: 'app' }

describe('the order of checks', () => {
  /** Faults in the order in which they are checked, each with its error. */
  const faults: { name: string; asked: Asked; code: string }[] = [
    { name: 'an unknown method', asked: { path: '/api/v1/notes/fold' }, code: 'unknown_method' },
    { name: 'the wrong verb', asked: { verb: 'GET' }, code: 'method_not_allowed' },
    { name: 'a body over the cap', asked: { isTooLarge: true }, code: 'too_large' },
    // It acts for an account, and comes without a credential.
    { name: 'a method withheld from apps', asked: { caller: app }, code: 'permission_denied' },
    { name: 'a credential that is not valid', asked: { authorization: 'Bearer junk' }, code: 'unauthenticated' },
    {
      name: 'a session without the proof that one of our pages sent it',
      asked: { authorization: undefined, browser: { sessionSecret: 'ann', csrfToken: undefined } },
      code: 'csrf',
    },
    { name: 'a token without the scope', asked: { authorization: 'Bearer none' }, code: 'permission_denied' },
    { name: 'no caller where one is needed', asked: { authorization: [] }, code: 'unauthenticated' },
    { name: 'too many calls', asked: { authorization: 'Bearer busy' }, code: 'rate_limited' },
    { name: 'wrong arguments', asked: { body: { colour: 'red' } }, code: 'invalid_argument' },
    { name: 'a malformed key', asked: { idempotencyKey: 'two words' }, code: 'invalid_argument' },
  ]
  const right: Asked = { authorization: 'Bearer all' }

  const pairs = faults.flatMap((earlier, index) =>
    faults.slice(index + 1).map((later) => [earlier.name, later.name, earlier, later] as const),
  )

  test.each(pairs)('%s is reported before %s', async (_earlier, _later, earlier, later) => {
    const { calls } = pipeline(standIns())
    const { error } = await calls.take(call({ ...right, ...later.asked, ...earlier.asked }))
    expect(error?.code).toBe(earlier.code)
  })

  test('each single fault has its own error, and a call without any runs', async () => {
    const { calls } = pipeline(standIns())
    for (const { asked, code, name } of faults) {
      expect([name, (await calls.take(call({ ...right, ...asked }))).error?.code]).toEqual([name, code])
    }
    expect((await calls.take(call(right))).error).toBeUndefined()
  })

  test('all faults at once are reported in turn, as one after the other is fixed', async () => {
    const { calls } = pipeline(standIns())
    const codes: (string | undefined)[] = []
    for (let mended = 0; mended <= faults.length; mended++) {
      const left = faults.slice(mended).reverse()
      codes.push((await calls.take(call(Object.assign({ ...right }, ...left.map(({ asked }) => asked))))).error?.code)
    }
    expect(codes).toEqual([...faults.map(({ code }) => code), undefined])
  })

  test('arguments are not read for a caller who may not call', async () => {
    const { calls } = pipeline(standIns())
    for (const authorization of [undefined, 'Bearer junk', 'Bearer none', 'Bearer busy']) {
      const asked = { authorization }
      const readArguments = vi.fn()
      await calls.take({ ...call(asked), readArguments })
      expect(readArguments).not.toHaveBeenCalled()
    }
  })

  test('a method that is not served yet is rejected for those who may call it, before its arguments are checked', async () => {
    const { calls } = pipeline({})
    expect((await calls.take(call({}))).error?.code).toBe('unauthenticated')
    expect((await calls.take(call({ ...right, body: { colour: 'red' } }))).error).toMatchObject({
      code: 'not_implemented',
      status: 501,
      message: expect.stringContaining('notes.delete'),
    })
  })
})

describe('a caller on behalf of an account', () => {
  test.each([
    ['agent', 'approval_required'],
    ['app', 'permission_denied'],
  ] as const)('(%s) gets %s for each withheld method, and may call all others', async (origin, code) => {
    const request = async () => ({ id: 'approval_1', state: 'pending' }) as never
    const taints = { has: async () => false, add: async () => {} }
    const { calls } = pipeline(standIns(), operations, {
      consent: { taints, approvals: { request, use: async () => false } },
    })
    const all = operations.filter(({ microCredits, capability }) => microCredits === 0 && !capability)
    const refused: OperationId[] = []
    for (const { id, verb, path } of all) {
      const asked = call({ verb, path, caller: { ...agent, origin }, body: exampleArguments(id) })
      const args = exampleArguments(id)
      const { error } = await calls.take({
        ...asked,
        readArguments: () =>
          verb === 'GET' ? { path: {}, query: args, body: undefined } : { path: {}, query: {}, body: args },
      })
      if (error?.code === code) refused.push(id)
      else expect([id, error?.code]).not.toEqual([id, 'permission_denied'])
    }
    expect(refused).toEqual(all.filter(({ withheld }) => withheld).map(({ id }) => id))
    expect(refused.length).toBeGreaterThan(10)
  })
})

describe('the context of a handler', () => {
  test('checked arguments, the caller, and the id of the request', async () => {
    const seen = vi.fn(() => ({ items: [] }))
    const { calls } = pipeline(standIns({ 'archive.list': seen as never }))
    await calls.take({
      ...call({ verb: 'GET', path: '/api/v1/archive/list', authorization: 'Bearer all' }),
      readArguments: () => ({ path: undefined, query: { limit: '7' }, body: undefined }),
    })
    const [args, ctx] = seen.mock.calls[0] as unknown as [
      object,
      { viewer: object; account: object; requestId: string },
    ]
    expect(args).toEqual({ limit: 7 })
    expect(ctx.viewer).toBe(grant.account)
    expect(ctx.account).toBe(grant.account)
    expect(ctx.requestId).toBe('request-1')
  })

  test('reading the account of an anonymous caller is a defect of the handler; its viewer is undefined', async () => {
    const seen: unknown[] = []
    const { calls } = pipeline(
      standIns({
        'archive.list': (_, ctx) => {
          seen.push((ctx as { viewer: unknown }).viewer)
          return (ctx as { account: unknown }).account
        },
      }),
    )
    const { error } = await calls.take({
      ...call({ verb: 'GET', path: '/api/v1/archive/list' }),
      readArguments: () => ({ path: undefined, query: {}, body: undefined }),
    })
    expect(seen).toEqual([undefined])
    expect(error?.code).toBe('internal')
  })
})

describe('failures', () => {
  const secret = 'relation "tokens" does not exist at /srv/onedoor/store.ts:12'

  test.each<[string, () => never]>([
    [
      'an error',
      () => {
        throw new Error(secret)
      },
    ],
    [
      'a text',
      () => {
        throw secret
      },
    ],
    [
      'an error of the registry with a cause',
      () => {
        throw new ApiError('upstream_failed', 'The weather service failed.', { cause: new Error(secret) })
      },
    ],
  ])('%s that a handler throws is logged with its cause, and the caller does not see it', async (_, handler) => {
    const { calls, lines } = pipeline(standIns({ 'notes.delete': handler }))
    const outcome = await calls.take(call({ authorization: 'Bearer all' }))
    expect(JSON.stringify(bodyOf(outcome))).not.toContain('relation')
    expect(statusOf(outcome)).toBeGreaterThanOrEqual(500)
    const line = lines.find(({ level }) => level === 'error')
    expect(JSON.stringify(line)).toContain('tokens')
    expect(line).toMatchObject({ requestId: 'request-1', operation: 'notes.delete' })
  })

  test('an unexpected one is a 500 internal, with a sentence that leads to the log', async () => {
    const { calls } = pipeline(
      standIns({
        'notes.delete': async () => {
          throw new TypeError(secret)
        },
      }),
    )
    const outcome = await calls.take(call({ authorization: 'Bearer all' }))
    expect(statusOf(outcome)).toBe(500)
    expect(bodyOf(outcome)).toEqual({
      error: 'The server failed to respond. To find the cause in the server log, search for the request id.',
      code: 'internal',
    })
  })

  test('a result that could not be written is one of them', async () => {
    const { calls, lines } = pipeline(standIns())
    const outcome = await calls.take(call({ authorization: 'Bearer all' }))
    const instead = calls.unwritable('request-1', outcome, new TypeError('Do not know how to serialize a BigInt'))
    expect([statusOf(instead), (bodyOf(instead) as { code: string }).code]).toEqual([500, 'internal'])
    expect(JSON.stringify(lines)).toContain('BigInt')
  })

  test('a rejected call is not a failure of the server and is not logged as one', async () => {
    const { calls, lines } = pipeline(standIns())
    await calls.take(call({}))
    expect(lines.map(({ level, code }) => [level, code])).toEqual([['info', 'unauthenticated']])
  })

  test('every call is counted by operation and code', async () => {
    const { calls, registry } = pipeline(standIns())
    await calls.take(call({ authorization: 'Bearer all' }))
    await calls.take(call({}))
    await calls.take(call({ path: '/api/v1/notes/fold' }))
    const text = await registry.metrics()
    expect(text).toContain('onedoor_calls_total{operation="notes.delete",code="ok"} 1')
    expect(text).toContain('onedoor_calls_total{operation="notes.delete",code="unauthenticated"} 1')
    expect(text).toContain('onedoor_calls_total{operation="none",code="unknown_method"} 1')
  })
})

describe('forms', () => {
  test('a form of a method in the body is served by the same handler', async () => {
    const seen: unknown[] = []
    const handler = (args: unknown) => {
      seen.push(args)
      return { text: 'short' }
    }
    const free = operations.map((operation) => ({ ...operation, microCredits: 0 }))
    const { calls } = pipeline(standIns({ 'text.summarise': handler }), free)
    const text = 'A long text.'
    const path = '/api/v1/text/summarise'
    await calls.take({
      ...call({ verb: 'GET', path }),
      readArguments: () => ({ path: undefined, query: { text }, body: undefined }),
    })
    await calls.take(call({ path, body: { text } }))
    expect(seen).toHaveLength(2)
    expect(seen[0]).toEqual(seen[1])
  })
})

describe('the form of a response', () => {
  test('errors of the URL service and below /v1/ have the older form, and the document describes it', async () => {
    const { url: _, ...others } = standIns()
    const { calls } = pipeline(others)
    for (const [asked, status, id] of [
      [{ path: '/v1/url/Shorten' }, 401, 'url.shorten'],
      [{ path: '/v1/url/Shorten', verb: 'GET' }, 405, 'onedoor'],
      [{ path: '/v1/url/Fold' }, 404, 'onedoor'],
      [{ path: '/v1/url/Shorten', authorization: 'Bearer all' }, 501, 'url.shorten'],
    ] as const) {
      const outcome = await calls.take(call(asked))
      const body = bodyOf(outcome) as { detail: string }
      expect(statusOf(outcome)).toBe(status)
      expect(body).toEqual({ id, code: status, detail: expect.stringMatching(/\w+ \w+/), status: expect.any(String) })
      checkResponse('url.shorten', status, body, 'stand-ins')
    }
  })

  test('it names every fault of the arguments in its one sentence', async () => {
    const free = operations.map((operation) => ({ ...operation, microCredits: 0 }))
    const { calls } = pipeline(standIns({ 'url.shorten': () => ({}) }), free)
    const outcome = await calls.take(
      call({
        path: '/v1/url/Shorten',
        authorization: 'Bearer all',
        body: { destinationURL: 'https://ferries.example/', colour: 'red', size: 1 },
      }),
    )
    expect(bodyOf(outcome)).toEqual({
      id: 'url.shorten',
      code: 400,
      detail: 'colour is not an argument of url.shorten; size is not an argument of url.shorten',
      status: 'Bad Request',
    })
  })

  test('results of tools are in an envelope, results of the URL service are not', async () => {
    const free = operations.map((operation) => ({ ...operation, microCredits: 0 }))
    const { calls } = pipeline(standIns({ 'url.shorten': () => ({ shortURL: 'https://onedoor.example/u/a' }) }), free)
    const tool = await calls.take(call({ authorization: 'Bearer all' }))
    expect(Object.keys(bodyOf(tool) as object)).toEqual(['result'])
    const body = { destinationURL: 'https://ferries.example/' }
    const bare = await calls.take(call({ path: '/v1/url/Shorten', authorization: 'Bearer all', body }))
    expect(bodyOf(bare)).toEqual({ shortURL: 'https://onedoor.example/u/a' })
  })
})

describe('a metered call with a key', () => {
  test.each([
    [true, { settled: 1, released: 0, charge: { charged: 1_000_000, available: 0 } }],
    [false, { settled: 0, released: 1, charge: { charged: 0, available: 1_000_000 } }],
  ])('is charged only if its result is stored: %s', async (isKept, expected) => {
    const reservation = { id: 'reservation_1', microCredits: 1_000_000 } as Reservation
    const ledger = {
      balance: vi.fn(),
      reserve: async () => reservation,
      raise: vi.fn(),
      settle: vi.fn(async () => ({ charged: 1_000_000, available: 0 })),
      settleWithin: vi.fn(),
      keepWithin: vi.fn(),
      refund: vi.fn(),
      decide: vi.fn(),
      release: vi.fn(async () => ({ charged: 0, available: 1_000_000 })),
    }
    const claim = { carryOut: vi.fn(), keep: vi.fn(async () => isKept), release: vi.fn() }
    const keyedCalls = { begin: async () => ({ claim }) }
    const { calls } = pipeline(standIns(), operations, { ledger, keyedCalls })
    const outcome = await calls.take({
      ...call({ verb: 'GET', path: '/api/v1/text/classify', authorization: 'Bearer all', idempotencyKey: 'k1' }),
      readArguments: () => ({ path: {}, query: exampleArguments('text.classify'), body: undefined }),
    })
    expect(outcome).toMatchObject({ result: exampleResult('text.classify'), charge: expected.charge })
    expect([ledger.settle.mock.calls.length, ledger.release.mock.calls.length]).toEqual([
      expected.settled,
      expected.released,
    ])
    expect(claim.keep).toHaveBeenCalledOnce()
  })
})
