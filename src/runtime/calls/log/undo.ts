import type { Operation } from '#generated/server/operations.ts'

/** A longer one is not stored: titles and ids are short. */
const maxLength = 1000

/** The call that takes another one back. */
export interface UndoCall {
  readonly operation: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** Whether a value of `x-undo` says where to find it, in the arguments or the result of the call that is taken back. */
export function isPlace(from: unknown): from is string {
  return typeof from === 'string' && /^(?:args|result)\./.test(from)
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
  const holds = (condition: string) => {
    const [place = '', value = 'true'] = condition.split(' = ')
    return String(found(place)) === value
  }
  if (!(undo.if?.split(' and ').every(holds) ?? true)) return undefined
  const given = (from: string | boolean) => (isPlace(from) ? found(from) : from)
  const values = Object.entries(undo.arguments).map(([name, from]) => [name, given(from)] as const)
  if (values.some(([, value]) => value === undefined)) return undefined
  const call = { operation: undo.operation, arguments: Object.fromEntries(values) }
  return JSON.stringify(call).length > maxLength ? undefined : call
}
