import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OperationId } from '../../generated/server/operations.ts'
import { isServed } from '../../src/app/families.ts'
import { CAPABILITIES, isCapability } from '../../src/runtime/accounts/grant.ts'
import { serverForTests, type TestServer } from '../../src/testing/server.ts'
import { documentedStatuses, standIns } from '../../src/testing/stand-ins.ts'
import { document } from '../document.ts'
import { type Args, invalidArguments, type Refusable, validArguments } from './arguments.ts'
import { budgetOf } from './budget.ts'
import { type Answer, asCurl, type Send, sender } from './caller.ts'
import { type Callable, callables } from './places.ts'

const budget = budgetOf(process.env)
const familyOf = ({ id }: Callable) => id.slice(0, id.indexOf('.'))
const chosen = callables(document).filter(({ id }) => id.startsWith(budget.only))
const served = chosen.filter((callable) => isServed({ id: callable.id, family: familyOf(callable) }))
const runnable = served.filter(({ isTopUp }) => !isTopUp)
const notServed = chosen.filter((callable) => !served.includes(callable))

/** A sender for a new account that may do everything and can pay for it. */
async function newSender(server: TestServer): Promise<Send> {
  const account = await server.account()
  await server.ledger.grant(account.id, 1e15, 'for the test')
  const product = await account.withToken({
    actions: true,
    scope: { capabilities: [...CAPABILITIES] },
  })
  return sender(server.url, (callable) => (isCapability(familyOf(callable)) ? product.token : account.token) ?? '')
}

/** Fails with the smallest counterexample of a property, and how to reproduce it. */
async function hold<Input>(
  inputs: fc.Arbitrary<Input>,
  numRuns: number,
  check: (input: Input) => Promise<void>,
  describeInput: (input: Input) => string,
): Promise<void> {
  const details = await fc.check(
    fc.asyncProperty(inputs, async (input) => {
      await check(input)
    }),
    { seed: budget.seed, numRuns },
  )
  if (!details.failed) return
  const [input] = details.counterexample ?? []
  const cause = details.errorInstance instanceof Error ? details.errorInstance.message : ''
  const again = `npm run fuzz -- --seed ${budget.seed} --runs ${budget.runs}`
  throw new Error(`${cause}\n${input === undefined ? '' : describeInput(input)}\nAll of it again: ${again}`)
}

async function refuses(send: () => Send, callable: Callable): Promise<void> {
  await hold<Refusable>(
    invalidArguments(document, callable),
    budget.runs * 2,
    async ({ why, args }) => {
      if (why === '') return
      const { status, body } = await send()(callable, args)
      if (status !== 400) throw new Error(`${callable.id} returned ${status} though ${why}: ${JSON.stringify(body)}`)
    },
    ({ args }) => asCurl(callable, args),
  )
}

/** A failing or unconfigured provider is documented where there is one; the server itself must not fail. */
function refuse5xx({ id }: Callable, { status, body }: Answer): void {
  if (status >= 500 && !documentedStatuses(id as OperationId).includes(String(status)))
    throw new Error(`${id} returned ${status}: ${JSON.stringify(body)}`)
}

describe('with stand-ins for handlers, only the document decides', () => {
  const server = serverForTests({ handlers: standIns() })
  let send: Send
  beforeAll(async () => {
    send = await newSender(server())
  })

  test.each(chosen.filter(({ isTopUp }) => !isTopUp))('$id accepts all that its schema accepts', async (callable) => {
    await hold(
      validArguments(document, callable),
      budget.runs,
      async (args) => {
        const { status, body } = await send(callable, args)
        if (status !== 200)
          throw new Error(`${callable.id} returned ${status} to valid arguments: ${JSON.stringify(body)}`)
      },
      (args) => asCurl(callable, args),
    )
  })

  test.each(notServed)('$id rejects all that its schema rejects', (callable) => refuses(() => send, callable))
})

describe('the product', () => {
  const server = serverForTests({ settings: { PROVIDERS: 'examples' } })
  let send: Send
  beforeAll(async () => {
    send = await newSender(server())
  })

  test.each(served)('$id rejects all that its schema rejects', (callable) => refuses(() => send, callable))

  // Values from responses are used in later calls, so that most of them are about existing records.
  test('never fails on valid arguments, regardless of earlier calls', async () => {
    const steps = fc.array(
      fc.oneof(
        ...runnable.map((callable) =>
          fc.record({
            callable: fc.constant(callable),
            args: validArguments(document, callable),
            known: fc.option(fc.nat(50), { freq: 3 }),
          }),
        ),
      ),
      { minLength: 1, maxLength: 40, size: 'max' },
    )
    if (runnable.length === 0) return
    await hold(
      steps,
      budget.runs * 2,
      async (sequence) => {
        const sendAsNew = await newSender(server())
        const seen = new Map<string, Map<string, unknown[]>>()
        for (const { callable, args, known } of sequence) {
          const ofFamily = seen.get(familyOf(callable)) ?? new Map<string, unknown[]>()
          seen.set(familyOf(callable), ofFamily)
          const answer = await sendAsNew(callable, known === null ? args : withKnown(args, ofFamily, known))
          refuse5xx(callable, answer)
          remember(answer.body, ofFamily)
        }
      },
      (sequence) => sequence.map(({ callable, args, known }) => `${known ?? '-'} ${asCurl(callable, args)}`).join('\n'),
    )
  })
})

/** Arguments in which ids and titles are those of the family's records seen in earlier responses. */
function withKnown(args: Args, seen: ReadonlyMap<string, unknown[]>, known: number): Args {
  const changed = { ...args }
  for (const name of Object.keys(args)) {
    const values = seen.get(name)
    if ((name === 'id' || name === 'title') && values) changed[name] = values[known % values.length]
  }
  return changed
}

/** Collects the values of `id` and `title` anywhere in a response. */
function remember(value: unknown, seen: Map<string, unknown[]>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if ((name === 'id' || name === 'title') && typeof inner === 'string')
      seen.set(name, [...(seen.get(name) ?? []), inner])
    else remember(inner, seen)
  }
}

test('there is something to fuzz', () => {
  expect([budget.only, chosen.length > 0]).toEqual([budget.only, true])
})
