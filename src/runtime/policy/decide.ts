import type { Effect } from '#generated/server/operations.ts'
import { effectsOf, isGiven } from '../approvals/operation-facts.ts'
import { MICRO_CREDITS_PER_CREDIT } from '../money/amounts.ts'
import { sameAddress } from './address-text.ts'
import type { Arguments, DecidedOperation, Decision, Rule, Trust } from './types.ts'

/** What a run that has read text by others may spend without approval, in credits. */
export const maxTaintedCredits = 10

/** What needs consent once text by others has been read, in the words of a card. */
const consented: ReadonlyMap<Effect, string> = new Map([
  ['overwrites own', 'changes an existing record'],
  ['destroys', 'deletes something'],
  ['publishes', 'makes something public'],
  ['sends to a person', 'sends something to a person'],
  ['leaves the instance', 'requests an address outside this server'],
  ['spends', `can bring what this run has spent above ${maxTaintedCredits} credits`],
  ['instructs', 'gives the agent instructions'],
  ['grants', 'gives somebody access'],
])

/** What the person allows neither by choosing an object nor by a rule: neither an amount nor a right is one. */
const neverChosen: ReadonlySet<Effect> = new Set(['spends', 'grants'])

/** The kinds of arguments that a choice has to match. Free text is what a chosen call is for. */
const chosenKinds = ['object', 'recipient', 'address', 'visibility', 'setting', 'instructions'] as const

/**
 * Decides about one call, whose arguments have been checked. It depends on these arguments alone, and on no word in any
 * language.
 *
 * @param rules of the account, those in effect for this caller. One that allows never spends or grants for a caller who has read
 *   text by others
 * @param found what the handler has found that the call does, which its arguments do not show
 */
export function decide(
  operation: DecidedOperation,
  args: Arguments,
  trust: Trust,
  rules: readonly Rule[] = [],
  found?: Effect,
): Decision {
  const decision = decisionOn(operation, args, trust, rules, found)
  if (decision.kind !== 'ask' || found) return decision
  return { kind: 'ask', reason: [decision.reason, ...foundLater(operation, args)].join(' ') }
}

/** What only the handler finds out: who approves the call approves this as well. */
function foundLater({ effectWhen }: DecidedOperation, args: Arguments): string[] {
  const texts = {
    'overwrites own': 'It replaces the existing record of that name, if there is one.',
    publishes: 'If the record is public, others see the change.',
  }
  return (['overwrites own', 'publishes'] as const)
    .filter((effect) => effectWhen?.[effect]?.some(({ argument, exists }) => exists && isGiven(args[argument])))
    .map((effect) => texts[effect])
}

function decisionOn(
  operation: DecidedOperation,
  args: Arguments,
  trust: Trust,
  rules: readonly Rule[],
  found: Effect | undefined,
): Decision {
  const effects = effectsOf(operation, args, found)
  const ruled = ruleFor(operation, args, { effects, rules })
  if (ruled === 'deny')
    return { kind: 'deny', reason: `A rule of this account forbids ${operation.id} for this caller.` }
  const { actor } = trust
  if (effects.includes('instructs') && (actor.kind === 'work' || actor.kind === 'event')) {
    const reason = `${operation.id} would start another run of the agent, which a run without a person cannot do.`
    return { kind: 'deny', reason }
  }
  if (operation.withheld && isAgent(trust)) {
    return { kind: 'ask', reason: `${operation.id} is never called by the agent without approval.` }
  }
  if (ruled === 'ask') return { kind: 'ask', reason: `A rule of this account asks for approval of ${operation.id}.` }
  if (!trust.isTainted) return { kind: 'allow' }
  const needed = neededConsent(operation, args, effects, trust)
  if (needed.length === 0) return { kind: 'allow' }
  const canBeChosen = !needed.some((effect) => neverChosen.has(effect))
  if (canBeChosen && (ruled === 'allow' || isChosen(operation, args, trust))) return { kind: 'allow' }
  const acts = needed.map((effect) => consented.get(effect)).join(' and ')
  return { kind: 'ask', reason: `Text written by others has been read, and this call ${acts}.` }
}

/** Whether a run of the agent makes the call: it may only propose what is withheld from it. */
function isAgent({ actor: { kind } }: Pick<Trust, 'actor'>): boolean {
  return kind === 'agent' || kind === 'work' || kind === 'event'
}

/** What the call does that needs consent. An address that a call stores for opening it also leaves the instance. */
function neededConsent(
  operation: DecidedOperation,
  args: Arguments,
  effects: readonly Effect[],
  trust: Trust,
): Effect[] {
  const gives = Object.entries(operation.argumentKinds).some(
    ([name, kind]) => kind === 'address' && isGiven(args[name]),
  )
  return [...consented.keys()].filter((effect) => {
    if (effect === 'spends') return effects.includes(effect) && isCostly(operation, trust)
    return effects.includes(effect) || (effect === 'leaves the instance' && gives)
  })
}

/** Whether the call could bring the run over its limit. A price that varies is not known before the call. */
function isCostly({ microCredits, priceUnit }: DecidedOperation, { spentMicroCredits }: Trust): boolean {
  const limit = maxTaintedCredits * MICRO_CREDITS_PER_CREDIT
  return priceUnit !== undefined || (microCredits > 0 && spentMicroCredits + microCredits > limit)
}

/** Whether the person chose everything that the call acts on, for this very operation, and at least one such thing. */
function isChosen(operation: DecidedOperation, args: Arguments, { chosen }: Trust): boolean {
  const own = chosen.filter(({ operation: id }) => id === operation.id || id === operation.formOf)
  const acted = actedValues(operation, args)
  return (
    acted.some(({ kind }) => kind !== 'setting') &&
    acted.every((each) => own.some(({ object }) => isSame(object, each)))
  )
}

/** An address can be written in several ways, other values in one: the ids report.txt and REPORT.txt are of two files. */
function isSame(chosen: string, { value, kind }: Acted): boolean {
  return chosen === value || (kind === 'address' && sameAddress(chosen, value))
}

/** A value that a call acts on, sends to, requests or reveals. */
interface Acted {
  readonly kind: string
  readonly value: string
}

/** The values that a call acts on, sends to, requests or reveals: each element of a list, and the name of a switch. */
export function actedValues({ argumentKinds }: Pick<DecidedOperation, 'argumentKinds'>, args: Arguments): Acted[] {
  return Object.entries(argumentKinds).flatMap(([name, kind]) => {
    const given = args[name]
    // A setting that is switched off or emptied matters as well.
    const isActed = kind === 'setting' ? given !== undefined : isGiven(given)
    if (!(chosenKinds as readonly string[]).includes(kind) || !isActed) return []
    const values: unknown[] = Array.isArray(given) && given.length > 0 ? given : [given]
    const textOf = (each: unknown) => (each === true ? name : typeof each === 'string' ? each : JSON.stringify(each))
    return values.map((each) => ({ kind, value: textOf(each) }))
  })
}

/** The strictest of the rules that match a call; undefined if none does. */
function ruleFor(
  operation: DecidedOperation,
  args: Arguments,
  { effects, rules }: { effects: readonly Effect[]; rules: readonly Rule[] },
): Rule['decision'] | undefined {
  const { microCredits, priceUnit } = operation
  const acted = rules.some(({ object }) => object !== undefined) ? actedValues(operation, args) : []
  const decisions = rules
    .filter(
      (rule) =>
        (rule.operation === undefined || rule.operation === operation.id || rule.operation === operation.formOf) &&
        (rule.effect === undefined || effects.includes(rule.effect)) &&
        (rule.object === undefined || acted.some((each) => isSame(rule.object as string, each))) &&
        (rule.aboveMicroCredits === undefined || priceUnit !== undefined || microCredits > rule.aboveMicroCredits),
    )
    .map(({ decision }) => decision)
  return (['deny', 'ask', 'allow'] as const).find((decision) => decisions.includes(decision))
}
