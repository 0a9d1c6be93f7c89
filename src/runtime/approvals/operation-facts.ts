import { type Operation, operations } from '#generated/server/operations.ts'

const byId: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]))

/** What an argument is: the object acted on, a recipient, visibility, an address, free text or instructions. */
export type ArgumentKind = 'object' | 'recipient' | 'visibility' | 'address' | 'text' | 'instructions'

/** The facts about an operation that approvals use; an unknown operation has none. */
export function factsOf(operation: string): {
  readonly summary: string
  readonly effects: readonly string[]
  readonly kinds: Readonly<Record<string, ArgumentKind>>
} {
  const found = byId.get(operation) as
    | (Operation & { effects?: readonly string[]; argumentKinds?: Readonly<Record<string, ArgumentKind>> })
    | undefined
  return { summary: found?.summary ?? operation, effects: found?.effects ?? [], kinds: found?.argumentKinds ?? {} }
}
