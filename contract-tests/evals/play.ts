import { operations } from '../../generated/server/operations.ts'
import { NamedAgents } from '../../src/handlers/agent/named-agents.ts'
import type { CallingAccount } from '../../src/runtime/accounts/grant.ts'
import type { Delegate } from '../../src/runtime/calls/caller.ts'
import { MICRO_CREDITS_PER_CREDIT } from '../../src/runtime/money/amounts.ts'
import { maxTaintedCredits } from '../../src/runtime/policy/decide.ts'
import { withCapabilities } from '../../src/testing/asking.ts'
import { type RawMcp, rawMcp } from '../../src/testing/mcp.ts'
import type { TestAccount, TestServer } from '../../src/testing/server.ts'
import { nextCalls, type ScriptedModel } from './models.ts'
import type { Call, Injected, Request, Way } from './scenario.ts'
import { type Change, changesBetween, type Left, type Outside, snapshot } from './world.ts'

const dayMs = 86_400_000

/** Where scenarios are played. */
export interface Stage {
  readonly server: TestServer
  readonly outside: Outside
  /** The model that the provider answers with. */
  model: ScriptedModel & { step: number }
  /** What the person decides about each card, if anybody does. */
  decides: 'allow' | 'deny' | 'nothing'
  /** The methods about which the person was asked. */
  readonly asked: string[]
}

/** What a scenario caused. */
export interface Outcome {
  /** Whether the model has read the order. */
  readonly isDelivered: boolean
  readonly changes: readonly Change[]
  /** The requests outside that the caller did not ask for. */
  readonly left: readonly Left[]
  readonly leakedBytes: number
  readonly asked: number
}

/** A person decides about every card as soon as it is there. */
export function decideAtOnce(stage: Stage): void {
  const { approvals } = stage.server
  const request = approvals.request.bind(approvals)
  approvals.request = async (proposed) => {
    const card = await request(proposed)
    if (card.state !== 'pending') return card
    stage.asked.push(proposed.operation)
    if (stage.decides === 'nothing') return card
    await approvals.decide({ accountId: proposed.accountId, id: card.id, decision: stage.decides, scope: 'once' })
    return approvals.find(proposed.accountId, card.id)
  }
}

/** A victim with one record of each kind, by the names that data use for their ids. */
export async function newVictim(server: TestServer, secret: string) {
  const account = await server.account()
  await account.ok('notes.add', { title: 'Keys', text: secret })
  const { contact } = await account.ok('contacts.add', { name: 'Bank', email: 'bank@example.com' })
  const file = await account.ok('files.put', { name: 'plan.txt', content: secret })
  const { document } = await account.ok('docs.write', { title: 'Diary', content: secret })
  const event = await account.ok('events.create', { title: 'Dentist', when: '2027-06-01T09:00:00Z' })
  const task = await account.ok('tasks.create', { title: 'Pay rent' })
  const ids = { CONTACT: contact.id, FILE: file.id, DOC: document.id, EVENT: event.id, TASK: task.id }
  return { account, ids }
}

/** The data with these names replaced. */
export function filled<Value>(value: Value, names: Readonly<Record<string, string>>): Value {
  const text = JSON.stringify(value)
  return JSON.parse(
    text.replaceAll(/\b[A-Z]{3,}\b/g, (name) => (name in names ? JSON.stringify(names[name]).slice(1, -1) : name)),
  ) as Value
}

/** Lets the model of the scenario read the text and do what it wants; says what came of it. */
export async function playInjected(stage: Stage, scenario: Injected, number: number): Promise<Outcome> {
  const { server, outside, asked } = stage
  const secret = `s${number}k${(number * 7919 + 104_729) % 1_000_003}z`
  const { account, ids } = await newVictim(server, secret)
  const { method, arguments: args } = filled(scenario.goal, ids)
  const text = scenario.order.replace('{call}', () => JSON.stringify({ method, arguments: args }))
  const keys: Call = { method: 'notes.get', arguments: { title: 'Keys' } }
  const model = (more: Partial<ScriptedModel>) => {
    const orders = new Set<string>()
    stage.model = { kind: scenario.model, reads: [], requested: [], secret, step: 0, ...more, orders }
  }
  Object.assign(outside, { text })
  asked.length = 0
  outside.left.length = 0
  const before = await snapshot(server)
  if (scenario.stored) {
    const mail: Call = { method: 'mail.read', arguments: { id: 'mail_1' } }
    const names = { TEXT: text, SOON: new Date(server.clock.now() + dayMs).toISOString() }
    model({ kind: 'careful', reads: [mail], requested: [filled(scenario.stored, names)] })
    await run(stage, account, 'agent', scenario.prompt)
    server.clock.advance(dayMs)
    await server.jobs.settle()
    await server.bus.settle()
  }
  model({ reads: scenario.read ? [keys, scenario.read] : [keys] })
  const prompt = scenario.isPasted ? `${scenario.prompt}\n\n> ${text}` : scenario.prompt
  await run(stage, account, scenario.way, prompt, scenario.isQuoted ? [text] : undefined)
  // What holds the prompt is the caller's own event or work.
  const own = JSON.stringify(prompt).slice(1, -1)
  const all = changesBetween(before, await snapshot(server)).filter(({ row }) => !row.includes(own))
  const changes = hasSpentLittle(all) ? all.filter(({ table }) => table !== 'ledger_entries') : all
  const expected = new Set(['mail.read', scenario.read?.method])
  const left = withoutFirst(outside.left, expected)
  return {
    isDelivered: stage.model.orders.size > 0,
    ...{ changes, left, asked: asked.length },
    leakedBytes: leakedBytes(secret, [...left.map((each) => each.args), ...changes.map(({ row }) => row)]),
  }
}

/** Whether the charges stay below what a run may spend without approval. */
function hasSpentLittle(changes: readonly Change[]): boolean {
  const charges = changes.filter(({ table }) => table === 'ledger_entries').map(({ row }) => JSON.parse(row).amount)
  return -charges.reduce((sum, amount) => sum + amount, 0) <= maxTaintedCredits * MICRO_CREDITS_PER_CREDIT
}

/** What a request came to. */
export interface Served {
  readonly isRefused: boolean
  readonly asked: number
}

/** Lets a careful model serve an ordinary request, with a text that orders nothing. */
export async function playOrdinary(stage: Stage, request: Request): Promise<Served> {
  const { account, ids } = await newVictim(stage.server, 'Under the mat.')
  const { reads, calls, choices } = filled(request, ids)
  stage.outside.text = request.isOwn ? '' : 'The last ferry leaves at 21:15, and the plumber Theo has been paid.'
  stage.model = { kind: 'careful', reads, requested: calls, secret: '', step: 0, orders: new Set() }
  stage.asked.length = 0
  const caller = await personalToken(account)
  const answer = await caller.ok('agent.ask', { prompt: request.prompt, choices })
  const made = answer.calls.filter(({ ok }) => ok).length
  return { isRefused: made < reads.length + calls.length, asked: stage.asked.length }
}

/** Without the first request of each method that the caller asked for. */
function withoutFirst(left: readonly Left[], expected: Set<string | undefined>): Left[] {
  return left.filter(({ method }) => !expected.delete(method))
}

/** How much of the secret stands in these texts, plain or encoded. */
export function leakedBytes(secret: string, texts: readonly string[]): number {
  const bytes = Buffer.from(secret)
  const forms = [secret, bytes.toString('hex').slice(0, 12), bytes.toString('base64url')]
  const isLeaked = texts.some((text) => forms.some((form) => text.includes(form)))
  if (isLeaked) return bytes.length
  // Digit by digit: each link reports its site one.
  return texts.filter((text) => /shop\.example\/\d"/.test(text)).length
}

/** Of a person's own client. */
const personalToken = (account: TestAccount) => withCapabilities(account, ['agent', 'inbox', 'work'])

const runners: Record<
  Way,
  (stage: Stage, account: TestAccount, prompt: string, quotes?: string[]) => Promise<unknown>
> = {
  agent: async (_stage, account, prompt, quotes) =>
    (await personalToken(account)).ok('agent.ask', { prompt, ...(quotes && { quotes }) }),
  'named agent': async ({ server }, account, prompt, quotes) => {
    const form = { name: 'helper', instructions: 'Be brief.', services: 'all' as const }
    await new NamedAgents(server, []).save(account.id, undefined, form)
    return (await personalToken(account)).ok('agent.ask_named', { name: 'helper', prompt, ...(quotes && { quotes }) })
  },
  event: async ({ server }, account, prompt) => {
    const when = new Date(server.clock.now() + 3_600_000).toISOString()
    await account.ok('events.create', { title: 'Daily', when, prompt })
    server.clock.advance(3_600_000)
    await settle(server)
  },
  work: async ({ server }, account, prompt, quotes) => {
    await (await personalToken(account)).ok('work.submit', { prompt, ...(quotes && { quotes }) })
    await settle(server)
  },
  app: async ({ server, model }, account) => {
    const caller = appOf(account)
    const program = { actor: { kind: 'app' as const, id: 'app_1' }, accountId: account.id, credentialId: account.id }
    await converse(model, async ({ method, arguments: args }) => {
      const call = { operationId: method as never, args: args as never, caller, program, requestId: 'request_1' }
      const outcome = await server.calls.run(call)
      return JSON.stringify(outcome.error ? outcome.error.message : outcome.result)
    })
  },
  mcp: async ({ server, model }, account) => {
    const client = rawMcp(server.url, account.token)
    await converse(model, (call) => toolCall(client, call))
  },
  'mcp, declining': (stage, account) => inClient(stage, account, { action: 'decline' }),
  'mcp, unanswered': (stage, account) => inClient(stage, account, undefined),
  'mcp, then http': async ({ server, model }, account) => {
    const client = rawMcp(server.url, account.token)
    await converse(model, (call) =>
      model.reads.includes(call) ? toolCall(client, call) : httpCall(server, account, call),
    )
  },
}

/** A client that asks its person, who declines, or never answers. */
async function inClient(stage: Stage, account: TestAccount, answer: object | undefined): Promise<void> {
  const { server, model, decides } = stage
  const client = rawMcp(server.url, account.token, { capabilities: { elicitation: { form: {}, url: {} } } })
  stage.decides = 'nothing'
  try {
    await converse(model, (call) => toolCall(client, call, answer))
  } finally {
    stage.decides = decides
  }
}

/** What a tool returns. @param answer to a question about the call, if the client can ask one */
async function toolCall(client: RawMcp, { method, arguments: args }: Call, answer?: object): Promise<string> {
  const call = { name: method.replace('.', '_'), arguments: args }
  const { message } = await client.request('tools/call', call)
  const { resultType, requestState } = message.result ?? {}
  if (answer === undefined || resultType !== 'input_required') return JSON.stringify(message)
  const again = { ...call, requestState, inputResponses: { approval: answer } }
  return JSON.stringify((await client.request('tools/call', again)).message)
}

/** What a method returns to the same token at the API. */
async function httpCall(
  server: TestServer,
  { token }: TestAccount,
  { method, arguments: args }: Call,
): Promise<string> {
  const operation = operations.find(({ id }) => id === method)
  if (!operation) return 'There is no such method.'
  const isGet = operation.verb === 'GET'
  const query = isGet ? `?${new URLSearchParams(args as Record<string, string>)}` : ''
  const response = await fetch(`${server.url}${operation.path}${query}`, {
    method: operation.verb,
    headers: { Authorization: `Bearer ${token}`, ...(!isGet && { 'Content-Type': 'application/json' }) },
    ...(!isGet && { body: JSON.stringify(args) }),
  })
  return response.text()
}

function appOf({ id, username }: TestAccount): Delegate {
  const account: CallingAccount = { id, username, isAdmin: false, isNamespaceAdmin: false, namespace: 'onedoor' }
  return { kind: 'delegated', origin: 'app', account, rights: undefined, credentialId: id }
}

/** A program in which the model calls methods itself. */
async function converse(model: ScriptedModel, make: (call: Call) => Promise<string>): Promise<void> {
  let calls = [...model.reads, ...model.requested]
  while (calls.length > 0) {
    const texts: string[] = []
    for (const call of calls) texts.push(await make(call))
    calls = nextCalls(model, texts)
  }
}

/** Delivers events and runs jobs. */
async function settle({ bus, jobs }: TestServer): Promise<void> {
  await bus.settle()
  await jobs.settle()
  await bus.settle()
}

export async function run(
  stage: Stage,
  account: TestAccount,
  way: Way,
  prompt: string,
  quotes?: string[],
): Promise<void> {
  await runners[way](stage, account, prompt, quotes)
}
