import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '#generated/server/operations.ts'
import type { Grant } from '#runtime/accounts/grant.ts'
import { scopeFault } from '#runtime/accounts/permissions.ts'
import { once } from '#runtime/base/once.ts'
import type { Schema } from '#runtime/base/openapi.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import { creditsText, formatCredits } from '#runtime/money/amounts.ts'
import { openToolSearch } from '#runtime/search/tool-search.ts'
import type { Filters } from './filters.ts'

/** A tool as clients see it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Schema & { type: 'object' }
  readonly outputSchema: Schema & { type: 'object' }
  readonly annotations: Readonly<Record<string, string | boolean>>
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** A method as a tool. */
export interface Tool {
  readonly operation: Operation
  /** As in the list: without descriptions of the result's fields, which would double the list. */
  readonly listed: ListedTool
  /** With everything from the API document. */
  readonly whole: ListedTool
}

/** The methods that this server serves, as tools, sorted by name. */
export class Tools {
  readonly all: readonly Tool[]
  readonly operations: readonly Operation[]
  /** The index of all tools, made at its first use. */
  readonly openSearch = once(() => openToolSearch(this.all.map(searchable)))
  /** The ids of the operations that a filter names: those of a family, or one by its id or the name of its tool. */
  readonly idsByName: ReadonlyMap<string, readonly string[]>
  readonly #byName: ReadonlyMap<string, Tool>

  private constructor(tools: readonly Tool[]) {
    this.all = tools
    this.operations = tools.map(({ operation }) => operation)
    this.#byName = new Map(tools.map((tool) => [tool.listed.name, tool]))
    const idsByName = new Map<string, string[]>()
    for (const { listed, operation } of tools) {
      for (const name of [operation.family, operation.id, listed.name])
        idsByName.set(name, [...(idsByName.get(name) ?? []), operation.id])
    }
    this.idsByName = idsByName
  }

  static async load({ contract, serves }: Pick<Calls, 'contract' | 'serves'>, usesCredits: boolean): Promise<Tools> {
    const described = JSON.parse(await readFile(source, 'utf8')) as ListedTool[]
    const byName = new Map(contract.operations.map((operation) => [operation.id.replace('.', '_'), operation]))
    return new Tools(
      described.flatMap((entry) => {
        const operation = byName.get(entry.name)
        return operation && serves(operation.id) ? [toolOf(entry, operation, usesCredits)] : []
      }),
    )
  }

  /** The tool of that name, or of that operation id. */
  find(name: string): Tool | undefined {
    return this.#byName.get(name) ?? this.#byName.get(name.replace('.', '_'))
  }

  /**
   * The tools that a caller may use and that a request selects: all for a caller without a token, and for a program that
   * has signed in, because both can get a token for the rest when they call it.
   */
  visibleTo(caller: Caller, filters: Filters): readonly Tool[] {
    const grant = grantOf(caller)
    if (!grant && filters.active.length === 0) return this.all
    return this.all.filter((tool) => isVisible(tool, grant, filters))
  }

  /** Whether the tool of an operation is among those of `visibleTo`. */
  isVisible(id: string, caller: Caller, filters: Filters): boolean {
    const tool = this.find(id)
    return tool !== undefined && isVisible(tool, grantOf(caller), filters)
  }
}

/** What limits the tools of a caller with a token that was created for it. */
function grantOf(caller: Caller): Grant | undefined {
  const isToken = caller.kind === 'account' && caller.via === 'token' && caller.grant.clientId === undefined
  return isToken ? caller.grant : undefined
}

function isVisible({ operation }: Tool, grant: Grant | undefined, { admits }: Filters): boolean {
  return admits(operation) && (!grant || scopeFault(grant, operation) === undefined)
}

const source = join(import.meta.dirname, '../../../generated/mcp/tools.json')

function toolOf(entry: ListedTool, operation: Operation, usesCredits: boolean): Tool {
  const price = usesCredits ? priceSentence(operation) : undefined
  const isMetered = price !== undefined
  const whole: ListedTool = {
    ...entry,
    description: price ? `${entry.description}\n\n${price}` : entry.description,
    outputSchema: isMetered ? orUnpaid(entry.outputSchema) : entry.outputSchema,
    _meta: metaOf(operation, isMetered),
  }
  return { operation, whole, listed: { ...whole, outputSchema: withoutProse(whole.outputSchema) } }
}

function searchable({ operation: { id }, listed: { title, description, inputSchema } }: Tool) {
  return { id, title, description, schema: inputSchema }
}

/** The price of a call, as a sentence; undefined for a free one. */
function priceSentence({ microCredits, priceUnit }: Operation): string | undefined {
  if (priceUnit) return `The price varies and is charged ${priceUnit}.`
  if (microCredits === 0) return undefined
  return `A call costs ${creditsText(microCredits)}.`
}

function metaOf({ id, needs, withheld, microCredits }: Operation, isMetered: boolean): Record<string, unknown> {
  return {
    'onedoor/method': id,
    'onedoor/needs': needs,
    ...(withheld && { 'onedoor/withheld_from_agent': true }),
    ...(isMetered && { 'onedoor/credits': microCredits > 0 ? formatCredits(microCredits) : 'varies' }),
  }
}

/** Some clients validate the payment requirements of an unpaid call against the schema of the result. */
function orUnpaid({ required, properties, ...more }: ListedTool['outputSchema']): ListedTool['outputSchema'] {
  return {
    ...more,
    type: 'object',
    ...(properties && { properties }),
    anyOf: [{ required: required ?? [] }, { required: ['x402Version', 'accepts'] }],
  }
}

/** A schema with its types and bounds, without descriptions. */
function withoutProse<Kind extends Schema>(schema: Kind): Kind {
  const { description: _, pattern: __, minLength: ___, maxLength: ____, ...kept } = schema
  const inner: Schema = kept
  if (inner.properties) {
    inner.properties = Object.fromEntries(
      Object.entries(inner.properties).map(([key, part]) => [key, withoutProse(part)]),
    )
  }
  if (inner.items) inner.items = withoutProse(inner.items)
  if (typeof inner.additionalProperties === 'object')
    inner.additionalProperties = withoutProse(inner.additionalProperties)
  for (const key of ['anyOf', 'oneOf'] as const) if (inner[key]) inner[key] = inner[key].map(withoutProse)
  return inner as Kind
}
