import { type Effect, type Operation, operations } from '#generated/server/operations.ts'
import { isCapability } from '../accounts/grant.ts'

const byId: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]))

/** The facts about an operation that approvals use. */
interface OperationFacts extends Pick<Operation, 'summary' | 'argumentKinds'> {
  /** All that the call with these arguments does. */
  readonly effects: readonly Effect[]
  /** Whether only a person can make the call: it starts or decides what agents do. */
  readonly isForPeople: boolean
}

/** The facts about a call; an unknown operation has none. */
export function factsOf(operation: string, args: object): OperationFacts {
  const found = byId.get(operation)
  if (!found) return { summary: operation, argumentKinds: {}, effects: [], isForPeople: false }
  const { summary, argumentKinds, withheld, family } = found
  return { summary, argumentKinds, effects: effectsOf(found, args), isForPeople: withheld && isCapability(family) }
}
