import { type Subject, valuesAt } from './evaluate.ts'
import { pathOf } from './expression.ts'

/** The counts beside a list. The service for short links spells them in its older style. */
interface Counts {
  readonly total?: number
  readonly offset?: number
  readonly next_offset?: number
  readonly nextOffset?: number
  readonly next_cursor?: string
  readonly nextCursor?: string
  readonly is_total_at_least?: boolean
  readonly isTotalAtLeast?: boolean
  readonly is_truncated?: boolean
}

/** What the document says about a list. */
export interface ListBounds {
  readonly max: number | undefined
  /** Whether its result names a next page. */
  readonly hasPages: boolean
}

/** The arguments that decide which page is returned. */
interface PageArgs {
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: string
}

/**
 * The disagreements between a list, the counts beside it and the arguments of its page.
 *
 * @param list the path of the list
 * @param bounds how long it can be
 */
export function countFaults(list: string, subject: Subject, bounds: ListBounds): string[] {
  const value = subject.value as Counts & Readonly<Record<string, unknown>>
  if (value[list.split('.')[0] as string] === undefined) return []
  const args = subject.args as PageArgs
  const count = valuesAt(pathOf(list), subject).length
  const { total } = value
  const nextOffset = value.next_offset ?? value.nextOffset
  const hasNext = nextOffset !== undefined || (value.next_cursor ?? value.nextCursor) !== undefined
  const isExact = !(value.is_total_at_least ?? value.isTotalAtLeast)
  // How many entries precede a page by cursor is not known without its `offset`.
  const skipped = args.cursor === undefined ? (value.offset ?? args.offset ?? 0) : value.offset
  const rules: [boolean, string][] = [
    [args.limit === undefined || count <= args.limit, `${count} entries, but the limit is ${args.limit}`],
    [
      value.offset === undefined ||
        args.offset === undefined ||
        args.cursor !== undefined ||
        value.offset === args.offset,
      `offset is ${value.offset}, but ${args.offset} was requested`,
    ],
    [!hasNext || count > 0, 'a next page after an empty one'],
    [
      nextOffset === undefined || skipped === undefined || nextOffset === skipped + count,
      `next_offset is ${nextOffset} after ${skipped} + ${count} entries`,
    ],
    [value.is_truncated !== true || count > 0, 'truncated, but empty'],
  ]
  if (total !== undefined && isExact && skipped !== undefined) {
    const end = skipped + count
    const isCut = hasNext || value.is_truncated === true
    rules.push(
      [count === 0 || total >= end, `total is ${total}, but the page ends at ${end}`],
      [!isCut || total > end, `total is ${total}, but there is more after ${end}`],
      [total <= end || isCut || mayBeCut(value, args, count, bounds), `total is ${total}, but the list ends at ${end}`],
    )
  }
  return rules.flatMap(([holds, fault]) => (holds ? [] : [`${list}: ${fault}`]))
}

/** Whether a list that names no next page may have further entries: if it is as long as it can be, and has no pages. */
function mayBeCut(value: Counts, { limit }: PageArgs, count: number, { max, hasPages }: ListBounds): boolean {
  if (hasPages || value.is_truncated !== undefined) return false
  return count === limit || count === max
}
