import { randomInt } from 'node:crypto'

const maxLength = 50
const minLength = 3

/** Parts of addresses that an app must not be taken for. */
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
 * The slug that a name gives: letters without their accents, digits, and hyphens for what is between them. Undefined where that
 * is too short, as for a name in Chinese.
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
 * Slugs to try one after the other, until one is free: the base itself, then with a number. The last ones are random, because a
 * thousand apps may have the same name.
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
