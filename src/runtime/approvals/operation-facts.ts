import { type Effect, type EffectCondition, type Operation, operations } from '#generated/server/operations.ts'
import { isForPeople } from '../accounts/grant.ts'

type Arguments = Readonly<Record<string, unknown>>

export const operationsById: ReadonlyMap<string, Operation> = new Map(
  operations.map((operation) => [operation.id, operation]),
)

/** The facts about a call that approvals use. */
interface CallFacts extends Pick<Operation, 'summary' | 'argumentKinds' | 'priceUnit'> {
  /** What the call with these arguments does. */
  readonly effects: readonly Effect[]
  /** Whether only a person may make the call: it runs an agent, or decides what one may do. */
  readonly isForPeople: boolean
}

/** The facts about a call; one of an unknown operation has none. */
export function factsOf(operation: string, args: Arguments): CallFacts {
  const found = operationsById.get(operation)
  if (!found) return { summary: operation, argumentKinds: {}, effects: [], isForPeople: false }
  const { summary, argumentKinds, priceUnit } = found
  return {
    summary,
    argumentKinds,
    ...(priceUnit !== undefined && { priceUnit }),
    effects: effectsOf(found, args),
    isForPeople: isForPeople(found),
  }
}

/**
 * What a call with these arguments does.
 *
 * @param found an effect that the handler has found, which the arguments do not show
 */
export function effectsOf(
  { effects, effectWhen = {} }: Pick<Operation, 'effects' | 'effectWhen'>,
  args: Arguments,
  found?: Effect,
): Effect[] {
  return effects.filter((effect) => {
    const conditions = effectWhen[effect]
    return conditions === undefined || conditions.some((condition) => applies(condition, args, found === effect))
  })
}

/** Whether an effect of some calls is one of this call. Neither an empty nor a false argument counts as given. */
function applies({ argument, is, exists }: EffectCondition, args: Arguments, isFound: boolean): boolean {
  const value = args[argument]
  if (exists) return isFound
  return is === undefined ? isGiven(value) : value === is
}

/** Whether an argument is given, and neither false nor empty. */
export function isGiven(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0
  return value !== undefined && value !== null && value !== false && value !== '' && !isEmptyList
}
