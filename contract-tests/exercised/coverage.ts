import type { Document } from '../../src/runtime/base/openapi.ts'
import { operationsOf } from '../../src/runtime/base/openapi.ts'

/** Statuses by operation id. */
export interface Coverage {
  /** From the product with its own handlers. */
  readonly product: ReadonlyMap<string, ReadonlySet<string>>
  /** From handlers that tests put in their place. */
  readonly standIns: ReadonlyMap<string, ReadonlySet<string>>
}

/** Documented for no operation but required of all: a wrong verb. */
const wrongVerb = '405'

/** The reported statuses of each method and door, by id: those that the document describes individually. */
export function reportable(document: Document): Map<string, string[]> {
  return new Map(
    operationsOf(document)
      // The gateway passes on what services return.
      .filter(({ operation }) => !operation['x-path'])
      .map(({ operation }) => {
        const described = Object.keys(operation.responses).filter((status) => status !== 'default')
        return [operation.operationId, operation['x-door'] ? described.sort() : [...described, wrongVerb].sort()]
      }),
  )
}

/**
 * What a run exercised.
 *
 * @param lines `notes.add 200 product`, in any order and number; including operations that are not reported
 */
export function coverageOf(lines: readonly string[], statuses: ReadonlyMap<string, readonly string[]>): Coverage {
  const product = new Map<string, Set<string>>()
  const standIns = new Map<string, Set<string>>()
  for (const line of lines) {
    const [id = '', status = '', origin] = line.trim().split(' ')
    if (!statuses.get(id)?.includes(status)) continue
    const side = origin === 'product' ? product : standIns
    side.set(id, (side.get(id) ?? new Set()).add(status))
  }
  return { product, standIns }
}

const heading = `# Operation by operation, the documented statuses that the tests provoke and hold against the document: first from the
# product with its own handlers, then those that only handlers in their place return. Written by \`npm test\`; it may only
# grow. What a busy machine may provoke in the product (409, 429, 500, 503, 504) is added by hand, where a test always
# provokes it.
`
const columns = ['product', 'stand-ins'] as const
/** Wide enough for the longest id, and for all statuses that an operation documents. */
const widths = [22, 48] as const

/** The report; operations in order, statuses ascending. */
export function coverageText({ product, standIns }: Coverage): string {
  const ids = [...new Set([...product.keys(), ...standIns.keys()])].sort()
  const rows = ids.map((id) => {
    const own = product.get(id) ?? new Set()
    const others = [...(standIns.get(id) ?? [])].filter((status) => !own.has(status))
    const [first, second] = [[...own], others].map((statuses) => statuses.sort().join(' ') || '-')
    return `${id.padEnd(widths[0])} ${first?.padEnd(widths[1])} ${second}`.replace(/ +-$/, '')
  })
  const names = `# ${'operation'.padEnd(widths[0] - 2)} ${columns[0].padEnd(widths[1])} ${columns[1]}`
  return `${[`${heading}${names}`, ...rows].join('\n')}\n`
}

/** Reads a report back. Operations and statuses that the document no longer has are left out. */
export function readCoverage(text: string, statuses: ReadonlyMap<string, readonly string[]>): Coverage {
  const lines = text.split('\n').flatMap((row) => {
    if (row.startsWith('#') || row.trim() === '') return []
    const id = row.slice(0, row.indexOf(' '))
    const [first, second] = [widths[0] + 1, widths[0] + widths[1] + 2]
    const own = row.slice(first, second)
    const others = row.slice(second)
    const records = (part: string, origin: string) =>
      (part.match(/\d+/g) ?? []).map((each) => `${id} ${each} ${origin}`)
    return [...records(own, 'product'), ...records(others, 'stand-ins')]
  })
  return coverageOf(lines, statuses)
}

/** What a busy machine may provoke in one run and not in the next: a call that still runs, a limit, a time that is over. */
const byChance: ReadonlySet<string> = new Set(['409', '429', '500', '503', '504'])

/** The responses of a run that are not listed. */
interface Growth {
  /** The list with the new responses, except for those that may be accidental. */
  readonly coverage: Coverage
  /** What is new and not in the list, as `notes.add 409 product`; sorted. */
  readonly left: readonly string[]
}

/**
 * The list after a run that provoked everything in it. A status that may have come by chance is not added: the next
 * run would miss it.
 */
export function grown(now: Coverage, before: Coverage, statuses: ReadonlyMap<string, readonly string[]>): Growth {
  // A stand-in returns what its test says.
  const chances = linesOf({ product: now.product, standIns: new Map() })
  const left = new Set(chances.filter((line) => byChance.has(line.split(' ')[1] as string)))
  for (const line of linesOf({ product: before.product, standIns: new Map() })) left.delete(line)
  // What stand-ins returned before, and no longer do, now comes from the product every time.
  const moved = new Set(linesOf({ product: new Map(), standIns: before.standIns }))
  for (const line of linesOf({ product: new Map(), standIns: now.standIns })) moved.delete(line)
  for (const line of moved) left.delete(line.replace(columns[1], columns[0]))
  const kept = linesOf(now).filter((line) => !left.has(line))
  return { coverage: coverageOf(kept, statuses), left: [...left].sort() }
}

function linesOf({ product, standIns }: Coverage): string[] {
  const sides = [
    [product, columns[0]],
    [standIns, columns[1]],
  ] as const
  return sides.flatMap(([side, name]) =>
    [...side].flatMap(([id, statuses]) => [...statuses].map((status) => `${id} ${status} ${name}`)),
  )
}

/**
 * What a run did not exercise, as sentences.
 *
 * @param isServed whether the product serves an operation itself
 * @param before the report before the run
 */
export function gaps(
  now: Coverage,
  before: Coverage,
  statuses: ReadonlyMap<string, readonly string[]>,
  isServed: (id: string) => boolean,
): string[] {
  const found: string[] = []
  for (const [id, expected] of statuses) {
    const own = now.product.get(id)
    if (isServed(id) && !own?.has('200')) {
      found.push(
        `${id} is served, and no test provokes a success of it: add one, or what it needs to contract-tests/needs.ts.`,
      )
    }
    for (const status of expected) {
      if (!own?.has(status) && !now.standIns.get(id)?.has(status)) {
        const suite = /^doors\./.test(id) ? 'door-responses.test.ts' : 'documented-responses.test.ts'
        found.push(`${id} documents ${status}, and no test of every day provokes it: add a way to ${suite}.`)
      }
    }
    for (const [side, name] of [
      ['product', columns[0]],
      ['standIns', columns[1]],
    ] as const) {
      for (const status of before[side].get(id) ?? []) {
        if (!now[side].get(id)?.has(status) && !own?.has(status)) {
          found.push(
            `${id} ${status} (${name}) was provoked by a test of every day before and is not any more: see \`daily\` in tools/test/quick.ts.`,
          )
        }
      }
    }
  }
  return found
}
