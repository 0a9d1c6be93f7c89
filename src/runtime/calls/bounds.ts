/** The upper bounds of an argument and its contents. An absent member is not bounded. */
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

/** How many faults an error lists. */
export const maxFaults = 20

/** Nothing is dropped up to this far over a bound, so that the validators still find one fault more than is listed. */
const slack = maxFaults + 1

/**
 * Drops the parts far beyond the bounds, because the validators check every entry and would collect a fault for each:
 * a list of a million wrong entries must not cost more than one of twenty too many. What is cut is still over its
 * bound, so the validators reject it.
 *
 * @returns the value itself if it is within its bounds or nearly so, otherwise a shorter copy
 */
export function cutToBounds(value: unknown, bounds: Bounds): unknown {
  return isNear(value, bounds) ? value : cut(value, bounds)
}

/** Whether nothing has to be cut. Runs for every call, so it allocates nothing. */
function isNear(value: unknown, { text, items, each, of }: Bounds): boolean {
  if (typeof value === 'string') return text === undefined || value.length <= 2 * (text + slack)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) {
    if (items !== undefined && value.length > items + slack) return false
    return each === undefined || value.every((entry) => isNear(entry, each))
  }
  if (!of) return true
  let unknown = 0
  for (const name in value) {
    if (!Object.hasOwn(of, name)) unknown += 1
    else if (!isNear((value as Record<string, unknown>)[name], of[name] as Bounds)) return false
    if (unknown === slack) return false
  }
  return true
}

function cut(value: unknown, bounds: Bounds): unknown {
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

function cutList(list: readonly unknown[], { items = Number.POSITIVE_INFINITY, each }: Bounds): unknown[] {
  const kept = list.slice(0, items + slack)
  return each ? kept.map((entry) => cutToBounds(entry, each)) : kept
}

function cutObject(object: Readonly<Record<string, unknown>>, of: NonNullable<Bounds['of']>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const name in of) {
    if (Object.hasOwn(object, name)) copy[name] = cutToBounds(object[name], of[name] as Bounds)
  }
  for (const name of unknownNames(object, of)) copy[name] = object[name]
  return copy
}

/** The first names that are not members. */
function unknownNames(object: Readonly<Record<string, unknown>>, of: NonNullable<Bounds['of']>): string[] {
  const names: string[] = []
  for (const name in object) {
    if (!Object.hasOwn(of, name) && names.push(name) === slack) break
  }
  return names
}
