import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type CliMethod, families } from '#generated/cli/index.ts'
import { type OperationId, operations } from '#generated/server/operations.ts'
import { typedArguments } from '../doors/cli/calls/described.ts'
import { kebab } from '../doors/cli/calls/spelling.ts'
import { ApiError } from '../runtime/base/errors.ts'
import { type RawMcp, rawMcp } from '../testing/mcp.ts'
import { serverForTests } from '../testing/server.ts'
import { exampleArguments, standIns } from '../testing/stand-ins.ts'
import { typeLine } from '../testing/typed-line.ts'

/** Every operation that all doors serve: the machine endpoint offers tools, and does not run the agent. */
const shared = operations.filter(({ formOf, capability, topUp }) => !formOf && !capability && !topUp)
const methods = new Map<string, CliMethod>()
for (const [family, { load }] of Object.entries(families)) {
  for (const method of await load()) methods.set(`${family}.${method.name}`, method)
}

/** The error of every method, while it is set. */
let failure: ApiError | undefined
const examples = standIns()
const handlers = Object.fromEntries(
  Object.entries(examples).map(([family, methods]) => [
    family,
    Object.fromEntries(
      Object.entries(methods as unknown as Record<string, (args: never, ctx: never) => unknown>).map(
        ([name, method]) => [
          name,
          (args: never, ctx: never) => {
            if (failure) throw failure
            return method(args, ctx)
          },
        ],
      ),
    ),
  ]),
) as unknown as typeof examples
const server = serverForTests({ handlers, settings: { GATEWAY_PORT: '0' } })
/** More credits than all calls cost. */
const plenty = 1_000_000_000

/** The outcome of a call through any door. */
interface Came {
  readonly result?: unknown
  readonly code?: string
  readonly message?: string
}

type Door = (id: OperationId, args: Record<string, unknown>, token: string | undefined) => Promise<Came>

async function json(address: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(address, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

function bearer(token: string | undefined): Record<string, string> {
  return { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
}

/** The codes of the older form are statuses; its sentences are the same. */
function ofBody({ status, body }: Awaited<ReturnType<typeof json>>, envelope: 'result' | 'bare'): Came {
  if (status === 200) return { result: envelope === 'result' ? body.result : body }
  const message = plain(String(body.error ?? body.detail))
  return typeof body.code === 'string' ? { code: body.code, message } : { message }
}

const doors: Record<string, Door> = {
  async http(id, args, token) {
    const { verb, path, envelope } = operations.find((each) => each.id === id) as (typeof operations)[number]
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(args)) {
      for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each))
    }
    const address = `${server().url}${path}${verb === 'GET' && query.size > 0 ? `?${query}` : ''}`
    const body = verb === 'POST' ? { body: JSON.stringify(args) } : {}
    return ofBody(await json(address, { method: verb, headers: bearer(token), ...body }), envelope)
  },
  async mcp(id, args, token) {
    const mcp: RawMcp = rawMcp(server().url, token)
    const { message } = await mcp.request('tools/call', { name: id.replace('.', '_'), arguments: args })
    if (message.error) return { code: message.error.data?.code, message: plain(message.error.message) }
    const { isError, structuredContent, content } = message.result
    if (!isError) {
      return { result: structuredContent }
    }
    const { code = 'payment_required', error } = JSON.parse(content[0].text)
    return { code, message: plain(error) }
  },
  async gateway(id, args, token) {
    const address = `${server().gatewayUrl}/${id.replace('.', '/')}`
    return ofBody(await json(address, { method: 'POST', headers: bearer(token), body: JSON.stringify(args) }), 'bare')
  },
  async cli(id, args, token) {
    const method = methods.get(id) as CliMethod
    const env = { ONEDOOR_URL: server().url, ...(token !== undefined && { ONEDOOR_TOKEN: token }) }
    const words = [...id.split('.'), ...typedArguments(method, args), '--output', 'json']
    const { code, out, err } = await typeLine(words, { env })
    if (code === 0) return { result: JSON.parse(out) }
    const [, message, named] = /^(?:onedoor: |Error: )?([\s\S]*?) \((\w+)\)/.exec(err) ?? []
    return { message: plain(message ?? err), ...(named !== undefined && { code: named }) }
  },
}

async function rich() {
  const account = await server().account()
  await server().store.write(async (tx) => {
    const { addCredits } = await import('../runtime/money/additions.ts')
    await addCredits(tx, { accountId: account.id, kind: 'grant', microCredits: plenty, now: 0 })
  })
  return account
}

/** Each call is made as by a client that has read nothing by others. */
async function forgetWhatWasRead() {
  const { store } = server()
  await store.run(store.sql('tainted_credentials').delete())
}

const balanceOf = async (id: string) => (await server().ledger.balance(id)).available

describe('the same call over HTTP, as a tool, through the gateway and from the command line', () => {
  test.each(['mcp', 'gateway', 'cli'])(
    'has the result and the charge of HTTP by %s, for every operation',
    async (name) => {
      const account = await rich()
      const differing: unknown[] = []
      for (const { id } of shared) {
        const args = exampleArguments(id)
        const came: Came[] = []
        const charged: number[] = []
        for (const door of [doors.http, doors[name]] as Door[]) {
          await forgetWhatWasRead()
          const before = await balanceOf(account.id)
          came.push(await door(id, args, account.token))
          charged.push(before - (await balanceOf(account.id)))
        }
        if (!isSame(came[0], came[1]) || charged[0] !== charged[1] || came[0]?.result === undefined) {
          differing.push({ id, came, charged })
        }
      }
      expect(differing).toEqual([])
      expect(shared.length).toBeGreaterThan(100)
    },
  )

  test.each([
    ['mcp', 'an unknown argument', { no_such_argument: 1 }, true],
    ['gateway', 'an unknown argument', { no_such_argument: 1 }, true],
    ['mcp', 'no caller', {}, false],
    ['gateway', 'no caller', {}, false],
    ['cli', 'no caller', {}, false],
  ])('has the error of HTTP by %s with %s, and no charge', async (name, _what, more, isSignedIn) => {
    const account = await rich()
    const token = isSignedIn ? account.token : undefined
    const before = await balanceOf(account.id)
    const differing: unknown[] = []
    for (const { id, needs, microCredits } of shared) {
      if (!isSignedIn && needs === 'open' && microCredits === 0) continue
      const args = { ...exampleArguments(id), ...more }
      const [byHttp, byOther] = [await doors.http?.(id, args, token), await doors[name]?.(id, args, token)]
      const isLegacy = byHttp?.code === undefined || byOther?.code === undefined
      const same = isLegacy ? byHttp?.message === byOther?.message : isSame(byHttp, byOther)
      if (!same || byHttp?.message === undefined) differing.push({ id, byHttp, byOther })
    }
    expect(differing).toEqual([])
    expect(await balanceOf(account.id)).toBe(before)
  })

  test('names an unknown argument on the command line as over HTTP, suggests the nearest, and exits with 2', async () => {
    const account = await rich()
    const before = await balanceOf(account.id)
    const differing: unknown[] = []
    for (const { id } of shared) {
      const method = methods.get(id) as CliMethod
      const [known] = method.args.filter(({ name }) => name.length > 3)
      const unknown = known ? `${known.name}x` : 'no_such_argument'
      const byHttp = await doors.http?.(id, { ...exampleArguments(id), [unknown]: 1 }, account.token)
      const words = [...id.split('.'), `--${kebab(unknown)}`, '1']
      const { code, err } = await typeLine(words, { env: { ONEDOOR_URL: server().url } })
      const isNamed = byHttp?.message?.includes(unknown) && err.includes(`unknown option '--${kebab(unknown)}'`)
      const isSuggested = !known || /Did you mean (?:one of )?--/.test(err)
      if (code !== 2 || !isNamed || !isSuggested) differing.push({ id, unknown, byHttp, code, err })
    }
    expect(differing).toEqual([])
    expect(await balanceOf(account.id)).toBe(before)
  })

  test.each(['mcp', 'gateway', 'cli'])('has the error of the method itself by %s, and no charge', async (name) => {
    const account = await rich()
    const before = await balanceOf(account.id)
    const differing: unknown[] = []
    // Results that are the same for everyone are cached for a second.
    server().clock.advance(1000)
    for (const [index, { id }] of shared.entries()) {
      const [code, message] = methodFaults[index % methodFaults.length] as (typeof methodFaults)[number]
      failure = new ApiError(code, message)
      const args = exampleArguments(id)
      const [byHttp, byOther] = [
        await forgetWhatWasRead().then(() => doors.http?.(id, args, account.token)),
        await forgetWhatWasRead().then(() => doors[name]?.(id, args, account.token)),
      ]
      failure = undefined
      const isLegacy = byHttp?.code === undefined || byOther?.code === undefined
      const same = isLegacy ? byHttp?.message === byOther?.message : isSame(byHttp, byOther)
      if (!same || byHttp?.message !== plain(message)) differing.push({ id, byHttp, byOther })
    }
    expect(differing).toEqual([])
    expect(await balanceOf(account.id)).toBe(before)
  })
})

const methodFaults = [
  ['not_found', 'You have no such thing; look at the list of yours.'],
  ['conflict', 'It has changed since then: read it again.'],
  ['failed_precondition', 'You have 50 of them, which is the limit.'],
  ['invalid_argument', 'Give either the one or the other.'],
] as const

function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other)
}

/** The gateway names the form with a body of a method that HTTP calls with GET; older errors end without a full stop. */
function plain(message: string): string {
  return message.replaceAll('_body', '').trim().replace(/\.$/, '')
}
