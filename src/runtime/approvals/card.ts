import type { ArgumentKind, Effect } from '#generated/server/operations.ts'
import { quote, truncate } from '../base/text/quote.ts'
import { creditsText } from '../money/amounts.ts'
import { factsOf, isGiven } from './operation-facts.ts'
import type { Actor, Approval } from './types.ts'

/** Characters of an argument in a notification. */
const maxShown = 1000
/** Characters of a question that a person decides in a dialog. */
const maxQuestion = 4000

/** An argument as a person reads it. Text, never HTML: it may be by anyone. */
export interface CardArgument {
  readonly name: string
  readonly kind: ArgumentKind | undefined
  /** The text itself, or any other value as JSON. */
  readonly value: string
}

/** An approval in plain words. */
export interface Card {
  /** Such as `Delete a note?` */
  readonly title: string
  /** Who asks, and why. */
  readonly why: string
  /** What would go where; undefined if nothing leaves the account. */
  readonly goes: string | undefined
  /** A sentence, such as `It costs 2 credits.`; undefined for a call that is free. */
  readonly price: string | undefined
  readonly arguments: readonly CardArgument[]
  /** Whether it costs credits or grants rights: allowing it needs the password again, and counts for this call alone. */
  readonly needsPassword: boolean
}

type Shown = Pick<Approval, 'operation' | 'args' | 'actor' | 'reason' | 'microCredits'>

/** The approval in plain words. */
export function cardOf(approval: Shown): Card {
  const { operation, args, actor, reason, microCredits } = approval
  const { effects, argumentKinds: kinds, priceUnit } = factsOf(operation, args)
  return {
    title: cardTitle(approval),
    why: `${actorText(actor)} wants to call ${operation}. ${reason}`,
    goes: goesText(args, kinds, effects),
    price: priceText(microCredits, priceUnit),
    arguments: Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, kind: kinds[name], value: textOf(value) })),
    needsPassword: isCostlyOrGrants(approval),
  }
}

/** Whether the call costs credits or grants rights: allowing it needs the password, and counts once. */
export function isCostlyOrGrants({
  operation,
  args,
  microCredits,
}: Pick<Shown, 'operation' | 'args' | 'microCredits'>) {
  const { effects } = factsOf(operation, args)
  return microCredits > 0 || effects.includes('spends') || effects.includes('grants')
}

/** The question, such as `Delete a note?` */
export function cardTitle({ operation }: Pick<Approval, 'operation'>): string {
  return `${factsOf(operation, {}).summary}?`
}

/** The card as plain text, for notifications and the inbox. */
export function cardText(approval: Shown): string {
  const { why, goes, price, arguments: given } = cardOf(approval)
  const lines = given.map(({ name, value }) => `${name}: ${truncate(value, maxShown)}`)
  return [why, ...lines, ...(goes ? [goes] : []), ...(price ? [price] : [])].join('\n')
}

/**
 * The card as plain text to decide by: every argument whole, as JSON on one line, so that none can look like another line.
 *
 * @returns undefined if it is too long for a dialog
 */
export function cardQuestion(approval: Shown): string | undefined {
  const { title, why, goes, price } = cardOf(approval)
  const lines = Object.entries(approval.args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const text = [title, why, ...lines, goes, price]
    .filter((line) => line !== undefined)
    .map(inOneLine)
    .join('\n')
  return text.length > maxQuestion ? undefined : text
}

/** The text with everything escaped that breaks or turns a line, or cannot be seen. */
function inOneLine(text: string): string {
  const escaped = (char: string) => `\\u{${char.codePointAt(0)?.toString(16)}}`
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)
}

function actorText({ kind, name }: Actor): string {
  const named = name === undefined ? '' : ` ${quote(name)}`
  switch (kind) {
    case 'agent':
      return `The agent${named}`
    case 'work':
      return `Background work${named}`
    case 'event':
      return `The event${named}`
    case 'app':
      return `The app${named}`
    case 'mcp':
      return `The MCP client${named}`
    case 'token':
      return `A program with the token${named}`
  }
}

function goesText(
  args: Approval['args'],
  kinds: Readonly<Record<string, ArgumentKind>>,
  effects: readonly Effect[],
): string | undefined {
  const given = (...which: ArgumentKind[]) =>
    Object.keys(args).filter((name) => isGiven(args[name]) && which.includes(kinds[name] as ArgumentKind))
  const places = given('recipient', 'address').map((name) => textOf(args[name]))
  const isPublic = effects.includes('publishes')
  const where = [...places, ...(isPublic ? ['everyone, because it becomes public'] : [])]
  if (where.length === 0) return undefined
  const what = given('text', 'instructions').join(', ')
  return what === ''
    ? `This call reaches ${where.join(' and ')}.`
    : `The content of ${what} goes to ${where.join(' and ')}.`
}

function priceText(microCredits: number, priceUnit: string | undefined): string | undefined {
  if (priceUnit !== undefined) return `The price varies: it is charged ${priceUnit}.`
  return microCredits > 0 ? `It costs up to ${creditsText(microCredits)}.` : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
