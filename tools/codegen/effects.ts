import type { Operation as Row } from '#generated/server/operations.ts'
import type { Operation } from '#runtime/base/openapi.ts'

/** What an operation does and what its arguments are, with the facts that follow from both. */
export function effectFacts(operation: Operation) {
  const effects = (operation['x-effect'] ?? []) as Row['effects']
  const effectWhen = operation['x-effect-when'] as Row['effectWhen']
  const argumentKinds = (operation['x-argument-kinds'] ?? {}) as Row['argumentKinds']
  const isPaid = operation['x-micro-credits'] !== undefined || operation['x-price-unit'] !== undefined
  const has = (effect: Row['effects'][number]) => effects.includes(effect)
  const argumentOf = (kind: string) => Object.keys(argumentKinds).find((name) => argumentKinds[name] === kind)
  const publishesIf = effectWhen?.publishes?.[0]?.argument
  const instructions = Object.keys(argumentKinds).filter((name) => argumentKinds[name] === 'instructions')
  const instructsIf = effectWhen?.instructs?.find(({ is }) => is !== undefined)
  return {
    effects,
    effectWhen,
    argumentKinds,
    // The price limits paid writes; methods that send count their own messages.
    publicWrite:
      has('publishes') && !isPaid && !has('sends to a person') ? (publishesIf ?? (true as const)) : undefined,
    // What a command sends and where to is in the command.
    sendsTo: has('sends to a person')
      ? argumentOf('recipient')
      : has('leaves the instance') && argumentOf('address') === undefined
        ? argumentOf('object')
        : undefined,
    asksAddress: argumentOf('address'),
    instructs: has('instructs')
      ? {
          arguments: instructions,
          ...(instructsIf && { when: { argument: instructsIf.argument, value: String(instructsIf.is) } }),
        }
      : undefined,
  }
}
