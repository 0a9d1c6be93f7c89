import { randomInt } from 'node:crypto'

const maxLength = 50
const minLength = 3

/** Parts of addresses that would make an app look like a page of the server. */
const reserved: ReadonlySet<string> = new Set(
  'account admin api app apps build builds docs edit embed frame gallery health icon new official onedoor sdk settings signin signup'.split(
    ' ',
  ),
)

/** Whether no app may have this slug. */
export function isReserved(slug: string): boolean {
  return reserved.has(slug)
}

/**
 * The slug of a name: letters without accents, digits, and hyphens in place of everything else. Undefined if it is too short, as
 * for a name in Chinese.
 */
export function slugOf(name: string): string | undefined {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = trimmed(plain.slice(0, 4 * maxLength)).slice(0, maxLength)
  const whole = trimmed(slug)
  return whole.length < minLength ? undefined : whole
}

/**
 * Slugs to try until one is free: the base itself, then with a number. The last numbers are random, because a thousand apps may
 * have the same name.
 *
 * @param base a slug, or undefined for `app-` and a number
 */
export function* slugsFrom(base: string | undefined): Generator<string> {
  if (base !== undefined && !isReserved(base)) yield base
  const stem = base ?? 'app'
  for (let number = base === undefined ? 1 : 2; number <= 9; number++) yield numbered(stem, number)
  for (const digits of [4, 6, 9, 12]) {
    for (let tries = 0; tries < 3; tries++) yield numbered(stem, randomInt(10 ** (digits - 1), 10 ** digits))
  }
}

function numbered(stem: string, number: number): string {
  const suffix = `-${number}`
  return `${trimmed(stem.slice(0, maxLength - suffix.length))}${suffix}`
}

function trimmed(slug: string): string {
  return slug.replace(/^-+|-+$/g, '')
}
