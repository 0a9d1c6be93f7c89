import { describe, expect, test, vi } from 'vitest'
import { grant, pipeline } from '#testing/pipeline.ts'
import { exampleResult, standIns } from '#testing/stand-ins.ts'
import { anonymous, type Caller } from './caller.ts'
import type { Context } from './context.ts'
import type { KnownCall } from './incoming.ts'

const { account } = grant
const inBrowser: Caller = { kind: 'account', via: 'session', account, sessionId: 'session_1' }
const app: Caller = { kind: 'delegated', origin: 'app', account, rights: undefined, credentialId: undefined }
const byToken: Caller = { kind: 'account', via: 'token', account, grant }

/** A call of `notes.delete`, which is withheld from apps, unless changed. */
function known(changes: Partial<Extract<KnownCall, { caller: Caller }>> = {}): KnownCall {
  return {
    operationId: 'notes.delete',
    args: { title: 'Groceries' },
    caller: inBrowser,
    requestId: 'request-1',
    ...changes,
  }
}

describe('a call whose caller is known', () => {
  test.each([
    ['signed in', inBrowser],
    ['with a token', byToken],
  ])('runs for someone %s, with checked arguments', async (_who, caller) => {
    const seen = vi.fn(() => exampleResult('notes.delete'))
    const { calls } = pipeline(standIns({ 'notes.delete': seen }))
    const outcome = await calls.run(known({ caller }))
    expect(outcome).toMatchObject({ result: exampleResult('notes.delete') })
    expect(outcome.error).toBeUndefined()
    const [args, ctx] = seen.mock.calls[0] as unknown as [object, Context]
    expect(args).toEqual({ title: 'Groceries' })
    expect([ctx.caller, ctx.account, ctx.requestId]).toEqual([caller, account, 'request-1'])
  })

  test('is not authenticated again and needs no CSRF token', async () => {
    const { calls, identity } = pipeline(standIns())
    const [authenticate, find, matches] = [
      vi.spyOn(identity.tokens, 'authenticate'),
      vi.spyOn(identity.sessions, 'find'),
      vi.spyOn(identity.csrf, 'matches'),
    ]
    for (const caller of [inBrowser, byToken]) expect((await calls.run(known({ caller }))).error).toBeUndefined()
    for (const asked of [authenticate, find, matches]) expect(asked).not.toHaveBeenCalled()
  })

  const refusals: [string, Parameters<typeof known>[0], string][] = [
    ['an unknown method', { operationId: 'notes.fold' as never }, 'unknown_method'],
    [
      'a token without the scope',
      { caller: { ...byToken, grant: { ...grant, allServices: false } } },
      'permission_denied',
    ],
    ['a token that only reads', { caller: { ...byToken, grant: { ...grant, actions: false } } }, 'permission_denied'],
    ['a method withheld from apps', { caller: app }, 'permission_denied'],
    [
      'more than the rights of an app',
      { caller: { ...app, rights: { ...grant, services: new Set(['mail']), allServices: false } } },
      'permission_denied',
    ],
    ['no caller where one is needed', { caller: anonymous }, 'unauthenticated'],
    [
      'a wallet where an account is needed',
      { operationId: 'images.generate', caller: { kind: 'wallet', address: '0x1' } },
      'account_required',
    ],
    ['an unpaid call', { operationId: 'browser.read', caller: anonymous }, 'payment_required'],
    ['too many calls', { caller: { ...inBrowser, account: { ...account, id: 'account_busy' } } }, 'rate_limited'],
    ['wrong arguments', { args: { colour: 'red' } }, 'invalid_argument'],
    ['a malformed key', { key: 'two words' }, 'invalid_argument'],
  ]

  test.each(refusals)('%s is rejected as by every door', async (_what, changes, code) => {
    const seen = vi.fn()
    const { calls } = pipeline(standIns({ 'notes.delete': seen, 'browser.read': seen, 'images.generate': seen }))
    expect((await calls.run(known(changes))).error?.code).toBe(code)
    expect(seen).not.toHaveBeenCalled()
  })

  test('can come in the form that reads late: its arguments are not read if it may not call', async () => {
    const { calls } = pipeline(standIns())
    const readArguments = vi.fn()
    const outcome = await calls.take({
      ...known(),
      caller: anonymous,
      authorization: 'Bearer all',
      browser: undefined,
      clientAddress: '198.51.100.4',
      idempotencyKey: undefined,
      payment: undefined,
      find: (contract) => contract.find('POST', '/api/v1/notes/delete'),
      readArguments,
    })
    expect(outcome.error?.code).toBe('unauthenticated')
    expect(readArguments).not.toHaveBeenCalled()
  })

  test('fills in defaults, puts path values in their place, and does not change the arguments of its caller', async () => {
    const seen = vi.fn(() => ({}) as never)
    const { calls } = pipeline(standIns({ 'bookmarks.list': seen, 'agent.ask_named': seen }))
    const args = Object.freeze({ query: 'bread' })
    await calls.run(known({ operationId: 'bookmarks.list', args }))
    expect(seen).toHaveBeenLastCalledWith(
      expect.objectContaining({ query: 'bread', limit: expect.any(Number) }),
      expect.anything(),
    )
    expect(args).toEqual({ query: 'bread' })
    await calls.run(known({ operationId: 'agent.ask_named', args: { name: 'cook', prompt: 'Bread?' } }))
    expect(seen).toHaveBeenLastCalledWith(
      expect.objectContaining({ name: 'cook', prompt: 'Bread?' }),
      expect.anything(),
    )
  })

  test('is counted and logged like any other', async () => {
    const { calls, lines, registry } = pipeline(standIns())
    await calls.run(known())
    expect(lines).toMatchObject([{ requestId: 'request-1', operation: 'notes.delete', code: 'ok' }])
    expect(await registry.metrics()).toContain('onedoor_calls_total{operation="notes.delete",code="ok"} 1')
  })
})
