import { replaced } from './preparation.ts'

/** Who calls in the examples of the document, each in those of some families. */
const documentedCaller = /\b(?:layla|marigold|rosa_m|theo)\b/g
/** Where example data says that it is not from a provider. */
const isLabel = /\.(?:source|attribution|licence)$/
const documentedUrl = 'https://onedoor.example'
const id = /\b([a-z]+)_(?:[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{16})\b/g
const time = /\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?/g

/** What is different here from the examples of the document. */
export interface Here {
  readonly baseUrl: string
  readonly username: string
  /** The example's values that were replaced in the sample. */
  readonly values: ReadonlyMap<string, string>
}

/**
 * Where a result differs from the documented one: a line for each place. Ids and times only have to be ids of the same
 * kind and times, and of a list only the first entries are compared, because others may have been there before.
 *
 * @param varying the places that depend on what the account has done, or on the day; with everything inside them
 */
export function differences(documented: unknown, actual: unknown, here: Here, varying: readonly string[]): string[] {
  const found: string[] = []
  const compare = (place: string, expected: unknown, got: unknown): void => {
    if (varying.includes(place)) return
    if (Array.isArray(expected) && Array.isArray(got)) {
      if (expected.length > 0) compare(`${place}[]`, expected[0], got[0])
    } else if (isObject(expected) && isObject(got)) {
      for (const name of new Set([...Object.keys(expected), ...Object.keys(got)]))
        compare(`${place}.${name}`, expected[name], got[name])
    } else if (!isLike(place, expected, got, here)) {
      found.push(`${place} is ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`)
    }
  }
  compare('', documented, actual)
  return found
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isLike(place: string, expected: unknown, got: unknown, { baseUrl, username, values }: Here): boolean {
  if (typeof expected !== 'string' || typeof got !== 'string') return Object.is(expected, got)
  if (isLabel.test(place) && /^example/i.test(got)) return true
  const here = replaced(expected, values).replaceAll(documentedUrl, baseUrl).replace(documentedCaller, username)
  return comparable(here) === comparable(got)
}

function comparable(text: string): string {
  return text.normalize('NFC').replace(id, '$1_').replace(time, 'TIME')
}
