/** How many backups of each kind are kept. */
export interface Keep {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

/** Parses `7 daily, 4 weekly, 12 monthly`; undefined if the text is something else or keeps nothing. */
export function parseKeep(text: string): Keep | undefined {
  const keep = { daily: 0, weekly: 0, monthly: 0 }
  const seen = new Set<string>()
  for (const part of text.split(',')) {
    const [, count, kind] = /^\s*(\d{1,4}) +(daily|weekly|monthly)\s*$/.exec(part) ?? []
    if (kind === undefined || seen.has(kind) || Number(count) > 1000) return undefined
    seen.add(kind)
    keep[kind as keyof Keep] = Number(count)
  }
  return keep.daily + keep.weekly + keep.monthly > 0 ? keep : undefined
}

const dayMs = 86_400_000
/** 1 January 1970 was a Thursday, and weeks begin on Monday. */
const weekOf = (ms: number) => Math.floor((Math.floor(ms / dayMs) + 3) / 7)

const periods: Readonly<Record<keyof Keep, (ms: number) => string>> = {
  daily: (ms) => new Date(ms).toISOString().slice(0, 10),
  weekly: (ms) => String(weekOf(ms)),
  monthly: (ms) => new Date(ms).toISOString().slice(0, 7),
}

/**
 * The backups that are kept: the newest of each of the last days, weeks and months (in UTC) that have one, and always the
 * newest of all.
 *
 * @param times when good backups were created, in epoch milliseconds
 */
export function keptOf(times: readonly number[], keep: Keep): Set<number> {
  const newestFirst = [...times].sort((a, b) => b - a)
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [kind, periodOf] of Object.entries(periods) as [keyof Keep, (ms: number) => string][]) {
    const newest = new Map<string, number>()
    for (const time of newestFirst) if (!newest.has(periodOf(time))) newest.set(periodOf(time), time)
    for (const time of [...newest.values()].slice(0, keep[kind])) kept.add(time)
  }
  return kept
}
