import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations as allOperations, type Operation } from '#generated/server/operations.ts'
import { AGENT_CAPABILITIES, isCapability, isForPeople, type Rights } from '../accounts/grant.ts'
import { scopeFault } from '../accounts/permissions.ts'
import { includesScope, partsOf, SCOPE_CLASSES } from '../accounts/scope-classes.ts'
import { once } from '../base/once.ts'
import { nearest } from '../base/text/nearest.ts'
import { type Caller, credentialIdOf, type Delegate, rightsOf } from '../calls/caller.ts'
import type { ModelTool } from '../outbound/models/types.ts'
import { openToolSearch, type ToolSearch } from '../search/tool-search.ts'
import type { AgentCaller, NamedAgent } from './types.ts'

/** With more tools than this the model gets three tools to find, describe and call them. */
const maxDirectTools = 24
const maxFound = 8

interface Described {
  readonly description: string
  readonly schema: { readonly [name: string]: unknown }
}

const loadDescriptions = once(
  async () =>
    JSON.parse(await readFile(join(import.meta.dirname, '../../../generated/agent/tools.json'), 'utf8')) as Readonly<
      Record<string, Described>
    >,
)

const openSearch = once(async () => {
  const descriptions = await loadDescriptions()
  return openToolSearch(
    allOperations.flatMap(({ id, summary }) => {
      const described = descriptions[id]
      return described ? [{ id, title: summary, ...described }] : []
    }),
  )
})

/** A call that the model requests, once its method is known. */
export type ToolRequest =
  | { readonly kind: 'call'; readonly operation: Operation; readonly args: object }
  /** The answer to the model's question about its tools. */
  | { readonly kind: 'answer'; readonly text: string; readonly isError: boolean }

/** `notes.add` in the form that models can use. */
function toolName(id: string): string {
  return id.replace('.', '_')
}

/**
 * The agent as it calls a method for this caller: a token that names no service allows the agent all of them, without
 * additional rights to act.
 */
export function delegateOf(caller: AgentCaller, operation: Operation): Delegate {
  const own = rightsOf(caller)
  const rights = own && namesNoService(own) && !isCapability(operation.family) ? widened(own) : own
  return { kind: 'delegated', origin: 'agent', account: caller.account, rights, credentialId: credentialIdOf(caller) }
}

/**
 * The services, among these, in which an agent of this caller may not do everything. An agent that it instructed could do
 * more in them for the account's other callers than for it.
 */
export function servicesBeyond(caller: Caller, services: readonly string[]): string[] {
  const own = rightsOf(caller)
  if (!own) return []
  const rights = namesNoService(own) ? widened(own) : own
  return services.filter((service) => !coversAll(rights, service))
}

function coversAll({ allServices, services, actions, scopes }: Rights, service: string): boolean {
  const isCovered = actions && (allServices || services.has(service))
  return isCovered || SCOPE_CLASSES.every((each) => includesScope(scopes, `${service}:${each}`))
}

/** Whether these are rights for areas of the product alone. */
function namesNoService({ allServices, services, scopes }: Rights): boolean {
  return !allServices && services.size === 0 && [...scopes].every((scope) => isCapability(partsOf(scope).family))
}

/** The rights in the areas of the agent, in every service. */
function widened(own: Rights): Rights {
  const held = [...own.scopes].map(partsOf).filter(({ family }) => AGENT_CAPABILITIES.includes(family))
  const wide = held.flatMap(({ scopeClass }) => ['*:read', `*:${scopeClass}`])
  return { ...own, allServices: own.capabilities.size > 0, scopes: new Set([...own.scopes, ...wide]) }
}

/**
 * Whether a run may use an operation: the caller's rights, except those forbidden to its agent. Withheld ones it may propose,
 * except those that would start runs or decide about them.
 */
function isUsable(operation: Operation, caller: AgentCaller, agent: NamedAgent | undefined): boolean {
  const { family, topUp, formOf } = operation
  if (isForPeople(operation) || topUp || formOf) return false
  if (agent && agent.services !== 'all' && !agent.services.includes(family)) return false
  const { rights } = delegateOf(caller, operation)
  return !rights || scopeFault(rights, operation) === undefined
}

interface ToolsetOptions {
  readonly operations: readonly Operation[]
  readonly serves: (operationId: string) => boolean
  readonly caller: AgentCaller
  readonly agent: NamedAgent | undefined
}

/** The tools of a run. */
export async function createToolset({ operations, serves, caller, agent }: ToolsetOptions) {
  const descriptions = await loadDescriptions()
  const usable = new Map(
    operations
      .filter((each) => serves(each.id) && descriptions[each.id] && isUsable(each, caller, agent))
      .map((each) => [toolName(each.id), each] as const),
  )
  const services = [...new Set([...usable.values()].map(({ family }) => family))].sort()
  const isSearched = usable.size > maxDirectTools
  const box = new Toolbox(usable, descriptions, isSearched ? await openSearch() : undefined)
  return {
    /** The services, sorted. */
    services,
    /** Whether the model has to search for its tools first. */
    isSearched,
    tools: isSearched ? searchTools : [...usable.keys()].map((name) => box.modelTool(name)),
    /** @param input as the model wrote it */
    resolve: (name: string, input: unknown) => (isSearched ? box.search(name, input) : box.call(name, input)),
  }
}

/** What the agent may use in a run, and its description for the model. */
export type Toolset = Awaited<ReturnType<typeof createToolset>>

const searchTools: readonly ModelTool[] = [
  {
    name: 'find_tools',
    description: 'Find tools for a task, and return the names and purposes of the best ones.',
    inputSchema: objectOf({ words: { type: 'string', description: 'The task in a few words, in any language.' } }),
  },
  {
    name: 'describe_tool',
    description: 'Describe a tool and its arguments. Use this before you call a tool for the first time.',
    inputSchema: objectOf({
      name: { type: 'string', description: 'The name of the tool, as returned by find_tools.' },
    }),
  },
  {
    name: 'call_tool',
    description: 'Call a tool.',
    inputSchema: objectOf({
      name: { type: 'string', description: 'The name of the tool, as returned by find_tools.' },
      arguments: { type: 'object', description: 'The arguments for the tool, as describe_tool describes them.' },
    }),
  },
]

function objectOf(properties: Readonly<Record<string, object>>): ModelTool['inputSchema'] {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

class Toolbox {
  readonly #usable: ReadonlyMap<string, Operation>
  readonly #descriptions: Readonly<Record<string, Described>>
  readonly #index: ToolSearch | undefined

  constructor(
    usable: ReadonlyMap<string, Operation>,
    descriptions: Readonly<Record<string, Described>>,
    index: ToolSearch | undefined,
  ) {
    this.#usable = usable
    this.#descriptions = descriptions
    this.#index = index
  }

  modelTool(name: string): ModelTool {
    const { description, schema } = this.#described(name)
    return { name, description, inputSchema: schema }
  }

  call(name: string, input: unknown): ToolRequest {
    const operation = this.#usable.get(name) ?? this.#usable.get(toolName(name))
    if (!operation) return failed(this.#unknown(name))
    if (!isObject(input)) return failed('The arguments must be a JSON object.')
    return { kind: 'call', operation, args: input }
  }

  search(name: string, input: unknown): ToolRequest {
    const given = isObject(input) ? input : {}
    if (name === 'find_tools') return { kind: 'answer', text: this.#found(String(given.words ?? '')), isError: false }
    const wanted = typeof given.name === 'string' ? given.name : ''
    if (name === 'describe_tool') {
      if (!this.#usable.has(toolName(wanted))) return failed(this.#unknown(wanted))
      const { description, schema } = this.#described(toolName(wanted))
      const facts = { name: toolName(wanted), description, arguments: schema }
      return { kind: 'answer', text: JSON.stringify(facts), isError: false }
    }
    return name === 'call_tool' ? this.call(wanted, given.arguments ?? {}) : failed(this.#unknown(name))
  }

  #described(name: string): Described {
    const { id, withheld } = this.#usable.get(name) as Operation
    const { description, schema } = this.#descriptions[id] as Described
    return withheld
      ? { description: `${description} The user has to approve each call.`, schema }
      : { description, schema }
  }

  #unknown(name: string): string {
    const like = nearest(toolName(name.slice(0, 100)), [...this.#usable.keys()])
    return `You have no tool named ${JSON.stringify(name.slice(0, 100))}.${like === undefined ? '' : ` Did you mean ${like}?`}`
  }

  #found(words: string): string {
    const found = this.#index?.find(words, (id) => this.#usable.has(toolName(id))) ?? []
    if (found.length === 0) return 'No tool was found. Try other words, or name a service.'
    const best = found.slice(0, maxFound).map((id) => this.#usable.get(toolName(id)) as Operation)
    return JSON.stringify(best.map(({ id, summary }) => ({ name: toolName(id), purpose: summary })))
  }
}

function failed(text: string): ToolRequest {
  return { kind: 'answer', text, isError: true }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
