import type { Operation } from '#generated/server/operations.ts'

/** A longer one is not stored: titles and ids are short. */
const maxLength = 1000

/** The call that takes another one back. */
export interface UndoCall {
  readonly operation: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The call that takes a successful one back, as its operation declares it; undefined if none does. */
export function undoOf(
  { undo }: Pick<Operation, 'undo'>,
  args: Readonly<Record<string, unknown>>,
  result: unknown,
): UndoCall | undefined {
  if (!undo) return undefined
  const found = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], { args, result })
  if (undo.if !== undefined && found(undo.if) !== true) return undefined
  const values = Object.entries(undo.arguments).map(
    ([name, from]) => [name, typeof from === 'string' ? found(from) : from] as const,
  )
  if (values.some(([, value]) => value === undefined)) return undefined
  const call = { operation: undo.operation, arguments: Object.fromEntries(values) }
  return JSON.stringify(call).length > maxLength ? undefined : call
}
