import { createMcpDoor, type McpDoor, type McpParts } from '../doors/mcp/mcp-door.ts'
import type { Reference } from '../doors/mcp/mcp-resources.ts'
import { changesOf } from '../handlers/files/changes.ts'
import { serverSecret } from '../runtime/accounts/secrets.ts'
import { once } from '../runtime/base/once.ts'
import type { Calls } from '../runtime/calls/pipeline.ts'
import { mcpPrompts } from './mcp-prompts.ts'
import type { RuntimeServices } from './runtime-services.ts'

/** The parts of the machine endpoint that tests replace. */
export type McpOptions = Pick<
  McpParts,
  'extras' | 'sessionBounds' | 'progressMs' | 'quietMs' | 'answerMs' | 'patienceMs'
>

/** The machine endpoint of a server. */
export function openMcp(runtime: RuntimeServices, calls: Calls, options: McpOptions = {}): McpDoor {
  const { config } = runtime
  return createMcpDoor({
    ...runtime,
    ...options,
    calls,
    identity: runtime,
    baseUrl: config.baseUrl,
    origins: config.mcpOrigins,
    proxies: config.trustedProxies,
    usesCredits: config.usesCredits,
    secret: () => serverSecret(runtime, 'mcp'),
    prompts: mcpPrompts,
    reference: once(() => loadReference(calls, config)),
    taskMethods: ['images.generate'],
    files: { list: 'files.list', get: 'files.get', changesOf },
  })
}

/** The reference for models, which the pages serve at `/llms.txt` and `/docs/<family>.md`. */
async function loadReference(
  { serves }: Calls,
  { baseUrl, usesCredits }: RuntimeServices['config'],
): Promise<Reference> {
  const [{ aboutThisServer }, { familyMarkdown, llmsText }] = await Promise.all([
    import('../doors/pages/reference/about.ts'),
    import('../doors/pages/models/reference-text.ts'),
  ])
  const { families } = await aboutThisServer(serves, usesCredits)()
  return {
    overview: llmsText(families, baseUrl, usesCredits),
    services: families,
    markdownOf(service) {
      const family = families.find(({ name }) => name === service)
      return family && familyMarkdown(family, baseUrl)
    },
  }
}
