import type { ArgumentKind, Effect, EffectCondition } from '#generated/server/operations.ts'
import { isCapability } from '#runtime/accounts/grant.ts'
import { conditionText, effectMeanings } from '#runtime/base/effects.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { actedValues, decide, maxTaintedCredits } from '#runtime/policy/decide.ts'
import type { Arguments, DecidedOperation, Trust } from '#runtime/policy/types.ts'
import type { OperationFacts } from '../operations.ts'

const untainted: Trust = { isTainted: false, chosen: [], spentMicroCredits: 0, actor: { kind: 'agent' } }
const tainted: Trust = { ...untainted, isTainted: true }

/** docs/permissions.md: what each method does, and what the policy lets the agent do with it. */
export function permissionsPage(operations: readonly OperationFacts[]): string {
  const rows = operations
    .filter(({ formOf }) => formOf === undefined)
    .map((each) => [`\`${each.id}\``, effectsText(each), ...agentTexts(each)])
  const effects = (Object.keys(effectMeanings) as Effect[]).map((effect) => [effect, effectMeanings[effect]])
  return `<!-- Written by \`npm run generate\` from spec/; edit that. -->

# Permissions

Every method says what it does. What the agent may do follows from that, and from what it has read. Text written by
others, such as mail, posts and pages, may contain instructions that are not yours. Once the agent has read such text in
a run, it may still read and store new records, but it asks before it does anything else.

*Allowed* means within the rights of the caller. When the agent asks, it proposes the call, and the call runs only if you
allow it. You chose a record, a recipient or an address if you picked, attached or typed it in the same request. The rules
of an account can be stricter, or allow more.

An approval is valid for one call. It is used up together with the change that it allows: if the call fails and changes
nothing, it can be made again with the same approval. A method that also acts outside the database, such as \`mail.send\`
or \`shell.run\`, uses up the approval before it begins, even if it then fails.

## Effects

${table(['Effect', 'Meaning'], effects)}

## Methods

${table(['Method', 'What it does', 'The agent', 'After reading text written by others'], rows)}
`
}

function effectsText({ effects, effectWhen }: OperationFacts): string {
  return effects.map((effect) => `${effect} ${conditionText(effectWhen?.[effect])}`.trim()).join('; ')
}

/** What the agent may do, and what after it has read text written by others: as the policy decides about examples of calls. */
function agentTexts(operation: OperationFacts): [string, string] {
  const { family, withheld, topUp } = operation
  if (topUp || (withheld && isCapability(family))) return ['not available', 'not available']
  const plain = argumentsOf(operation, ['object', 'recipient', 'text', 'instructions'])
  const before = asks(operation, plain, untainted) ? 'asks' : 'allowed'
  const asking = asks(operation, plain, tainted)
    ? [{ condition: undefined, args: argumentsOf(operation, ['object', 'recipient', 'address']) }]
    : conditionsOf(operation)
        .map((condition) => ({ condition, args: { ...plain, [condition.argument]: condition.is ?? 'x' } }))
        .filter(({ condition, args }) => asks(operation, args, tainted, foundBy(condition)))
  if (asking.length > 0) {
    const conditions = asking.flatMap(({ condition }) => condition ?? [])
    const isForChoice = asking.every(
      ({ args, condition }) => !asks(operation, args, chosen(operation, args), condition && foundBy(condition)),
    )
    return [before, `asks ${conditionText(conditions)}`.trim() + (isForChoice ? ', unless you chose it' : '')]
  }
  const spent = { ...tainted, spentMicroCredits: maxTaintedCredits * MICRO_CREDITS_PER_CREDIT }
  const isLimited = asks(operation, plain, spent)
  return [before, isLimited ? `allowed, up to ${maxTaintedCredits} credits in a run` : 'allowed']
}

/** Arguments of these kinds, without those on which an effect depends. */
function argumentsOf(operation: OperationFacts, kinds: readonly ArgumentKind[]): Arguments {
  const conditional = Object.values(operation.effectWhen ?? {})
    .flat()
    .filter(({ exists }) => exists !== 'public')
  const named = Object.entries(operation.argumentKinds).filter(
    ([name, kind]) => kinds.includes(kind) && !conditional.some(({ argument }) => argument === name),
  )
  return Object.fromEntries(named.map(([name]) => [name, 'x']))
}

/** When a call does more: the conditions of its effects, and an address that it stores. */
function conditionsOf({ effectWhen = {}, argumentKinds }: OperationFacts): EffectCondition[] {
  const addresses = Object.keys(argumentKinds).filter((name) => argumentKinds[name] === 'address')
  return [...Object.values(effectWhen).flat(), ...addresses.map((argument) => ({ argument }))]
}

/** What the handler finds where the condition is about an existing record. */
function foundBy({ exists }: EffectCondition): Effect | undefined {
  return exists && (exists === 'public' ? 'publishes' : 'overwrites own')
}

function asks(operation: OperationFacts, args: Arguments, trust: Trust, found?: Effect): boolean {
  return decide(operation as DecidedOperation, args, trust, [], found).kind === 'ask'
}

/** A run in which the person chose everything that this call acts on. */
function chosen(operation: OperationFacts, args: Arguments): Trust {
  const id = operation.id as DecidedOperation['id']
  return { ...tainted, chosen: actedValues(operation, args).map(({ value: object }) => ({ operation: id, object })) }
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
