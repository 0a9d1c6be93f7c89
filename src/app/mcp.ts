import { createMcpDoor, type McpDoor, type McpParts } from '../doors/mcp/door.ts'
import { serverSecret } from '../runtime/accounts/secrets.ts'
import type { Calls } from '../runtime/calls/pipeline.ts'
import { mcpPrompts } from './mcp-prompts.ts'
import type { Foundations } from './runtime-services.ts'

/** What tests change of the machine endpoint. */
export type McpOptions = Pick<McpParts, 'extras' | 'sessionBounds' | 'progressMs' | 'quietMs'>

/** The machine endpoint of a server. */
export function openMcp(foundations: Foundations, calls: Calls, options: McpOptions = {}): McpDoor {
  const { config } = foundations
  return createMcpDoor({
    ...foundations,
    ...options,
    calls,
    identity: foundations,
    baseUrl: config.baseUrl,
    origins: config.mcpOrigins,
    proxies: config.trustedProxies,
    usesCredits: config.usesCredits,
    secret: () => serverSecret(foundations, 'mcp'),
    prompts: mcpPrompts,
    files: { list: 'files.list', get: 'files.get' },
  })
}
