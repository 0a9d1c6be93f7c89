import { randomBytes } from 'node:crypto'

/** What stands in arguments and results for what is different each time they are played. */
export type Mark =
  /** A value of the result of an earlier step. */
  | { readonly kind: 'result'; readonly step: number; readonly path: readonly (string | number)[] }
  /** A value of a result of the world's seed. `call` counts them from 0, in the order in which `seeds.results` has them. */
  | { readonly kind: 'seed'; readonly call: number; readonly path: readonly (string | number)[] }
  /** The address of the world. */
  | { readonly kind: 'address' }
  /** Any text. */
  | { readonly kind: 'any' }

interface MarksOptions {
  /** The address of the world. */
  readonly baseUrl: string
  /** A text that nothing contains; letters and digits only. */
  readonly token?: string | undefined
}

const idText = /\b[a-z]+_(?:[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{16,64})\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/
const timeText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
/** Members whose values the server chooses. */
const chosenName = /^(?:id|.*_id|.*Id|token|secret|slug|etag|cursor|next_cursor|hash|signature)$/
/** Shorter texts are equal by chance, as a whole or inside of others. */
const minReferred = 4
/** What of a longer text can be a known value: looking for each of them would take minutes for a full recording. */
const insideText = /[\w-]{8,}/g

/** A value that calls can refer to. */
interface Known {
  readonly mark: Mark
  /** The place of the mark in `all`; undefined until something refers to it. */
  number: number | undefined
}

/** Finds what is different each time that calls are played, and puts marks in its place. Takes the calls in their order. */
export class Marks {
  /** Those that occur, by their number. In a text, a mark is `token`, its number and `token` again. */
  readonly all: Mark[] = []
  readonly token: string
  readonly #baseUrl: string
  /** Values of results. */
  readonly #known = new Map<string, Known>()
  /** Texts of arguments: results repeat them. */
  readonly #given = new Set<string>()

  constructor({ baseUrl, token = `m${randomBytes(12).toString('hex')}m` }: MarksOptions) {
    this.token = token
    this.#baseUrl = baseUrl
    this.#known.set(baseUrl, { mark: { kind: 'address' }, number: undefined })
  }

  /** The arguments of a call, with marks for what results before it had. */
  inArguments(value: unknown): unknown {
    return mapTexts(value, (text) => {
      const referred = this.#referred(text)
      if (referred === text) this.#given.add(text)
      return referred
    })
  }

  /** Lets the calls after this one refer to its result. @param step its number, for marks */
  remember(result: unknown, step: number): void {
    this.#remember(result, (path) => ({ kind: 'result', step, path }))
  }

  /** Lets all calls refer to the result of a call of the world's seed. @param call its number, for marks */
  rememberSeed({ args, result }: { readonly args: unknown; readonly result: unknown }, call: number): void {
    mapTexts(args, (text) => {
      if (!this.#hasKnown(text, () => true)) this.#given.add(text)
      return text
    })
    this.#remember(result, (path) => ({ kind: 'seed', call, path }))
  }

  #remember(result: unknown, markOf: (path: readonly (string | number)[]) => Mark): void {
    mapTexts(result, (text, path) => {
      if (this.#isChosen(text, path) && !this.#known.has(text)) {
        this.#known.set(text, { mark: markOf(path), number: undefined })
      }
      return text
    })
  }

  /**
   * The result of a call that has been remembered, with marks for what differs each time. Times are not compared: those that
   * are equal by chance are not equal each time.
   */
  inResult(value: unknown, step: number): unknown {
    return mapTexts(value, (text) => {
      if (this.#given.has(text)) return text
      // What it has itself is new with it.
      const isNew = (mark: Mark) => mark.kind === 'result' && mark.step === step
      if (timeText.test(text) || this.#hasKnown(text, isNew)) return this.#any()
      const referred = this.#referred(text)
      return idText.test(referred) ? this.#any() : referred
    })
  }

  /** A text with what its marks mean. */
  written(text: string, write: (mark: Mark) => string): string {
    return text.replace(new RegExp(`${this.token}(\\d+)${this.token}`, 'g'), (_, number: string) =>
      write(this.all[Number(number)] as Mark),
    )
  }

  /** Whether the server chose a value, so that later calls refer to it. */
  #isChosen(text: string, path: readonly (string | number)[]): boolean {
    if (text.length < minReferred || this.#given.has(text)) return false
    return chosenName.test(String(path.at(-1))) || timeText.test(text) || whole(idText, text)
  }

  /** Whether a text is or contains a known value of which `isMeant` is true. */
  #hasKnown(text: string, isMeant: (mark: Mark) => boolean): boolean {
    const isKnown = (value: string) => {
      const known = this.#known.get(value)
      return known !== undefined && isMeant(known.mark)
    }
    return isKnown(text) || (text.match(insideText) ?? []).some(isKnown)
  }

  /** The text with marks for the known values in it. */
  #referred(text: string): string {
    const same = this.#known.get(text)
    if (same) return this.#markOf(same)
    const inside = (part: string) =>
      part.replace(insideText, (value) => {
        const known = this.#known.get(value)
        return known ? this.#markOf(known) : value
      })
    if (!text.includes(this.#baseUrl)) return inside(text)
    return text
      .split(this.#baseUrl)
      .map(inside)
      .join(this.#markOf(this.#known.get(this.#baseUrl) as Known))
  }

  #markOf(known: Known): string {
    known.number ??= this.all.push(known.mark) - 1
    return this.#written(known.number)
  }

  #any(): string {
    return this.#written(this.all.push({ kind: 'any' }) - 1)
  }

  #written(number: number): string {
    return `${this.token}${number}${this.token}`
  }
}

function whole(pattern: RegExp, text: string): boolean {
  return pattern.exec(text)?.[0] === text
}

/** A JSON value with each of its texts changed. @param change also gets where the text is: keys and indexes from the root */
export function mapTexts(
  value: unknown,
  change: (text: string, path: readonly (string | number)[]) => string,
  path: readonly (string | number)[] = [],
): unknown {
  if (typeof value === 'string') return change(value, path)
  if (Array.isArray(value)) return value.map((entry, index) => mapTexts(entry, change, [...path, index]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, mapTexts(entry, change, [...path, name])]),
  )
}
