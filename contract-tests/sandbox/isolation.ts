import { newId } from '../../src/runtime/base/ids.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { callByName, clientOf, exampleOf } from '../document.ts'
import { exampleRules } from '../example-model.ts'
import { needs } from '../needs.ts'
import type { Report } from '../report.ts'
import { differences } from './differences.ts'
import { type ExampleWorld, sendJson, startExampleWorld } from './world.ts'

/** The years in which the two worlds live: a time of the first in a response of the second has leaked. */
const [firstYear, secondYear] = [2041, 2043]
const startOf = (year: number) => `${year}-05-05T09:00:00.000Z`
const id = /\b[a-z]+_[0-9a-z]{26}\b/g

type Args = Record<string, unknown>

/**
 * Calls each operation in one world, with the records that it needs, and with the ids of these records in another world,
 * which has the same accounts and tokens. There they must not exist: the response is the same as for ids that never existed. No
 * response of the second world may contain anything of the first. The call must succeed in the first world.
 */
export async function checkIsolation(report: Report, chosen: readonly OperationFacts[]): Promise<void> {
  const first = await startExampleWorld(Date.parse(startOf(firstYear)))
  try {
    const pair = await openPair(first)
    // A world lacks some, and the official clients make payments. A second form of a method is the same operation.
    const played = chosen.filter(({ id: name, topUp, formOf }) => !(name in differences || topUp || formOf))
    for (const operation of played) {
      await report.check(`${operation.id} in two worlds`, () => pair.check(operation))
    }
    for (const { id: operation } of played) {
      await report.check(`${operation} beside all records`, () => pair.look(operation))
    }
    report.note(`${pair.own.size} ids of one world were looked for in the responses of the other.`)
  } finally {
    await first.stop()
  }
}

async function openPair(first: ExampleWorld) {
  const { origin } = new URL(first.baseUrl)
  const name = 'beside'
  await sendJson(`${origin}/sandbox/worlds`, 'POST', { name, clock: startOf(secondYear) })
  await sendJson(`${origin}/sandbox/worlds/${name}/model`, 'PUT', { rules: exampleRules() })
  /** Ids that both worlds started with. */
  const shared = new Set<string>()
  const { store } = first.world.server.runtime
  for (const table of ['accounts', 'tokens']) {
    for (const row of await store.all<{ id: string }>(store.sql(table).select('id'))) shared.add(row.id)
  }
  return new Pair(first, `${origin}/w/${name}`, shared)
}

class Pair {
  readonly #first
  readonly #second
  readonly #shared: ReadonlySet<string>
  /** Ids of records in the first world. */
  readonly own = new Set<string>()
  /** All arguments of calls in the second world, which returns them later as well. */
  #sent = ''

  constructor({ baseUrl, credentials }: ExampleWorld, secondUrl: string, shared: ReadonlySet<string>) {
    this.#first = clientOf(baseUrl, credentials.services)
    this.#second = clientOf(secondUrl, credentials.services)
    this.#shared = shared
  }

  async check({ id: operation, kind }: OperationFacts): Promise<void> {
    const example = exampleOf({ id: operation })
    const later = (ms: number) => new Date(Date.parse(startOf(firstYear)) + ms).toISOString()
    const args = (await needs[operation]?.(this.#first, example, later)) ?? example
    const named = this.#learn(args)
    // What the first world has read, it may remember. What it has changed may be gone.
    if (kind === 'read') await this.#inFirst(operation, args)
    const answer = await this.#inSecond(operation, args)
    if (named.length > 0) {
      const never = new Map(named.map((each) => [each, newId(each.replace(/_.*$/s, ''))]))
      const renamed = (text: string) => text.replaceAll(id, (each) => never.get(each) ?? each)
      const expected = await this.#inSecond(operation, JSON.parse(renamed(JSON.stringify(args))))
      if (renamed(textOf(answer)) !== textOf(expected)) throw new Error(`${textOf(answer)} is not ${textOf(expected)}`)
    }
    if (kind !== 'read') await this.#inFirst(operation, args)
  }

  async #inFirst(operation: string, args: Args): Promise<void> {
    const { status, body } = await callByName(this.#first, operation, args)
    if (status !== 200) throw new Error(`It returned ${status} in its own world: ${JSON.stringify(body)}`)
    this.#learn(body)
  }

  /** Calls the operation with its example in the second world. */
  look(operation: string) {
    return this.#inSecond(operation, exampleOf({ id: operation }))
  }

  /** @throws Error if the response has anything of the first world that no call named */
  async #inSecond(operation: string, args: Args) {
    this.#sent += JSON.stringify(args)
    const answer = await callByName(this.#second, operation, args)
    const text = JSON.stringify(answer.body)
    const times = text.match(new RegExp(`${firstYear}-\\d\\d-\\d\\d[^"]*`, 'g')) ?? []
    const leaked = [...(text.match(id) ?? []).filter((each) => this.own.has(each)), ...times].filter(
      (each) => !this.#sent.includes(each),
    )
    if (leaked.length > 0) throw new Error(`The other world returned ${leaked.join(', ')}: ${text.slice(0, 500)}`)
    return answer
  }

  /** @returns the ids in a value of the first world */
  #learn(value: unknown): string[] {
    const found = (JSON.stringify(value).match(id) ?? []).filter((each) => !this.#shared.has(each))
    for (const each of found) this.own.add(each)
    return found
  }
}

/** Status and body, without what differs between any two calls. */
function textOf({ status, body }: { status: number; body: unknown }): string {
  const { request_id: _, ...rest } = body as Args
  return `${status} ${JSON.stringify(rest)}`
}
