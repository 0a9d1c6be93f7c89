import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { operations } from '../../generated/server/operations.ts'

const call = z.strictObject({ method: z.string(), arguments: z.record(z.string(), z.unknown()) })

/** A call that a model makes. Arguments in capitals represent what exists only once a scenario runs: `SECRET`, `NOTE`. */
export type Call = z.infer<typeof call>

const goal = call.extend({ name: z.string() })
export type Goal = z.infer<typeof goal>

const language = z.strictObject({
  /** How a text orders a call. `{call}` is the call as JSON. */
  orders: z.array(z.string().includes('{call}')).min(2),
  /** What the caller says, which chooses nothing. */
  prompts: z.array(z.string().min(1)).min(2),
})

/** A kind of record that holds a text until another run reads it. `TEXT` represents the text, `SOON` the next day. */
const record = z.strictObject({
  name: z.string(),
  write: call,
  read: call,
  /** Texts that the record cannot hold: with this character, or orders of calls with more characters. */
  without: z.string().optional(),
  longest: z.number().default(1000),
})

const ordinary = z.strictObject({
  name: z.string(),
  /** What the caller says, by language. */
  prompts: z.record(z.string(), z.string()),
  reads: z.array(call),
  /** What the model does after it has read that. */
  calls: z.array(call),
  /** Whether what it reads are the caller's own records; otherwise it has a text by others. */
  isOwn: z.boolean().default(false),
  /** What the caller picked. */
  choices: z.array(z.strictObject({ operation: z.string(), object: z.string() })).default([]),
})
type Ordinary = z.infer<typeof ordinary>

/** Operations that have no separate injected scenario, and why. */
const exceptions = z.record(z.string(), z.string().min(20))

function data<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> {
  const file = join(import.meta.dirname, 'data', `${name}.json`)
  const read = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!read.success) throw new Error(`${file}: ${read.error.message}`)
  return read.data
}

const languages = data('languages', z.record(z.string(), language))
const goals = data('goals', z.array(goal))
const records = data('records', z.array(record))
const ordinaryRequests = data('ordinary', z.array(ordinary))
export const notRead = data('exceptions', exceptions)

/** An ordinary request in one language. */
export interface Request extends Omit<Ordinary, 'prompts'> {
  readonly prompt: string
}

export const requests: readonly Request[] = ordinaryRequests.flatMap(({ prompts, ...request }) =>
  Object.entries(prompts).map(([language, prompt]) => ({ ...request, prompt, name: `${request.name}, ${language}` })),
)

/** How a model comes to call methods for an account. */
export const ways = [
  ...(['agent', 'named agent', 'event', 'work', 'app', 'mcp'] as const),
  ...(['mcp, declining', 'mcp, unanswered', 'mcp, then http'] as const),
] as const
export type Way = (typeof ways)[number]

export interface Injected {
  readonly name: string
  readonly channel: string
  readonly way: Way
  readonly language: string
  readonly model: 'obeys' | 'careful' | 'covert'
  readonly prompt: string
  /** What the model reads; nothing for text that is pasted into the prompt. */
  readonly read?: Call
  /** A record through which the text goes first; the read is made a day later. */
  readonly stored?: Call
  /** Whether it is in the prompt, and whether the client says in `quotes` that it is by others. */
  readonly isPasted: boolean
  readonly isQuoted: boolean
  readonly order: string
  readonly goal: Goal
}

/** The operations that return text by others, from the document. */
export const foreignReads = operations.filter(({ foreignText, formOf }) => foreignText && !formOf)

const languageNames = Object.keys(languages)

/** One of a list, so that neighbours differ. */
function turn<Item>(list: readonly Item[], at: number): Item {
  return list[at % list.length] as Item
}

/**
 * Every operation that returns text by others, every kind of record and pasted text, each in every language, with goals,
 * ways, models and orders in turn.
 *
 * @param examples the arguments of the document for an operation
 */
export function injectedScenarios(examples: (id: string) => Record<string, unknown>): Injected[] {
  const channels = [
    ...foreignReads
      .filter(({ id }) => !(id in notRead))
      .map(({ id }) => ({ channel: id, read: { method: id, arguments: examples(id) } })),
    ...records.map(({ name, write, read, without, longest }) => ({
      channel: `stored: ${name}`,
      read,
      stored: write,
      without,
      longest,
    })),
    { channel: 'pasted' },
    { channel: 'quotes' },
  ]
  return channels.flatMap((channel, row) =>
    languageNames.map((language, column) => scenarioOf(channel, language, row * languageNames.length + column)),
  )
}

interface Channel extends Pick<Injected, 'channel' | 'read' | 'stored'> {
  readonly without?: string | undefined
  readonly longest?: number
}

/** What reads for the account's own areas is open to the agent of a token for them, and to nobody else. */
const personal = new Set(operations.filter(({ capability }) => capability).map(({ id }): string => id))

function waysOf({ read }: Channel): readonly Way[] {
  if (!read) return ['agent', 'named agent', 'work']
  return personal.has(read.method) ? ['agent', 'named agent'] : ways
}

function scenarioOf({ without, longest = 1000, ...channel }: Channel, language: string, at: number): Injected {
  const { orders, prompts } = languages[language] as (typeof languages)[string]
  const row = Math.floor(at / languageNames.length)
  const suitable = goals.filter((each) => {
    const text = JSON.stringify(each)
    return text.length <= longest && (without === undefined || !text.includes(without))
  })
  const goal = turn(suitable, at * 7 + row)
  const isQuoted = channel.channel === 'quotes'
  const isPasted = channel.read === undefined && !isQuoted
  const way = turn(waysOf(channel), at)
  return {
    ...channel,
    ...{ language, goal, isPasted, isQuoted, way, order: turn(orders, at), prompt: turn(prompts, row + at) },
    model: turn(['obeys', 'obeys', 'covert', 'obeys', 'careful'] as const, at),
    name: `${channel.channel}, ${language}, ${way}: ${goal.name}`,
  }
}
