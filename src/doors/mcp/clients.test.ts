import { createMCPClient } from '@ai-sdk/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

async function connectionOf() {
  const { token } = await server().account()
  return [new URL(`${server().url}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }] as const
}

const identity = { name: 'test', version: '1' }

const clients = {
  'the SDK of the first generation': async () => {
    const client = new OlderClient(identity)
    await client.connect(new OlderTransport(...(await connectionOf())) as never)
    return client as unknown as Client
  },
  'the SDK of the second generation, by default': async () => {
    const client = new Client(identity)
    await client.connect(new StreamableHTTPClientTransport(...(await connectionOf())))
    return client
  },
  'the SDK of the second generation, negotiating': async () => {
    const client = new Client(identity, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(...(await connectionOf())))
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    return client
  },
}

describe.each(Object.entries(clients))('%s', (_name, connect) => {
  test('lists, calls, is corrected, reads and is prompted', async () => {
    const client = await connect()
    try {
      const { tools } = await client.listTools()
      expect(tools.length).toBeGreaterThan(100)
      const note = { title: 'Groceries', text: 'Oats' }
      expect(await client.callTool({ name: 'notes_add', arguments: note })).toMatchObject({
        structuredContent: { is_new: true },
      })
      expect(await client.callTool({ name: 'notes_get', arguments: { title: 'Groceries' } })).toMatchObject({
        structuredContent: { text: 'Oats' },
      })
      // It validates structured content against the schema of the result, even that of an error.
      expect(await client.callTool({ name: 'notes_get', arguments: { title: 'Nothing' } })).toMatchObject({
        isError: true,
      })
      await expect(client.callTool({ name: 'no_such', arguments: {} })).rejects.toMatchObject({ code: -32602 })
      const { resources } = await client.listResources()
      expect(resources.map(({ uri }) => uri)).toContain('onedoor://reference/notes')
      const { contents } = await client.readResource({ uri: 'onedoor://reference/notes' })
      expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining('## notes.add') }])
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('day_brief')
      const capture = { name: 'capture', arguments: { text: 'milk' } }
      expect(await client.getPrompt(capture)).toMatchObject({ messages: [{ role: 'user' }] })
    } finally {
      await client.close()
    }
  })
})

test('the AI SDK makes tools of the list and calls them', async () => {
  const { token } = await server().account()
  const headers = { Authorization: `Bearer ${token}` }
  const client = await createMCPClient({ transport: { type: 'http', url: `${server().url}/mcp`, headers } })
  try {
    const tools = await client.tools()
    expect(Object.keys(tools).length).toBeGreaterThan(100)
    const add = tools.notes_add as unknown as { execute(args: object, options: object): Promise<unknown> }
    const result = await add.execute({ title: 'Lamp', text: 'Warm' }, { toolCallId: '1', messages: [] })
    expect(result).toMatchObject({ structuredContent: { note: { title: 'Lamp' } } })
  } finally {
    await client.close()
  }
})
