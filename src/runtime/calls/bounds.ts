/** The upper bounds of an argument and of what it holds. A member that is absent is not bounded. */
export interface Bounds {
  /** Of a text: its length in code points. */
  readonly text?: number
  /** Of a list: how many entries it has. */
  readonly items?: number
  /** Of a list: the bounds of each entry. */
  readonly each?: Bounds
  /** Of an object: its members by name. No other name is allowed. */
  readonly of?: Readonly<Record<string, Bounds>>
}

/** How many faults a refused call is told. */
export const maxFaults = 20

/** So far over a bound nothing is dropped, so that the validators still find one fault more than is told. */
const slack = maxFaults + 1

/**
 * Drops what lies far beyond the bounds, because the validators look at every entry and would collect a fault for each:
 * a list of a million wrong entries must not cost more than one of twenty too many. What is cut is still over its
 * bound, so the validators refuse it.
 *
 * @returns the value itself where it is within its bounds or nearly so, else a shorter copy
 */
export function cutToBounds(value: unknown, bounds: Bounds): unknown {
  if (typeof value === 'string') return bounds.text === undefined ? value : cutText(value, bounds.text)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return cutList(value, bounds)
  return bounds.of ? cutObject(value as Record<string, unknown>, bounds.of) : value
}

/** A code point is at most two units, so twice the units are enough to be too long. */
function cutText(text: string, max: number): string {
  const units = 2 * (max + slack)
  return text.length > units ? text.slice(0, units) : text
}

function cutList(list: readonly unknown[], { items = Number.POSITIVE_INFINITY, each }: Bounds): unknown {
  const kept = list.length > items + slack ? list.slice(0, items + slack) : list
  if (!each) return kept
  const entries = kept.map((entry) => cutToBounds(entry, each))
  return entries.every((entry, index) => entry === kept[index]) ? kept : entries
}

function cutObject(object: Readonly<Record<string, unknown>>, of: NonNullable<Bounds['of']>): unknown {
  const unknown = unknownNames(object, of)
  const copy: Record<string, unknown> = {}
  let isChanged = unknown.length === slack
  for (const name in of) {
    if (!Object.hasOwn(object, name)) continue
    copy[name] = cutToBounds(object[name], of[name] as Bounds)
    if (copy[name] !== object[name]) isChanged = true
  }
  if (!isChanged) return object
  for (const name of unknown) copy[name] = object[name]
  return copy
}

/** The first names that no member has. */
function unknownNames(object: Readonly<Record<string, unknown>>, of: NonNullable<Bounds['of']>): string[] {
  const names: string[] = []
  for (const name in object) {
    if (!Object.hasOwn(of, name) && names.push(name) === slack) break
  }
  return names
}
