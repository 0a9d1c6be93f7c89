import type { Effect } from '#generated/server/operations.ts'
import { conditionText, effectMeanings } from '#runtime/base/effects.ts'
import type { OperationFacts } from '../operations.ts'

/** Effects that stay within the account and can be undone: they go on after text by others has been read. */
const harmless = new Set<Effect>(['reads own', 'reads others', 'creates own', 'spends'])

/** What a run may spend without asking after it has read text by others. */
const freeMicroCredits = 10_000_000

/** docs/permissions.md: what each method does, and what the agent may do with it. */
export function permissionsPage(operations: readonly OperationFacts[]): string {
  const rows = operations
    .filter(({ formOf }) => formOf === undefined)
    .map((each) => [`\`${each.id}\``, effectsText(each), untaintedText(each), taintedText(each)])
  const effects = (Object.keys(effectMeanings) as Effect[]).map((effect) => [effect, effectMeanings[effect]])
  return `<!-- Written by \`npm run generate\` from spec/; edit that. -->

# Permissions

Every method says what it does. What the agent may do follows from that, and from what it has read. Text by others, such
as mail, posts and pages, may contain instructions that are not yours. Once the agent has read such text in a run, it may
still read and store new records, but it asks before it does anything else.

Allowed means within the rights of the caller. When the agent asks, it proposes the call, and the call runs only if you
allow it. You chose a record, a recipient or an address if you picked, attached or typed it in the same request. The rules
of an account or a token can be stricter.

## Effects

${table(['Effect', 'Meaning'], effects)}

## Methods

${table(['Method', 'What it does', 'The agent', 'After it has read text by others'], rows)}
`
}

function effectsText({ effects, effectWhen }: OperationFacts): string {
  return effects.map((effect) => `${effect} ${conditionText(effectWhen?.[effect])}`.trim()).join('; ')
}

function untaintedText({ withheld, topUp }: OperationFacts): string {
  if (topUp) return 'not available'
  return withheld ? 'asks' : 'allowed'
}

function taintedText(operation: OperationFacts): string {
  const { effects, effectWhen, argumentKinds, withheld, topUp } = operation
  if (topUp) return 'not available'
  if (withheld) return 'asks'
  if (operation.microCredits > freeMicroCredits) return 'asks'
  const acts = effects.filter((effect) => !harmless.has(effect))
  if (acts.length === 0) return effects.includes('spends') ? 'allowed, up to 10 credits in a run' : 'allowed'
  const always = acts.some((effect) => effectWhen?.[effect] === undefined)
  const conditions = always ? '' : ` ${conditionText(acts.flatMap((effect) => effectWhen?.[effect] ?? []))}`
  const chosen = Object.values(argumentKinds).some((kind) => ['object', 'recipient', 'address'].includes(kind))
  return `asks${conditions}${chosen ? ', unless you chose it' : ''}`
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
