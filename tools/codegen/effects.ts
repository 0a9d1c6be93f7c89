import type { Operation as Row } from '#generated/server/operations.ts'
import type { Operation } from '#runtime/base/openapi.ts'

/** What an operation does, what its arguments are, what takes it back, and whether its public writes are counted. */
export function effectFacts(operation: Operation) {
  const effects = (operation['x-effect'] ?? []) as Row['effects']
  const effectWhen = operation['x-effect-when'] as Row['effectWhen']
  const argumentKinds = (operation['x-argument-kinds'] ?? {}) as Row['argumentKinds']
  const undo = operation['x-undo'] as Row['undo']
  const isPaid = operation['x-micro-credits'] !== undefined || operation['x-price-unit'] !== undefined
  // The price limits paid writes; methods that send count their own messages.
  const isCounted = effects.includes('publishes') && !isPaid && !effects.includes('sends to a person')
  const when = effectWhen?.publishes
  // A name that others can find taken reveals itself, but only what is made public counts. The handler counts a change of a
  // record that is public already.
  const publishesIf = when?.find(({ is }) => is === true) ?? when?.find(({ exists }) => !exists)
  const publicWrite = !isCounted ? undefined : when ? publishesIf?.argument : (true as const)
  return { effects, effectWhen, argumentKinds, undo, publicWrite }
}
