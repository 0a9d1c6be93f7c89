import { invalidArgument } from '#runtime/base/errors.ts'
import type { Schema } from '#runtime/base/openapi.ts'
import { truncate } from '#runtime/base/text/quote.ts'
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
  description: 'The task in a few words, such as "save a note", or the name of a service to list its tools.',
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
      description: `Find up to ${maxFound} tools by words, best match first. The services are: ${services.join(', ')}. Read a tool with ${describeTool} before its first call, and call it with ${callTool}.`,
      inputSchema: objectOf({ query }, ['query'], true),
      outputSchema: objectOf({ items: { type: 'array', items: foundSchema }, total: { type: 'integer' } }),
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
 * The tools that match the words, best first.
 *
 * @throws ApiError invalid_argument for a query that is not a text of 1 to 200 characters
 */
export function foundTools(tools: readonly Tool[], query: unknown) {
  if (typeof query !== 'string' || query.trim() === '' || query.length > maxQueryLength) {
    throw invalidArgument('query', `must be a text of 1 to ${maxQueryLength} characters`)
  }
  const words = [...new Set(wordsOf(query))].filter((word) => !fillers.has(word))
  const ranked = tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.listed.name < b.tool.listed.name ? -1 : 1))
  const items = ranked.slice(0, maxFound).map(({ tool: { listed } }) => ({
    name: listed.name,
    title: listed.title,
    description: truncate(listed.description.split('\n\n', 1)[0] ?? '', 300),
  }))
  return { items, total: ranked.length }
}

const fillers = new Set('a an and at by for from get in is it me my of on or please the to what with'.split(' '))

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)
}

/** `notes` finds a note. */
function stem(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}

const indexed = new WeakMap<
  Tool,
  { readonly name: Set<string>; readonly title: Set<string>; readonly text: Set<string> }
>()

function scoreOf(tool: Tool, words: readonly string[]): number {
  let index = indexed.get(tool)
  if (!index) {
    const { listed } = tool
    const named = Object.keys(listed.inputSchema.properties ?? {}).join(' ')
    index = {
      name: new Set(wordsOf(listed.name.replace('_', ' '))),
      title: new Set(wordsOf(listed.title)),
      text: new Set(wordsOf(`${listed.description} ${named}`)),
    }
    indexed.set(tool, index)
  }
  let score = 0
  for (const word of words) {
    if (index.name.has(word)) score += 6
    if (index.title.has(word)) score += 4
    if (index.text.has(word)) score += 1
  }
  return score
}
