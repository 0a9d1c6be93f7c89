import { isDeepStrictEqual } from 'node:util'
import type { Outcome, Played, Vector } from './vector.ts'

/** What differs between a vector and what a client made of it, one sentence each; empty if nothing does. */
export function differencesOf(vector: Vector, played: Played | undefined, findings: readonly string[]): string[] {
  if (!played) return ['the runner printed nothing for it', ...findings]
  const found: string[] = [...findings]
  const compare = (what: string, is: unknown, shouldBe: unknown) => {
    if (!isDeepStrictEqual(is, shouldBe))
      found.push(`${what} is ${JSON.stringify(is)} instead of ${JSON.stringify(shouldBe)}`)
  }
  const { error, raw, download, ...whole } = vector.outcome
  const kinds = (outcome: Outcome) => Object.keys(outcome).sort()
  compare('the kind of outcome', kinds(played.outcome), kinds(vector.outcome))
  for (const [kind, value] of Object.entries(whole)) compare(kind, played.outcome[kind as keyof Outcome], value)
  for (const [kind, expected] of Object.entries({ error, raw, download })) {
    const is = (played.outcome[kind as keyof Outcome] ?? {}) as Record<string, unknown>
    for (const [field, value] of Object.entries(expected ?? {})) {
      if (field !== 'headers') compare(`${kind}.${field}`, is[field], value)
      else
        for (const [name, text] of Object.entries(value as Record<string, string>))
          compare(`the header ${name}`, (is.headers as Record<string, string> | undefined)?.[name], text)
    }
  }
  compare('the waits', played.waits_ms, vector.waits_ms ?? [])
  return found
}
