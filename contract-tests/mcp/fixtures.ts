/** The tools, resources and prompts that the official conformance suite calls, in place of the product's own. */
import { randomBytes } from 'node:crypto'
import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequiredResult,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { McpExtras } from '../../src/doors/mcp/protocol.ts'
import { askingTools } from './asking-fixtures.ts'

/** The result of a tool of the suite. */
export type Answer = CallToolResult | InputRequiredResult
export type FixtureTool = (args: Record<string, unknown>, ctx: ServerContext) => Answer | Promise<Answer>

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const plain = 'text/plain'

export function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

const embedded = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const

const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const

const tools: Record<string, FixtureTool> = {
  test_simple_text: () => said('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', plain, 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  async test_tool_with_logging(_args, ctx) {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
    }
    return said('Tool with logging executed successfully')
  },
  async test_tool_with_progress(_args, ctx) {
    const progressToken = ctx.mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    }
    return said(String(progressToken))
  },
  test_error_handling: () => ({ ...said('This tool intentionally returns an error for testing'), isError: true }),
  test_streaming_elicitation: () => said('done'),
  async test_logging_tool(_args, ctx) {
    await ctx.mcpReq.log('info', 'logged where the request asks for it')
    return said('done')
  },
}

const codec = createRequestStateCodec<Record<string, unknown>>({ key: randomBytes(32) })

const resources: Record<string, { mimeType: string; text?: string; blob?: string }> = {
  'test://static-text': { mimeType: plain, text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: pixel },
  'test://watched-resource': { mimeType: plain, text: 'Watched resource content' },
}

function contentsOf(uri: string) {
  const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1]
  const data = id === undefined ? undefined : JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  const found = data === undefined ? resources[uri] : { mimeType: 'application/json', text: data }
  if (!found) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, ...found } as { uri: string; mimeType: string; text: string }] }
}

function saying(...content: PromptMessage['content'][]) {
  return { messages: content.map((each) => ({ role: 'user' as const, content: each })) }
}

const text = (value: string) => ({ type: 'text', text: value }) as const

const prompts: Record<string, { arguments?: string[]; get(args: Record<string, string>): ReturnType<typeof saying> }> =
  {
    test_simple_prompt: { get: () => saying(text('This is a simple prompt for testing.')) },
    test_prompt_with_arguments: {
      arguments: ['arg1', 'arg2'],
      get: ({ arg1, arg2 }) => saying(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
    },
    test_prompt_with_embedded_resource: {
      arguments: ['resourceUri'],
      get: ({ resourceUri = '' }) =>
        saying(embedded(resourceUri, plain, 'Embedded resource content for testing.'), text('Please process it.')),
    },
    test_prompt_with_image: { get: () => saying(image, text('Please analyze the image above.')) },
  }

const { tools: asking, prompt: askingPrompt } = askingTools(codec)

/** What the suite finds in place of the product's methods. The door, its sessions and its checks are the product's own. */
export const conformanceFixtures: McpExtras = {
  capabilities: {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    logging: {},
    completions: {},
  },
  options: { requestState: { verify: codec.verify } },
  install(server: Server, changes) {
    const all: Record<string, FixtureTool> = {
      ...tools,
      ...asking,
      test_trigger_tool_change() {
        changes.toolsChanged()
        return said('changed')
      },
      test_trigger_prompt_change() {
        changes.promptsChanged()
        return said('changed')
      },
    }
    server.setRequestHandler('tools/list', () => ({
      tools: Object.keys(all).map((name) => ({ name, description: name, inputSchema: { type: 'object' as const } })),
    }))
    server.setRequestHandler('tools/call', async ({ params }, ctx) => {
      const tool = all[params.name]
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
      return tool(params.arguments ?? {}, ctx) as never
    })
    server.setRequestHandler('resources/list', () => ({
      resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
    }))
    server.setRequestHandler('resources/read', ({ params }) => contentsOf(params.uri))
    server.setRequestHandler('resources/subscribe', () => ({}))
    server.setRequestHandler('resources/unsubscribe', () => ({}))
    server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }))
    installPrompts(server)
  },
}

function installPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      ...Object.entries(prompts).map(([name, { arguments: args = [] }]) => ({
        name,
        description: name,
        arguments: args.map((each) => ({ name: each, description: each, required: true })),
      })),
      { name: askingPrompt.name, description: askingPrompt.name },
    ],
  }))
  server.setRequestHandler('prompts/get', ({ params }, ctx) => {
    if (params.name === askingPrompt.name) return askingPrompt.get(ctx) as never
    const prompt = prompts[params.name]
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`)
    return prompt.get(params.arguments ?? {})
  })
}
