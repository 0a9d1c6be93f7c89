import type { Effect } from '#generated/server/operations.ts'
import type { Document, Schema } from '#runtime/base/openapi.ts'
import { type OperationFacts, operationFacts } from '../../operations.ts'
import { type ClientMethod, clientMethods, mainArguments } from '../client/methods.ts'
import { shapeOf } from '../client/schema-types.ts'

/** Effects that take away what was there. */
const destructive = new Set<Effect>(['overwrites own', 'destroys'])
/** Effects that reach people or places outside the account. */
const outgoing = new Set<Effect>(['publishes', 'sends to a person', 'leaves the instance'])

/**
 * generated/mcp/tools.json: every operation that is a tool, as MCP describes it. The door adds what depends on the
 * server: prices, and the payment that a metered tool may return in place of its result.
 */
export function mcpTools(document: Document): string {
  const facts = operationFacts(document)
  const byId = new Map(facts.map((each) => [each.id, each]))
  const tools = clientMethods(document, facts)
    .filter(({ id }) => isTool(byId.get(id) as OperationFacts))
    .map((method) => toolOf(document, method, byId))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return `${JSON.stringify(tools, null, 1)}\n`
}

function toolOf(
  document: Document,
  { id, summary, description, args, result }: ClientMethod,
  byId: ReadonlyMap<string, OperationFacts>,
) {
  const { kind, retry, provider, foreignText, effects } = byId.get(id) as OperationFacts
  const isRead = kind === 'read'
  const text = (value: string) => withToolNames(value, byId)
  return {
    name: toolName(id),
    title: summary,
    description: text(description),
    inputSchema: sealed(plain(document, mainArguments(document, args), text)),
    outputSchema: plain(document, result, text),
    annotations: {
      title: summary,
      readOnlyHint: isRead,
      destructiveHint: effects.some((effect) => destructive.has(effect)),
      idempotentHint: retry !== 'unsafe',
      openWorldHint:
        provider !== undefined || foreignText !== undefined || effects.some((effect) => outgoing.has(effect)),
    },
  }
}

/** Whether an operation is a tool: not what a person pays for or gives to the agent, and not a second form of one. */
export function isTool({ formOf, topUp, capability }: OperationFacts): boolean {
  return formOf === undefined && !topUp && capability === undefined
}

/** Some model interfaces take no dot in the name of a tool. */
export function toolName(id: string): string {
  return id.replace('.', '_')
}

/** Descriptions name methods by their ids; here they are tools. */
function withToolNames(text: string, byId: ReadonlyMap<string, unknown>): string {
  return text.replace(/`([a-z]+\.[a-z_]+)`/g, (whole, id: string) => (byId.has(id) ? `\`${toolName(id)}\`` : whole))
}

function sealed(schema: Schema): Schema {
  const { type, properties = {}, required = [], ...more } = schema
  return {
    type: type ?? 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...more,
    additionalProperties: false,
  }
}

/** A self-contained JSON Schema: without references, inheritance and the extensions of the document. */
function plain(
  document: Document,
  schema: Schema,
  text: (value: string) => string,
  above: readonly string[] = [],
): Schema {
  const name = schema.$ref
  if (name !== undefined && above.includes(name))
    throw new Error(`${name} contains itself: the tools of MCP cannot say so yet`)
  const inside = name === undefined ? above : [...above, name]
  const inner = (part: Schema) => plain(document, part, text, inside)
  const shape = shapeOf(document, schema)
  const kept: Schema = {}
  for (const [key, value] of Object.entries(shape)) {
    if (key.startsWith('x-') || key === 'example') continue
    kept[key] = value
  }
  if (kept.description !== undefined) kept.description = text(kept.description)
  // Sizes in memory, which JSON has not.
  if (kept.type === 'integer' || kept.type === 'number') delete kept.format
  if (shape.properties) {
    kept.properties = Object.fromEntries(Object.entries(shape.properties).map(([key, part]) => [key, inner(part)]))
  }
  if (shape.items) kept.items = inner(shape.items)
  if (typeof shape.additionalProperties === 'object') kept.additionalProperties = inner(shape.additionalProperties)
  for (const key of ['anyOf', 'oneOf'] as const) if (shape[key]) kept[key] = shape[key].map(inner)
  return kept
}
