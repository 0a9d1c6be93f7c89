import { invalidArgument } from '#runtime/base/errors.ts'
import type { Schema } from '#runtime/base/openapi.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import type { ToolSearch } from '#runtime/search/tool-search.ts'
import type { ListedTool, Tool } from './mcp-tools.ts'

/** The three tools that give access to all others if the whole list would fill a model's context. */
export const searchTool = 'search_tools'
export const describeTool = 'describe_tool'
export const callTool = 'call_tool'

const maxFound = 10
const maxQueryLength = 200

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const anything = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }

const anObject = { type: 'object' } as const
const aText = { type: 'string' }
const named = { name: aText, title: aText, description: aText }
const foundSchema = objectOf(named)
const name = { ...aText, minLength: 1, maxLength: 64, description: `The name of a tool, as returned by ${searchTool}.` }
const query = {
  ...aText,
  minLength: 1,
  maxLength: maxQueryLength,
  description:
    'The task in a few words, in any language, such as "save a note", or the name of a service to list its tools.',
}

function objectOf(properties: Record<string, Schema>, required = Object.keys(properties), isSealed = false) {
  return { ...anObject, properties, required, ...(isSealed && { additionalProperties: false }) }
}

/** @param services those of the tools that can be found */
export function searchTools(services: readonly string[]): readonly ListedTool[] {
  return [
    {
      name: searchTool,
      title: 'Find a tool',
      description: `Find up to ${maxFound} tools for a task, best match first. The services are: ${services.join(', ')}. Read about a tool with ${describeTool} before you first call it, and call it with ${callTool}.`,
      inputSchema: objectOf({ query }, ['query'], true),
      outputSchema: objectOf({ items: { type: 'array', items: foundSchema } }),
      annotations: { title: 'Find a tool', ...readOnly },
    },
    {
      name: describeTool,
      title: 'Describe a tool',
      description: 'Describe a tool: what it does, what it costs, its arguments and its result.',
      inputSchema: objectOf({ name }, ['name'], true),
      outputSchema: objectOf({ ...named, inputSchema: anObject, outputSchema: anObject, annotations: anObject }),
      annotations: { title: 'Describe a tool', ...readOnly },
    },
    {
      name: callTool,
      title: 'Call a tool',
      description: `Call a tool with the arguments that ${describeTool} describes, and return its result.`,
      inputSchema: objectOf(
        { name, arguments: { ...anObject, description: 'The arguments for the tool.' } },
        ['name'],
        true,
      ),
      outputSchema: anObject,
      annotations: { title: 'Call a tool', ...anything },
    },
  ]
}

/**
 * The tools that match a task, best first.
 *
 * @param tools those that the caller may see
 * @param search finds them among all tools
 * @throws ApiError invalid_argument for a query that is not a text of 1 to 200 characters
 */
export function foundTools(tools: readonly Tool[], query: unknown, search: ToolSearch) {
  if (typeof query !== 'string' || query.trim() === '' || query.length > maxQueryLength) {
    throw invalidArgument('query', `must be a text of 1 to ${maxQueryLength} characters`)
  }
  const byId = new Map<string, Tool>(tools.map((tool) => [tool.operation.id, tool]))
  const found = search.find(query, (id) => byId.has(id)).slice(0, maxFound)
  const items = found.map((id) => {
    const { name, title, description } = (byId.get(id) as Tool).listed
    return { name, title, description: truncate(description.split('\n\n', 1)[0] ?? '', 300) }
  })
  return { items }
}
