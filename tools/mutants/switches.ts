import type { Mutant } from './mutate.ts'

/** Which mutant is in place while tests run, and which places they came to. */
export class Switches {
  /** The number of the mutant that is in place; undefined for none. */
  active: number | undefined
  /** Whether anything came to the mutant in place. */
  isActiveReached = false
  readonly #reached = new Set<number>()

  /** Notes that something came to a mutant's place, and tells whether that mutant acts. */
  isOn(mutant: number): boolean {
    this.#reached.add(mutant)
    if (mutant !== this.active) return false
    this.isActiveReached = true
    return true
  }

  /** Mutants that something came to since the last call. */
  takeReached(): number[] {
    const reached = [...this.#reached]
    this.#reached.clear()
    return reached
  }
}

/** Where the switches are in a process that runs tests; without them no mutant acts. */
export const holder = globalThis as { mutantSwitches?: Switches | undefined }

interface Place {
  readonly start: number
  readonly end: number
  readonly isStatement: boolean
  readonly choices: { readonly id: number; readonly text: string }[]
}

/**
 * The source text with every mutant in it beside the original; which one acts is asked when it is come to, so that a
 * loaded file serves for all of its mutants.
 *
 * @param firstId the number of the first mutant; the others' follow
 */
export function switchable(source: string, mutants: readonly Mutant[], firstId: number): string {
  const places = placesOf(source, mutants, firstId)

  /** The text of a range, whose places are those from `index` to before `last`. */
  function rendered(start: number, end: number, index: number, last: number): string {
    let text = ''
    let at = start
    for (let i = index; i < last; ) {
      const place = places[i] as Place
      let next = i + 1
      while (next < last && (places[next] as Place).start < place.end) next++
      const original = rendered(place.start, place.end, i + 1, next)
      text += source.slice(at, place.start) + (place.isStatement ? statement : expression)(place, original)
      at = place.end
      i = next
    }
    return text + source.slice(at, end)
  }

  const whole = rendered(0, source.length, 0, places.length)
  return `${whole}\nfunction isMutantOn(id: number): boolean { return (globalThis as any).mutantSwitches?.isOn(id) ?? false }\n`
}

/** In braces: a line that began with a parenthesis would continue the one before. */
function statement({ choices }: Place, original: string): string {
  const others = choices.map(({ id, text }) => `if (isMutantOn(${id})) {${text}} else `).join('')
  return `{${others}{${original}}}`
}

function expression({ choices }: Place, original: string): string {
  const others = choices.map(({ id, text }) => `isMutantOn(${id}) ? (${text}) : `).join('')
  return `(${others}(${original}))`
}

/** The places of mutants, each before those within it. */
function placesOf(source: string, mutants: readonly Mutant[], firstId: number): Place[] {
  const places = new Map<string, Place>()
  for (const [index, { start, end, text, reachStart, reachEnd, isStatement }] of mutants.entries()) {
    const key = `${reachStart}-${reachEnd}-${isStatement}`
    const place = places.get(key) ?? { start: reachStart, end: reachEnd, isStatement, choices: [] }
    places.set(key, place)
    const mutated = source.slice(reachStart, start) + text + source.slice(end, reachEnd)
    place.choices.push({ id: firstId + index, text: mutated })
  }
  return [...places.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.isStatement) - Number(a.isStatement),
  )
}
