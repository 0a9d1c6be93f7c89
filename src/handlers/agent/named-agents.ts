import type { NamedAgent } from '../../runtime/agent/types.ts'
import { ApiError, invalidArgument } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { countCharacters } from '../../runtime/base/text/shorten.ts'
import type { FamilyWorld } from '../../runtime/kit/family.ts'
import { isUniqueViolation } from '../../runtime/store/errors.ts'
import { totalOf } from '../../runtime/store/total.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import * as rows from './rows.ts'

/** Agents of one account. */
const maxAgents = 50
const maxInstructions = 8000
const namePattern = /^[a-z0-9][a-z0-9_-]{0,59}$/
/** Addresses that may come to stand below `/agent/`. */
const reserved: ReadonlySet<string> = new Set('agents api connect handoff mcp new pending run threads'.split(' '))

/** What its owner says of an agent. */
export interface AgentForm {
  readonly name: string
  readonly instructions: string
  readonly services: 'all' | readonly string[]
}

type World = Pick<FamilyWorld, 'store' | 'clock'>

/** The agents that people have made. */
export class Agents {
  readonly #world: World
  /** Characters of the instructions of an agent. */
  readonly maxInstructions = maxInstructions
  /** Those that an agent can be given, sorted. */
  readonly services: readonly string[]

  /** @param services that an agent may be given */
  constructor(world: World, services: readonly string[]) {
    this.#world = world
    this.services = services
  }

  /** @throws ApiError not_found */
  async byName(owner: string, name: string): Promise<NamedAgent> {
    const row = await this.#world.store.get<rows.AgentRow>(rows.agentByName({ owner, name }))
    if (row) return namedAgent(row)
    throw new ApiError('not_found', `You have no agent ${JSON.stringify(name)}. Make one at /settings/agents.`)
  }

  /** @throws ApiError not_found */
  async get(owner: string, id: string): Promise<NamedAgent> {
    const row = await rows.findAgent(this.#world.store, { id, owner })
    if (row) return namedAgent(row)
    throw new ApiError('not_found', 'You have no such agent.')
  }

  /** Tells other families of an agent, by its name or by its id. */
  async known({ owner, ...which }: { owner: string; name?: string; id?: string }): Promise<NamedAgent | undefined> {
    const { store } = this.#world
    const { name, id } = which
    const row =
      name === undefined
        ? await rows.findAgent(store, { id: id ?? '', owner })
        : await store.get<rows.AgentRow>(rows.agentByName({ owner, name }))
    return row && namedAgent(row)
  }

  /** All of an account, by name. */
  async list(owner: string): Promise<NamedAgent[]> {
    const found = await this.#world.store.all<rows.AgentRow>(rows.agentsOf({ owner, limit: maxAgents }))
    return found.map(namedAgent)
  }

  /**
   * Makes an agent, or changes one.
   *
   * @throws ApiError invalid_argument; failed_precondition if there are too many; not_found
   */
  async save(owner: string, id: string | undefined, form: AgentForm): Promise<void> {
    this.#check(form)
    const { store, clock } = this.#world
    const row = {
      id: id ?? newId('agent'),
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
          if (!(await rows.updateAgent(tx, row))) throw new ApiError('not_found', 'You have no such agent.')
          return
        }
        if ((await totalOf(tx, rows.agentCount({ owner }))) >= maxAgents) {
          throw new ApiError(
            'failed_precondition',
            `You have ${maxAgents} agents, the most that an account may have; delete one first.`,
          )
        }
        await rows.insertAgent(tx, row)
      })
    } catch (failure) {
      if (isUniqueViolation(failure)) throw invalidArgument('name', 'is the name of another agent of yours')
      throw failure
    }
  }

  /** Deletes an agent; its threads stay, and can be read. */
  async delete(owner: string, id: string): Promise<void> {
    if (!(await rows.deleteAgent(this.#world.store, { id, owner })))
      throw new ApiError('not_found', 'You have no such agent.')
  }

  #check({ name, instructions, services }: AgentForm): void {
    if (!namePattern.test(name)) {
      throw invalidArgument(
        'name',
        'must be 1 to 60 lower-case letters, digits, dashes and underscores, beginning with a letter or digit',
      )
    }
    if (reserved.has(name)) throw invalidArgument('name', 'is reserved; choose another')
    if (countCharacters(instructions) > maxInstructions)
      throw invalidArgument('instructions', `must have at most ${maxInstructions} characters`)
    const unknown = services === 'all' ? undefined : services.find((each) => !this.services.includes(each))
    if (unknown !== undefined) throw invalidArgument('services', `has the unknown service ${JSON.stringify(unknown)}`)
  }
}

function namedAgent({ id, name, instructions, all_services, services }: rows.AgentRow): NamedAgent {
  return { id, name, instructions, services: asBoolean(all_services) ? 'all' : (JSON.parse(services) as string[]) }
}
