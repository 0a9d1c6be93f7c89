import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test, vi } from 'vitest'
import type { Approval } from '#runtime/approvals/types.ts'
import { createTaints } from '#runtime/policy/taints.ts'
import { withCapabilities } from '#testing/asking.ts'
import { rawMcp } from '#testing/mcp.ts'
import { serverForTests, type TestCaller } from '#testing/server.ts'

const server = serverForTests({ mcp: { answerMs: 200 } })
const identity = { name: 'test', version: '1' }
const whole = { elicitation: { form: {}, url: {} } }

/** A question as a client gets it. */
interface Asked {
  readonly mode?: string
  readonly message: string
  readonly url?: string
  readonly requestedSchema?: { readonly properties: object }
}
type Answered = {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Record<string, string>
}
type Answering = (asked: Asked) => Answered | Promise<Answered>

const yes: Answered = { action: 'accept', content: { decision: 'Allow once' } }

const otherAnswers: Record<string, Answered> = {
  denies: { action: 'accept', content: { decision: 'Deny' } },
  declines: { action: 'decline' },
  cancels: { action: 'cancel' },
  'decides nothing': { action: 'accept', content: {} },
  'writes another word': { action: 'accept', content: { decision: 'yes' } },
}

/** An account whose client has read text by others, with a file that the client wants to publish. */
async function world() {
  const ada = await server().account()
  const client = await ada.withToken({ scope: { services: 'all' }, name: 'Coding client', actions: true })
  const { id } = await client.ok('files.put', { name: 'plan.txt', content: 'x' })
  const { store, clock } = server()
  const row = await store.get<{ id: string }>(
    store.sql('tokens').select('id').where({ account_id: ada.id, name: 'Coding client' }),
  )
  const credentialId = row?.id as string
  await createTaints({ store, clock }).add({
    ...{ actor: { kind: 'mcp', id: credentialId }, accountId: ada.id, credentialId },
  })
  const files = async () => (await ada.ok('files.list', {})).items
  const states = async () => (await server().approvals.list(ada.id, undefined, { offset: 0, limit: 9 })).approvals
  return {
    ...{ ada, token: client.token as string, credentialId, id },
    person: (): Promise<TestCaller> => withCapabilities(ada),
    share: { name: 'files_share', arguments: { id, public: true } },
    isPublic: async () => (await files()).some((file) => file.id === id && file.public),
    isThere: async () => (await files()).some((file) => file.id === id),
    states,
    pending: async () => (await states())[0] as Approval,
    available: async () => (await server().ledger.balance(ada.id)).available,
  }
}

async function revoke(credentialId: string): Promise<void> {
  const { store } = server()
  await store.run(store.sql('tokens').where({ id: credentialId }).update({ revoked_at: 1 }))
}

type Result = { isError?: boolean; content: { text?: string }[]; structuredContent?: Record<string, unknown> }

const errorOf = ({ content }: Result) => JSON.parse(content[0]?.text ?? '') as { code: string; approval?: string }

/** A client of each kind, which asks its person with `answering`; without it, it cannot ask. */
const clients = {
  'of the first generation': async (token: string, answering?: Answering) => {
    const client = new OlderClient(identity, { capabilities: answering ? whole : {} })
    if (answering)
      client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...(await answering(params as Asked)) }))
    await client.connect(new OlderTransport(...connection(token)) as never)
    return client as unknown as Client
  },
  'of the second generation in a session': (token: string, answering?: Answering) => newClient(token, answering, {}),
  'of the second generation without a session': (token: string, answering?: Answering) =>
    newClient(token, answering, { versionNegotiation: { mode: 'auto' } }),
}

function connection(token: string) {
  return [new URL(`${server().url}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }] as const
}

async function newClient(token: string, answering: Answering | undefined, options: object) {
  const client = new Client(identity, { ...options, capabilities: answering ? whole : {} })
  if (answering)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({ ...(await answering(params as Asked)) }))
  await client.connect(new StreamableHTTPClientTransport(...connection(token)))
  return client
}

describe.each(Object.entries(clients))('a call that needs approval, from a client %s', (_name, connect) => {
  async function called(token: string, call: { name: string; arguments: object }, answering?: Answering) {
    const client = await connect(token, answering)
    try {
      return (await client.callTool(call as never)) as Result
    } finally {
      await client.close()
    }
  }

  test('is made once its person allows it in the client, which shows the whole card', async () => {
    const { token, share, isPublic, states, id } = await world()
    const asked: Asked[] = []
    const result = await called(token, share, (question) => {
      asked.push(question)
      return yes
    })
    expect(result).toMatchObject({ structuredContent: { id, public: true } })
    expect(await isPublic()).toBe(true)
    expect(asked).toHaveLength(1)
    const lines = asked[0]?.message.split('\n')
    expect(lines).toContain(`id: "${id}"`)
    expect(lines).toContain('public: true')
    expect(asked[0]?.message).toMatch(/The MCP client "Coding client" wants to call files\.share/)
    expect(JSON.stringify(asked[0]?.requestedSchema)).not.toContain('default')
    expect((await states()).map(({ state }) => state)).toEqual(['used'])
  })

  test('does nothing and costs nothing unless the person allows it', async () => {
    const { ada, token, available, states } = await world()
    const before = await available()
    const ends: unknown[] = []
    let answer: Answered = yes
    const client = await connect(token, () => answer)
    for (const [name, given] of Object.entries(otherAnswers)) {
      answer = given
      const { id } = await ada.ok('files.put', { name: 'plan.txt', content: 'x' })
      const result = (await client.callTool({ name: 'files_share', arguments: { id, public: true } })) as Result
      ends.push([name, result.isError, errorOf(result).code, (await states())[0]?.state])
    }
    await client.close()
    expect(ends).toEqual([
      ['denies', true, 'permission_denied', 'denied'],
      ['declines', true, 'permission_denied', 'denied'],
      ['cancels', true, 'approval_required', 'pending'],
      ['decides nothing', true, 'approval_required', 'pending'],
      ['writes another word', true, 'approval_required', 'pending'],
    ])
    const { items } = await ada.ok('files.list', {})
    expect([items.filter((file) => file.public), await available()]).toEqual([[], before])
  })

  test('that is withheld from agents is decided at the page only, to which the client links', async () => {
    const { token, person, id, isThere, pending } = await world()
    const asked: Asked[] = []
    const remove = { name: 'files_delete', arguments: { id } }
    const result = await called(token, remove, async (question) => {
      asked.push(question)
      const { id: approval } = await pending()
      await (await person()).ok('agent.decide', { id: approval, decision: 'allow' })
      return yes
    })
    expect(result).toMatchObject({ structuredContent: { id, deleted: true } })
    expect(asked).toMatchObject([{ mode: 'url', url: `${server().url}/approvals` }])
    expect([await isThere(), asked[0]?.requestedSchema]).toEqual([false, undefined])
  })

  test('gets the id of the approval as before if its client cannot ask', async () => {
    const { token, share, isPublic, pending } = await world()
    const result = await called(token, share)
    const { id } = await pending()
    expect(errorOf(result)).toMatchObject({ code: 'approval_required', approval: id })
    expect(await isPublic()).toBe(false)
  })
})

describe('an answer in the next request', () => {
  const connect = (token: string) => rawMcp(server().url, token, { capabilities: whole })
  const askedIn = async (token: string, call: object, more: object = {}) => {
    const { message } = await connect(token).request('tools/call', { ...call, ...more })
    return message.result as { resultType?: string; requestState?: string } & Result
  }
  const answer = (requestState: string | undefined, given: Answered = yes) => ({
    ...{ requestState, inputResponses: { approval: given } },
  })

  /** Answers in the client, once the call waits for the decision at the page. */
  async function answeredInClient(token: string, call: object) {
    const { requestState } = await askedIn(token, call)
    const waiting = vi.spyOn(server().approvals, 'decided')
    const answering = askedIn(token, call, answer(requestState))
    await vi.waitFor(() => expect(waiting).toHaveBeenCalled())
    waiting.mockRestore()
    return { answering }
  }

  test('counts for the arguments that the person was shown, and for no others', async () => {
    const { ada, token, share, isPublic, states } = await world()
    const { id: other } = await ada.ok('files.put', { name: 'diary.txt', content: 'x' })
    const { requestState } = await askedIn(token, share)
    const changed = { ...share, arguments: { id: other, public: true } }
    expect(await askedIn(token, changed, answer(requestState))).toMatchObject({ resultType: 'input_required' })
    const files = (await ada.ok('files.list', {})).items
    expect([files.some((file) => file.public), await isPublic()]).toEqual([false, false])
    expect((await states()).map(({ state }) => state)).toEqual(['pending', 'pending'])
  })

  test('is used once, even if it is sent several times at once', async () => {
    const { token, share, isPublic, states } = await world()
    const { requestState } = await askedIn(token, share)
    const all = await Promise.all(Array.from({ length: 4 }, () => askedIn(token, share, answer(requestState))))
    expect(all.filter(({ structuredContent }) => structuredContent !== undefined)).toHaveLength(1)
    expect(await isPublic()).toBe(true)
    expect((await states()).filter(({ state }) => state === 'used')).toHaveLength(1)
    expect(await askedIn(token, share, answer(requestState))).toMatchObject({ resultType: 'input_required' })
  })

  test('is rejected if its state was changed, or was given to another token', async () => {
    const { ada, token, share, isPublic } = await world()
    const { requestState } = await askedIn(token, share)
    const other = (await ada.withToken({ scope: { services: 'all' }, actions: true })).token as string
    for (const [holder, state] of [
      [other, requestState],
      [token, `${requestState?.slice(0, -2)}AA`],
    ] as const) {
      const { message } = await connect(holder).request('tools/call', { ...share, ...answer(state) })
      expect(message.error).toMatchObject({ code: -32602 })
    }
    expect(await isPublic()).toBe(false)
  })

  test('allows nothing that is decided at the page', async () => {
    const { person, token, id, isThere, states, pending } = await world()
    const remove = { name: 'files_delete', arguments: { id } }
    const { answering } = await answeredInClient(token, remove)
    const { id: approval } = await pending()
    expect([await isThere(), (await states())[0]?.state]).toEqual([true, 'pending'])
    await (await person()).ok('agent.decide', { id: approval, decision: 'deny' })
    expect(errorOf(await answering).code).toBe('permission_denied')
    expect(await isThere()).toBe(true)
  })

  test('does nothing if the token has ended before the decision at the page', async () => {
    const { person, token, credentialId, id, isThere, pending } = await world()
    const remove = { name: 'files_delete', arguments: { id } }
    const { answering } = await answeredInClient(token, remove)
    await revoke(credentialId)
    await (await person()).ok('agent.decide', { id: (await pending()).id, decision: 'allow' })
    expect([errorOf(await answering).code, await isThere()]).toEqual(['unauthenticated', true])
  })

  test('that denies wins over an approval at the page that was not used yet', async () => {
    const { person, token, share, isPublic, pending } = await world()
    const { requestState } = await askedIn(token, share)
    await (await person()).ok('agent.decide', { id: (await pending()).id, decision: 'allow' })
    const result = await askedIn(token, share, answer(requestState, { action: 'decline' }))
    expect([errorOf(result).code, await isPublic()]).toEqual(['permission_denied', false])
    const again = await askedIn(token, share)
    expect([errorOf(again).code, await isPublic()]).toEqual(['permission_denied', false])
  })

  test('that has too much text for a dialog is asked for at the page', async () => {
    const { token } = await world()
    const post = { title: 'Ferries', content: 'x'.repeat(5000), public: true }
    const { inputRequests } = (await askedIn(token, { name: 'blog_create', arguments: post })) as unknown as {
      inputRequests: { approval: { params: Asked } }
    }
    expect(inputRequests.approval.params).toMatchObject({ mode: 'url' })
  })
})

describe('a client in a session', () => {
  test('that does not answer in time gets the id of the approval, and its late answer does nothing', async () => {
    const { token, share, isPublic, states } = await world()
    let late = (_answer: Answered) => {}
    const client = await newClient(token, () => new Promise((resolve) => (late = resolve)), {})
    try {
      const result = (await client.callTool(share as never)) as Result
      expect(errorOf(result).code).toBe('approval_required')
      late(yes)
      await client.ping()
      expect([await isPublic(), (await states())[0]?.state]).toEqual([false, 'pending'])
    } finally {
      await client.close()
    }
  })

  test('is asked by one call at a time about the same approval', async () => {
    const { token, share, isPublic } = await world()
    const other = await newClient(token, () => yes, {})
    const results: Result[] = []
    const client = await newClient(
      token,
      async () => {
        results.push((await other.callTool(share as never)) as Result)
        return { action: 'cancel' }
      },
      {},
    )
    try {
      results.push((await client.callTool(share as never)) as Result)
      expect(results.map((each) => errorOf(each).code)).toEqual(['approval_required', 'approval_required'])
      expect(await isPublic()).toBe(false)
    } finally {
      await Promise.all([client.close(), other.close()])
    }
  })

  test('whose token ends while its person decides does nothing', async () => {
    const { token, credentialId, share, isPublic, states } = await world()
    const client = await newClient(
      token,
      async () => {
        await revoke(credentialId)
        return yes
      },
      {},
    )
    try {
      const outcome = client.callTool(share as never).then(errorOf as never)
      expect([await outcome, await isPublic()]).toMatchObject([{ code: 'approval_required' }, false])
      expect((await states())[0]?.state).toBe('pending')
    } finally {
      await client.close()
    }
  })

  test('that disconnects has allowed nothing', async () => {
    const { token, share, isPublic, states } = await world()
    const client = await newClient(token, () => new Promise(() => {}), {})
    const calling = client.callTool(share as never).catch((failure: Error) => failure)
    await vi.waitFor(async () => expect(await states()).toHaveLength(1))
    await client.close()
    expect(await calling).toBeInstanceOf(Error)
    expect([await isPublic(), (await states())[0]?.state]).toEqual([false, 'pending'])
  })
})
