import { z } from 'zod'
import type { Effect } from '#generated/server/operations.ts'
import { operationsById } from '../approvals/operation-facts.ts'
import { effectMeanings } from '../base/effects.ts'
import { ApiError, invalidArgument } from '../base/errors.ts'

const maxRules = 200
const maxTests = 200
const maxLinks = 100
/** Of a document as JSON. */
export const maxDocumentBytes = 65_536
const maxFaultsShown = 5

const effects = Object.keys(effectMeanings) as [Effect, ...Effect[]]

const operation = z
  .string()
  .max(100)
  .refine((id) => operationsById.has(id), { error: 'must be the name of a method, such as mail.send' })
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day, such as 07:30' })

/** Days of the week, Monday first. */
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const hours = z.strictObject({ from: time, to: time, days: z.array(z.enum(days)).min(1).max(7).optional() }).meta({
  description:
    "From one time of day until just before another, in the account's time zone; past midnight if `to` is not later than `from`. `days` are the days on which it begins.",
})

const subject = z
  .strictObject({ kind: z.enum(['agent', 'app', 'mcp', 'token']), id: z.string().min(1).max(200).optional() })
  .meta({
    description:
      'Who calls: the agent with its background work and event prompts, hosted apps, MCP clients, or programs with a token. Without `id`, all callers of that kind. The id of a token also matches everything that the token starts.',
  })

const rule = z
  .strictObject({
    decision: z.enum(['allow', 'ask', 'deny']),
    for: subject.optional(),
    operation: operation.optional(),
    effect: z.enum(effects).optional().meta({ description: 'What the call does.' }),
    object: z.string().min(1).max(2000).optional().meta({ description: 'An id, recipient or address of the call.' }),
    recipients: z.enum(['known', 'unknown']).optional().meta({
      description: '`known` if the call sends only to contacts of the account, `unknown` if to anyone else.',
    }),
    above_credits: z
      .number({ error: 'must be a number of credits, such as 2.5' })
      .min(0)
      .max(1_000_000_000)
      .optional()
      .meta({
        description: 'Calls that cost more credits than this, or whose price is not known in advance.',
      }),
    hours: hours.optional(),
  })
  .refine((each) => each.decision !== 'allow' || each.operation !== undefined, {
    path: ['operation'],
    error: 'must be given: a rule allows one method',
  })
  .refine((each) => each.decision !== 'allow' || each.above_credits === undefined, {
    path: ['above_credits'],
    error: 'must be left out of a rule that allows calls',
  })

/** Without labels of other scripts (`xn--`), which can look like another host. */
const host = z
  .string()
  .max(253)
  .regex(/^(?:(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!xn--)[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: 'must be the name of a host in lower case, such as example.org',
  })

const ruleTest = z.strictObject({
  for: subject,
  operation,
  arguments: z.record(z.string().max(100), z.json()).default({}),
  tainted: z.boolean().default(false).meta({ description: 'Whether the caller has read text written by others.' }),
  at: z.iso.datetime({ offset: true }).optional().meta({ description: 'When; now if omitted.' }),
  expect: z.enum(['allow', 'ask', 'deny']),
})

const rulesDocument = z
  .strictObject({
    preset: z.enum(['careful', 'balanced', 'read-only']).default('balanced'),
    rules: z.array(rule).max(maxRules).default([]),
    tests: z.array(ruleTest).max(maxTests).default([]),
    links: z.array(host).max(maxLinks).default([]).meta({
      description: "The hosts whose addresses are shown as links in the agent's answers.",
    }),
  })
  .meta({
    title: 'Rules of an account',
    description: `Of all rules that match a call, the strictest counts: deny, then ask, then allow. At most ${maxDocumentBytes} bytes.`,
  })

export type RulesDocument = z.output<typeof rulesDocument>
export type DocumentRule = z.output<typeof rule>
export type RuleSubject = z.output<typeof subject>
export type RuleTest = z.output<typeof ruleTest>
export type Preset = RulesDocument['preset']

/** Of an account that has set no rules. */
export const defaultDocument: RulesDocument = { preset: 'balanced', rules: [], tests: [], links: [] }

/** The JSON Schema of a rules document, for editors. */
export function rulesSchema(): object {
  return z.toJSONSchema(rulesDocument, { io: 'input' })
}

/**
 * Reads a document of rules.
 *
 * @param text JSON
 * @throws ApiError invalid_argument with the first faults
 */
export function parseRules(text: string): RulesDocument {
  if (Buffer.byteLength(text) > maxDocumentBytes)
    throw invalidArgument('document', `must be at most ${maxDocumentBytes} bytes`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalidArgument('document', 'must be JSON')
  }
  const { success, data, error } = rulesDocument.safeParse(json)
  if (success) return data
  const faults = error.issues.slice(0, maxFaultsShown).map(({ path, message }) => `${pathText(path)}: ${message}`)
  throw invalidArgument('document', `must follow the schema (${faults.join('; ')})`)
}

/**
 * Reads one rule.
 *
 * @throws ApiError invalid_argument for its first fault, which names the condition
 */
export function parseRule(value: unknown): DocumentRule {
  const { success, data, error } = rule.safeParse(value)
  if (success) return data
  const [{ path, message } = { path: [], message: 'must be a rule' }] = error.issues
  throw invalidArgument(path.join('_'), message)
}

/**
 * Checks rules for one subject.
 *
 * @param given in the form of a document's, without `for`
 * @throws ApiError invalid_argument with the first faults
 */
export function rulesFor(subject: RuleSubject, given: readonly object[]): DocumentRule[] {
  const { success, data, error } = z.array(rule).safeParse(given.map((each) => ({ ...each, for: subject })))
  if (success) return data
  const faults = error.issues.slice(0, maxFaultsShown).map(({ path, message }) => ({
    path: pathText(['rules', ...path]),
    message,
  }))
  throw new ApiError('invalid_argument', 'The rules are not valid.', { details: faults })
}

/** A document in which the rules for one subject are replaced. @throws ApiError failed_precondition if it has too many */
export function withRulesFor(document: RulesDocument, { kind, id }: RuleSubject, own: DocumentRule[]): RulesDocument {
  const others = document.rules.filter((each) => each.for?.kind !== kind || each.for.id !== id)
  if (others.length + own.length <= maxRules) return { ...document, rules: [...others, ...own] }
  const message = `An account can have at most ${maxRules} rules. Remove one before you add another.`
  throw new ApiError('failed_precondition', message)
}

/** `rules[2].operation` */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text === '' ? 'document' : text.replace(/^\./, '')
}

/** The effects that act: everything but reading, and creating records that only the account sees. */
const acting = effects.slice(effects.indexOf('overwrites own'))
const programs = ['agent', 'app', 'mcp'] as const

/** The rules of each preset, besides those that always count. */
export const presetRules: Readonly<Record<Preset, readonly DocumentRule[]>> = {
  careful: programs.flatMap((kind) => acting.map((effect) => ({ decision: 'ask', for: { kind }, effect }) as const)),
  balanced: [],
  'read-only': [...acting, 'creates own' as const].map((effect) => ({ decision: 'deny', effect }) as const),
}

/** What each preset means, for people. */
export const presetTexts: Readonly<Record<Preset, { readonly name: string; readonly text: string }>> = {
  careful: {
    name: 'Careful',
    text: 'Agents, apps and MCP clients read and create your records. They ask you before they do anything else.',
  },
  balanced: {
    name: 'Balanced',
    text: 'Agents, apps and MCP clients ask you only after they have read text written by others, but always before anything that is never done without you.',
  },
  'read-only': {
    name: 'Read only',
    text: 'Agents, apps, MCP clients and programs with a token can read what is free. Everything else is denied.',
  },
}
