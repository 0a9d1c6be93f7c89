import type { NamedAgent } from '#runtime/agent/types.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { serve } from '#runtime/base/query.ts'
import { countCharacters } from '#runtime/base/text/shorten.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { isUniqueViolation } from '#runtime/store/store-errors.ts'
import { totalOf } from '#runtime/store/total.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { limitsOf, type NewLimits, setLimits } from './agent-limits.ts'
import { namedAgent, type WhichAgent } from './contracts.ts'
import * as rows from './rows.ts'

/** Agents of one account. */
const maxAgents = 50
export const maxInstructions = 8000
const namePattern = /^[a-z0-9][a-z0-9_-]{0,59}$/
/** Names that would hide other addresses below `/agent/`, now or later. */
const reserved: ReadonlySet<string> = new Set(
  'add agents api approvals connect decide delete handoff list mcp new pending run threads'.split(' '),
)

/** An agent as its owner describes it. */
export type AgentForm = Omit<NamedAgent, 'id'>

/** The agents that people have made. */
export class NamedAgents {
  readonly #world: Pick<FamilyWorld, 'store' | 'clock'>
  /** Those that an agent can be given, sorted. */
  readonly services: readonly string[]

  constructor(world: Pick<FamilyWorld, 'store' | 'clock'>, services: readonly string[]) {
    this.#world = world
    this.services = services
  }

  /** An agent of an account by its name or id; undefined if it does not exist. */
  async find({ owner, ...which }: WhichAgent): Promise<NamedAgent | undefined> {
    const { store } = this.#world
    const row = await ('id' in which
      ? rows.findAgent(store, { id: which.id, owner })
      : store.get<rows.AgentRow>(rows.agentByName({ owner, name: which.name })))
    return row && agentOf(row)
  }

  /** @throws ApiError not_found */
  async byName(owner: string, name: string): Promise<NamedAgent> {
    const found = await this.find({ owner, name })
    if (found) return found
    throw new ApiError('not_found', `You have no agent named ${JSON.stringify(name)}. Create one at /settings/agents.`)
  }

  /** @throws ApiError not_found */
  async byId(owner: string, id: string): Promise<NamedAgent> {
    const found = await this.find({ owner, id })
    if (!found) throw noSuchAgent()
    return found
  }

  /** All of an account, by name. */
  async list(owner: string): Promise<NamedAgent[]> {
    const found = await this.#world.store.all<rows.AgentRow>(rows.agentsOf({ owner, limit: maxAgents }))
    return found.map(agentOf)
  }

  /**
   * Creates an agent, or changes one.
   *
   * @param id the one to change
   * @param limits its budgets and rules, where they change
   * @param store of the call that does it
   * @returns its id
   * @throws ApiError invalid_argument; failed_precondition if there are too many; not_found
   */
  async save(
    owner: string,
    id: string | undefined,
    form: AgentForm,
    limits: NewLimits = {},
    store = this.#world.store,
  ): Promise<string> {
    this.#check(form)
    const { clock } = this.#world
    const own = id ?? newId('agent')
    const row = {
      id: own,
      owner,
      name: form.name,
      instructions: form.instructions.trim(),
      all_services: form.services === 'all',
      services: JSON.stringify(form.services === 'all' ? [] : [...form.services].sort()),
      now: clock.now(),
    }
    try {
      await store.write(async (tx) => {
        if (id !== undefined) {
          if (!(await rows.updateAgent(tx, row))) throw noSuchAgent()
        } else {
          if ((await totalOf(tx, rows.agentCount({ owner }))) >= maxAgents) throw tooManyAgents()
          await rows.insertAgent(tx, row)
        }
        await setLimits(tx, { clock, owner, id: own }, limits)
      })
      return own
    } catch (failure) {
      if (isUniqueViolation(failure)) throw invalidArgument('name', 'is already the name of one of your agents')
      throw failure
    }
  }

  /**
   * Deletes an agent with its budgets and rules. Its threads can still be read.
   *
   * @param store of the call that does it
   * @throws ApiError not_found
   */
  async delete(owner: string, id: string, store = this.#world.store): Promise<void> {
    const { clock } = this.#world
    await store.write(async (tx) => {
      if (!(await rows.deleteAgent(tx, { id, owner }))) throw noSuchAgent()
      await setLimits(tx, { clock, owner, id }, { budgets: [], rules: [] })
    })
  }

  /** The budgets and rules of the agents of an account, by their ids. */
  limitsOf(owner: string): ReturnType<typeof limitsOf> {
    return limitsOf(this.#world, owner)
  }

  #check({ name, instructions, services }: AgentForm): void {
    if (!namePattern.test(name)) {
      throw invalidArgument(
        'name',
        'must consist of 1 to 60 lower-case letters, digits, hyphens and underscores, and start with a letter or digit',
      )
    }
    if (reserved.has(name)) throw invalidArgument('name', 'is reserved. Choose another name')
    if (countCharacters(instructions) > maxInstructions)
      throw invalidArgument('instructions', `must have at most ${maxInstructions} characters`)
    const unknown = services === 'all' ? undefined : services.find((each) => !this.services.includes(each))
    if (unknown !== undefined)
      throw invalidArgument('services', `contains the unknown service ${JSON.stringify(unknown)}`)
  }
}

export const serveNamedAgent = ({ agents }: { agents: NamedAgents }) => serve(namedAgent, (which) => agents.find(which))

function agentOf({ id, name, instructions, all_services, services }: rows.AgentRow): NamedAgent {
  return { id, name, instructions, services: asBoolean(all_services) ? 'all' : (JSON.parse(services) as string[]) }
}

function tooManyAgents(): ApiError {
  return new ApiError('failed_precondition', `You have ${maxAgents} agents, which is the maximum. Delete one first.`)
}

function noSuchAgent(): ApiError {
  return new ApiError('not_found', 'You have no such agent.')
}
