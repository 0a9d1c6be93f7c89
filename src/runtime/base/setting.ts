import type { Environment } from './environment.ts'
import { parseUrl } from './parse-url.ts'

/** One setting, as docs/configuration.md and all error messages tell of it. */
export interface Setting<Value> {
  /** The environment variable. */
  readonly name: string
  /** What a value must be, as the end of a sentence that begins with "must be". */
  readonly rule: string
  /** What holds when nothing is set, as text of the same form that the environment would hold. */
  readonly fallback?: string
  /** How the settings page describes the default, if its text is not clear by itself. */
  readonly fallbackText?: string
  /** One sentence: what the setting is for. */
  readonly meaning: string
  /** What is off, or different, while nothing is set. */
  readonly without: string
  /** A value that is right. */
  readonly example: string
  /** A secret's value is never repeated, neither in an error nor in a log. */
  readonly secret?: true
  /** Makes what reads the text, once the setting is read: most have no value, and schemas take long to make. */
  readonly schema: () => TextSchema<Value>
}

/** Reads a text: `success` with its value as `data`. Schemas of zod do. */
export interface TextSchema<Value> {
  safeParse(text: string): { readonly success: boolean; readonly data?: Value }
}

/** A setting that always has a value. */
export function setting<Value>(entry: Setting<Value> & { fallback: string }): Setting<Value> {
  return entry
}

/** A setting that may be left out. */
export function optional<Value>(entry: Omit<Setting<Value>, 'fallback'>): Setting<Value | undefined> {
  return entry as Setting<Value | undefined>
}

/** A schema for what every start reads: it is made a hundred times, and one of zod takes longer than to read the text. */
class Text<Value> implements TextSchema<Value> {
  readonly #read: (text: string) => { readonly data: Value } | undefined

  /** @param read the value of a text; undefined if it has none */
  constructor(read: (text: string) => { readonly data: Value } | undefined) {
    this.#read = read
  }

  safeParse(text: string): { readonly success: boolean; readonly data?: Value } {
    const found = this.#read(text)
    return found === undefined ? { success: false } : { success: true, ...found }
  }

  transform<Made>(make: (value: Value) => Made): Text<Made> {
    return new Text((text) => {
      const found = this.#read(text)
      return found && { data: make(found.data) }
    })
  }

  /** Takes one word, too, which stands for `value`. */
  or<Other>(word: string, value: Other): Text<Value | Other> {
    return new Text<Value | Other>((text) => (text === word ? { data: value } : this.#read(text)))
  }
}

/** Takes what `parse` finds a value in. @param parse returns undefined for other texts */
export function parsedBy<Value>(parse: (text: string) => Value | undefined): Text<Value> {
  return new Text((text) => {
    const data = parse(text)
    return data === undefined ? undefined : { data }
  })
}

/** Takes whole numbers, both bounds included, as decimal digits only. */
export function wholeNumber(min: number, max: number): Text<number> {
  return new Text((text) => {
    const data = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return data >= min && data <= max ? { data } : undefined
  })
}

/** Takes addresses of http: and https: without query and fragment, and leaves out slashes at their end. */
export function baseUrl(): Text<string> {
  return new Text((text) => {
    const url = parseUrl(text)
    const isBase =
      url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.search === '' && url.hash === ''
    return isBase ? { data: text.replace(/\/+$/, '') } : undefined
  })
}

/** Settings by the name of the value that the code reads. */
export type Settings = Readonly<Record<string, Setting<unknown>>>

/** The values of settings. */
export type Values<Of extends Settings> = {
  readonly [Key in keyof Of]: Of[Key] extends Setting<infer Value> ? Value : never
}

/**
 * Reads settings from the environment. A blank variable counts as not set, because that is what `PORT= npm start` means.
 *
 * @returns the values, and one sentence for each setting that cannot be used
 */
export function readSettings<Of extends Settings>(
  settings: Of,
  env: Environment,
): { values: Values<Of>; faults: string[] } {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(settings)) {
    const text = env[entry.name]?.trim() || entry.fallback
    if (text === undefined) continue
    const parsed = entry.schema().safeParse(text)
    if (parsed.success) values[key] = parsed.data
    else faults.push(faultOf(entry, text))
  }
  return { values: values as Values<Of>, faults }
}

function faultOf(entry: Setting<unknown>, text: string): string {
  const value = entry.secret ? 'is something else (it is a secret and not shown)' : `is ${JSON.stringify(text)}`
  return `${entry.name} must be ${entry.rule}, but ${value}. Example: ${entry.name}=${entry.example}`
}
