import type { Environment } from './environment.ts'
import { parseUrl } from './parse-url.ts'
import { type SettingText, settingTexts } from './setting-sources.ts'

/** One setting, as docs/configuration.md and all error messages describe it. */
export interface Setting<Value> {
  /** The environment variable. */
  readonly name: string
  /** What a value must be, as the end of a sentence that begins with "must be". */
  readonly rule: string
  /** The default, in the form of the environment variable. */
  readonly fallback?: string
  /** How the settings page describes the default, if its text needs an explanation. */
  readonly fallbackText?: string
  /** One sentence: what the setting is for. */
  readonly meaning: string
  /** What is off or different without the setting. */
  readonly without: string
  /** A valid value. */
  readonly example: string
  /** A secret's value is never repeated, neither in an error nor in a log. It can also be in a file, which `<name>_FILE` names. */
  readonly secret?: true
  /** The value is the path of a file that the server reads. */
  readonly isFile?: true
  /** A running server uses a changed value after SIGHUP: its users read it from the settings every time. */
  readonly isReloadable?: true
  /** Creates the parser when the setting is read: most settings have no value, and creating schemas is slow. */
  readonly schema: () => TextSchema<Value>
}

/** Parses a text: `success` with its value as `data`. Zod schemas have it. */
export interface TextSchema<Value> {
  safeParse(text: string): { readonly success: boolean; readonly data?: Value }
}

/** A setting that always has a value. */
export function setting<Value>(entry: Setting<Value> & { fallback: string }): Setting<Value> {
  return entry
}

/** An optional setting. */
export function optional<Value>(entry: Omit<Setting<Value>, 'fallback'>): Setting<Value | undefined> {
  return entry as Setting<Value | undefined>
}

/** A schema for settings that every start reads: a hundred are created, and creating a zod one takes longer than parsing. */
class Text<Value> implements TextSchema<Value> {
  readonly #read: (text: string) => { readonly data: Value } | undefined

  /** @param read the value of a text; undefined if the text is invalid */
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

  /** Also accepts one word, which means `value`. */
  or<Other>(word: string, value: Other): Text<Value | Other> {
    return new Text<Value | Other>((text) => (text === word ? { data: value } : this.#read(text)))
  }
}

/** Accepts texts in which `parse` finds a value. @param parse returns undefined for other texts */
export function parsedBy<Value>(parse: (text: string) => Value | undefined): Text<Value> {
  return new Text((text) => {
    const data = parse(text)
    return data === undefined ? undefined : { data }
  })
}

/** Accepts whole numbers, both bounds included, as decimal digits only. */
export function wholeNumber(min: number, max: number): Text<number> {
  return new Text((text) => {
    const data = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return data >= min && data <= max ? { data } : undefined
  })
}

/** Accepts http: and https: addresses without query and fragment, and removes slashes at their end. */
export function baseUrl(): Text<string> {
  return new Text((text) => {
    const url = parseUrl(text)
    const isBase =
      url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.search === '' && url.hash === ''
    return isBase ? { data: text.replace(/\/+$/, '') } : undefined
  })
}

/** Settings by the names that the code uses. */
export type Settings = Readonly<Record<string, Setting<unknown>>>

/** The values of settings. */
export type Values<Of extends Settings> = {
  readonly [Key in keyof Of]: Of[Key] extends Setting<infer Value> ? Value : never
}

/**
 * Reads settings from the environment and the files that it names; see `settingTexts`.
 *
 * @returns the values, the texts of those that are set, by the name of the setting, and one sentence for each fault
 */
export function readSettings<Of extends Settings>(
  settings: Of,
  env: Environment,
): { values: Values<Of>; texts: ReadonlyMap<string, SettingText>; faults: string[] } {
  const { texts, faults: unreadable } = settingTexts(settings, env)
  const faults = [...unreadable]
  const values: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(settings)) {
    const set = texts.get(entry.name)
    const text = set?.text ?? entry.fallback
    if (text === undefined) continue
    const parsed = entry.schema().safeParse(text)
    if (parsed.success) values[key] = parsed.data
    else faults.push(faultOf(entry, text, set?.source))
  }
  return { values: values as Values<Of>, texts, faults }
}

function faultOf(entry: Setting<unknown>, text: string, source: string | undefined): string {
  const value = entry.secret ? 'is something else (the value is secret and not shown)' : `is ${JSON.stringify(text)}`
  const where = source === undefined || source === 'the environment' ? '' : ` in ${source}`
  return `${entry.name} must be ${entry.rule}, but ${value}${where}. Example: ${entry.name}=${entry.example}`
}
