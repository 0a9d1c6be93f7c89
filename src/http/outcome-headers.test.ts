import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { createContract } from '../runtime/calls/contract.ts'
import { serverForTests } from '../testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '../testing/stand-ins.ts'

const deprecation = { since: '2026-12-01', end: '2027-06-30', instead: 'notes.add' }
const ended = ['notes.delete', 'agent.ask', 'url.resolve']

const contract = createContract(
  operations.map((operation) => (ended.includes(operation.id) ? { ...operation, deprecation } : operation)),
)
const ask = (_args: unknown, ctx: { progress(event: string, data: object): void }) => {
  ctx.progress('started', {})
  return exampleResult('agent.ask')
}

describe('a deprecated method', () => {
  const server = serverForTests({ contract, handlers: standIns({ 'agent.ask': ask as never }) })
  const named = ['deprecation', 'sunset', 'link'] as const
  const send = (path: string, token: string | undefined, body: object, headers: Record<string, string> = {}) =>
    fetch(`${server().url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    })
  const shown = (response: Response) => named.map((name) => response.headers.get(name))
  const expected = (page: string) => [
    `@${Date.UTC(2026, 11, 1) / 1000}`,
    'Wed, 30 Jun 2027 00:00:00 GMT',
    `</docs/${page}>; rel="deprecation"; type="text/html"`,
  ]

  test('says so in every response: a result, a rejected argument, a missing credential, an error in the older form', async () => {
    const { token } = await server().account()
    const path = '/api/v1/notes/delete'
    const responses = [
      await send(path, token, exampleArguments('notes.delete')),
      await send(path, token, { colour: 'red' }),
      await send(path, undefined, {}),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 401])
    for (const response of responses) expect(shown(response)).toEqual(expected('notes/delete'))
    const resolve = operations.find(({ id }) => id === 'url.resolve')
    const older = await send(resolve?.path ?? '', token, { colour: 'red' })
    expect([older.status, shown(older)]).toEqual([400, expected('url/resolve')])
  })

  test('says so before the events of a stream', async () => {
    const account = await server().account()
    const { token } = await account.withToken({ scope: { capabilities: ['agent'] }, actions: true })
    const response = await send('/agent', token, exampleArguments('agent.ask'), { Accept: 'text/event-stream' })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(await response.text()).toMatch(/^event: started\n[\s\S]*event: answer\n/)
    expect(shown(response)).toEqual(expected('agent/ask'))
  })

  test('lets pages of other origins read that', async () => {
    const response = await send('/api/v1/notes/delete', undefined, {}, { Origin: 'https://elsewhere.example' })
    const exposed = response.headers.get('Access-Control-Expose-Headers')?.toLowerCase().split(', ')
    expect(exposed).toEqual(expect.arrayContaining([...named]))
  })

  test('is no reason for others to say so', async () => {
    const { token } = await server().account()
    const response = await send('/api/v1/notes/add', token, exampleArguments('notes.add'))
    expect([response.status, shown(response)]).toEqual([200, [null, null, null]])
  })
})
