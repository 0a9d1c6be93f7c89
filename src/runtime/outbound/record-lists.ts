import { type ZodError, type ZodType, z } from 'zod'

/** What is wrong with a payload, for the log: it names fields, never their values. */
export class PayloadFault extends Error {
  override readonly name = 'PayloadFault'
}

/** The entries of a payload that were left out because they are not as documented. */
export interface SkippedEntries {
  readonly count: number
  /** What is wrong with the first of them. */
  readonly fault: string
}

/** The tally of the payload that is being parsed. Schemas are parsed synchronously, so there is only one. */
let tally: EntryTally | undefined

/** Counts the entries that are skipped in the lists of one payload. */
export class EntryTally {
  #count = 0
  #fault: string | undefined

  get skipped(): SkippedEntries | undefined {
    return this.#fault === undefined ? undefined : { count: this.#count, fault: this.#fault }
  }

  /** Parses a payload whose schema may contain `listOf` and `recordOf`. */
  parse<T>(schema: ZodType<T>, value: unknown): T {
    const outer = tally
    tally = this
    try {
      const parsed = schema.safeParse(value)
      if (parsed.success) return parsed.data
      throw new PayloadFault(faultOf(parsed.error))
    } finally {
      tally = outer
    }
  }

  add(count: number, fault: string): void {
    this.#count += count
    this.#fault ??= fault
  }
}

/**
 * Parses the entries of one list one by one, so that an odd one does not take the others with it. A list of which more
 * than half is odd has another format than documented, and is invalid.
 */
export class EntryParser<T> {
  readonly #schema: ZodType<T>
  #total = 0
  #skipped = 0
  #fault = ''

  constructor(schema: ZodType<T>) {
    this.#schema = schema
  }

  /** @param place of the entry, for the log @returns nothing for an odd entry */
  parse(value: unknown, place = `[${this.#total}]`): readonly T[] {
    this.#total += 1
    const parsed = this.#schema.safeParse(value)
    if (parsed.success) return [parsed.data]
    this.#skipped += 1
    this.#fault ||= joined(place, faultOf(parsed.error))
    return []
  }

  /** @returns what is wrong if more than half of the entries are odd */
  end(counted: EntryTally | undefined): string | undefined {
    if (this.#skipped === 0) return undefined
    if (this.#skipped * 2 > this.#total)
      return `${this.#fault} (${this.#skipped} of ${this.#total} entries are invalid)`
    counted?.add(this.#skipped, this.#fault)
    return undefined
  }
}

/** A list of independent records: those that are not as documented are skipped, counted and logged. */
export function listOf<T>(entry: ZodType<T>): ZodType<T[]> {
  return z.array(z.unknown()).transform((values, context) => {
    const entries = new EntryParser(entry)
    const found = values.flatMap((value) => entries.parse(value))
    return orIssue(found, entries.end(tally), context)
  })
}

/** Independent values by key: those that are not as documented are skipped, counted and logged. */
export function recordOf<T>(value: ZodType<T>, key: ZodType<string> = z.string()): ZodType<Map<string, T>> {
  return z.record(z.string(), z.unknown()).transform((values, context) => {
    const entries = new EntryParser(z.tuple([key, value]))
    const found = new Map(Object.entries(values).flatMap((entry) => entries.parse(entry)))
    return orIssue(found, entries.end(tally), context)
  })
}

/** An issue, not an error that is thrown: within an entry of another list it makes only that entry odd. */
function orIssue<T>(found: T, fault: string | undefined, context: z.RefinementCtx): T {
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  return found
}

/** What is wrong, as the path of the first field that is not as documented. */
function faultOf({ issues }: ZodError): string {
  const [first] = issues
  if (!first) return 'the payload is not as documented'
  const path = first.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  if (first.code === 'custom') return joined(path.replace(/^\./, ''), first.message)
  const expected = 'expected' in first ? `, expected ${String(first.expected)}` : ''
  const rest = issues.length > 1 ? `, and ${issues.length - 1} more` : ''
  return `${path.replace(/^\./, '') || 'the payload'}: ${first.code}${expected}${rest}`
}

function joined(place: string, fault: string): string {
  return `${place}${place === '' || fault.startsWith('[') ? '' : '.'}${fault}`
}
