import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { eras, rawMcp } from '#testing/mcp.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

async function tokenOf(services: readonly string[] | 'all', actions = true) {
  const account = await server().account()
  const { token } = await account.withToken({ scope: { services: services as never }, actions })
  return { account, token }
}

describe.each(eras)('the machine endpoint for the %s revision', (era) => {
  const connect = (token?: string, query = '') => rawMcp(server().url, token, { era, query })

  test('lists every method of a service as a tool, on one page, sorted, with schemas and hints', async () => {
    const { message } = await connect().request('tools/list')
    const tools: { name: string; [key: string]: unknown }[] = message.result.tools
    const names = tools.map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    expect(message.result.nextCursor).toBeUndefined()
    const served = operations.filter(({ formOf, capability, topUp }) => !formOf && !capability && !topUp)
    const ids = new Set(served.map(({ id }) => id.replace('.', '_')))
    expect(names.filter((name) => !ids.has(name))).toEqual([])
    expect(names.length).toBeGreaterThan(100)
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-z]+_[a-z_]{1,50}$/)
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/\S/),
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object' },
      })
      expect(tool.description).not.toMatch(/\bGET (?!\/chat\/stream)|\bPOST\b|\bHTTP [1-5]\d\d\b/)
    }
  })

  test('calls a tool and returns its result as an object', async () => {
    const { token } = await tokenOf('all')
    const mcp = connect(token)
    const added = await mcp.call('notes_add', { title: 'Groceries', text: 'Oats' })
    expect(added).toMatchObject({ structuredContent: { is_new: true, note: { id: expect.any(String) } } })
    const got = await mcp.call('notes_get', { title: 'groceries' })
    expect(got.structuredContent).toMatchObject({ id: added.structuredContent.note.id, text: 'Oats' })
  })

  test('reports all wrong arguments in a result that lets a model correct itself', async () => {
    const { token } = await tokenOf('all')
    const result = await connect(token).call('notes_get', { titel: 'x' })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toBeUndefined()
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({
      code: 'invalid_argument',
      details: [{ path: 'title' }, { path: 'titel' }],
    })
  })

  test('shows a token what it may call, and rejects the rest with what it lacks', async () => {
    const { token } = await tokenOf(['notes'], false)
    const mcp = connect(token)
    const { message } = await mcp.request('tools/list')
    expect(message.result.tools.map(({ name }: { name: string }) => name)).toEqual(['notes_get', 'notes_list'])
    const refused = await mcp.request('tools/call', { name: 'docs_write', arguments: {} })
    expect(refused).toMatchObject({ status: 403, message: { error: { data: { code: 'permission_denied' } } } })
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="docs:write"')
  })

  test('asks callers without a required token to sign in, with the address of the metadata', async () => {
    const refused = await connect().request('tools/call', { name: 'notes_list', arguments: {} })
    expect(refused.status).toBe(401)
    expect(refused.message).toMatchObject({ id: 1, error: { data: { code: 'unauthenticated' } } })
    const challenge = refused.headers.get('www-authenticate')
    expect(challenge).toBe(
      `Bearer realm="onedoor", scope="notes:read", resource_metadata="${server().url}/.well-known/oauth-protected-resource/mcp"`,
    )
    const wrong = await connect('od_wrong').request('tools/list')
    expect(wrong).toMatchObject({ status: 401, message: { id: 1 } })
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  test('knows no other tool', async () => {
    const { message } = await connect().request('tools/call', { name: 'nothing_here', arguments: {} })
    expect(message.error).toMatchObject({ code: -32602 })
    const product = await connect().request('tools/call', { name: 'agent_ask', arguments: {} })
    expect(product.message.error).toMatchObject({ code: -32602 })
  })
})

describe('the machine endpoint', () => {
  test.each([
    ['/mcp', ''],
    ['/mcp?only=notes,tasks', '?only=notes,tasks'],
    ['/mcp?tools=search', '?tools=search'],
  ])('has as many tools at %s as docs/mcp.md says, of about that size', async (address, query) => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8')
    const row = page.split('\n').find((line) => line.startsWith(`| \`${address}\` |`)) ?? ''
    const [, , tools = '', characters] = row.split('|')
    const { message } = await rawMcp(server().url, undefined, { query }).request('tools/list')
    const stated = /all (\d+)/.exec(tools)?.[1]
    if (stated) expect(message.result.tools).toHaveLength(Number(stated))
    const size = JSON.stringify({ tools: message.result.tools }).length
    expect(size / Number(characters?.replace(',', ''))).toBeCloseTo(1, 1)
  })

  test.each([
    ['text that is not JSON', '{"jsonrpc"', 400, -32700],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600],
    ['a bare value', '17', 400, -32600],
    ['a forbidden key', '{"__proto__":{},"jsonrpc":"2.0"}', 400, -32700],
  ])('rejects %s in the form of the protocol', async (_what, body, status, code) => {
    expect(await rawMcp(server().url, undefined).post(body)).toMatchObject({ status, message: { error: { code } } })
  })

  test('rejects another media type, another verb, and foreign pages and hosts', async () => {
    const url = `${server().url}/mcp`
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    const raw = rawMcp(server().url, undefined)
    expect(await raw.post(list, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
    expect(await raw.post(list, { origin: 'https://elsewhere.example' })).toMatchObject({
      status: 403,
      message: { id: 1 },
    })
    expect(await raw.post(list, { 'mcp-session-id': 'none' })).toMatchObject({ status: 404, message: { id: 1 } })
    expect(await raw.post('{"id":1', { origin: 'https://elsewhere.example' })).toMatchObject({
      status: 403,
      message: { id: null },
    })
    expect(await raw.post(list, { origin: server().url })).toMatchObject({ status: 200 })
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405)
    expect((await fetch(url)).status).toBe(405)
  })
})
