import type { CliArgument, CliMethod } from '#generated/cli/index.ts'
import { nearest } from '#runtime/base/text/nearest.ts'
import { quote, truncate } from '../../../runtime/base/text/quote.ts'
import { UsageError } from '../output/terminal.ts'
import type { Sources } from './argument-sources.ts'
import { ruleOf } from './described.ts'
import { kebab } from './spelling.ts'

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** What was typed after a method's name: the text or texts of each argument by name, and the JSON source. */
export interface Typed {
  readonly values: Readonly<Record<string, string | readonly string[] | boolean | undefined>>
  readonly json: string | undefined
}

/**
 * The arguments of a call. Options take precedence over the same argument in JSON. Single values are checked here against the API
 * document, so that mistakes are reported at once and without a server; the server checks the rest.
 *
 * @throws UsageError with every fault, one per line
 */
export async function argumentsOf(method: CliMethod, typed: Typed, sources: Sources): Promise<Record<string, unknown>> {
  const args = typed.json === undefined ? {} : await sources.object('--json', typed.json)
  const faults = unknownNames(method, args)
  for (const argument of method.args) {
    const given = typed.values[argument.name]
    const option = `--${kebab(argument.name)}`
    if (given !== undefined) {
      const texts = Array.isArray(given) ? given : [given as string | boolean]
      const values = await Promise.all(texts.map((text) => readValue(argument, option, text, sources)))
      args[argument.name] = argument.isList ? values : values[0]
    }
    const fault = faultOf(argument, args[argument.name])
    if (fault !== undefined) faults.push(`${option} ${fault}`)
  }
  if (faults.length > 0) throw new UsageError(faults.join('\n'))
  return args
}

/** A value of the declared type if the text is one; otherwise the text itself, which then fails the check. */
async function readValue(argument: CliArgument, option: string, given: string | boolean, sources: Sources) {
  if (typeof given === 'boolean') return given
  const isNumeric = argument.type === 'integer' || argument.type === 'number'
  if (isNumeric) return NUMBER.test(given) ? Number(given) : given
  const text = await sources.text(option, given)
  return argument.type === 'object' ? objectOf(text) : text
}

/** The value of a JSON text; otherwise the text itself, which then fails the check. */
function objectOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function unknownNames({ args: known }: CliMethod, args: Record<string, unknown>): string[] {
  const names = known.map(({ name }) => name)
  return Object.keys(args)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const meant = nearest(name, names)
      return `"${name}" in --json is not an argument; ${meant ? `did you mean "${meant}"?` : `the arguments are: ${names.join(', ') || 'none'}`}`
    })
}

function faultOf(argument: CliArgument, value: unknown): string | undefined {
  const { isRequired, isList, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = argument
  if (value === undefined) return isRequired ? `is missing: ${argument.description.replaceAll('\n', ' ')}` : undefined
  if (!isList) return faultOfValue(argument, value)
  if (!Array.isArray(value)) return `must be a list, each entry ${ruleOf(argument)}`
  if (value.length < minItems) return `must be given ${minItems === 1 ? 'at least once' : `at least ${minItems} times`}`
  if (value.length > maxItems) return `may be given at most ${maxItems} times; it is given ${value.length} times`
  return value.map((entry) => faultOfValue(argument, entry)).find((fault) => fault !== undefined)
}

function faultOfValue(argument: CliArgument, value: unknown): string | undefined {
  const { type, values, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = argument
  const rule = () =>
    `must be ${ruleOf(argument)}; it is ${typeof value === 'string' ? quote(value) : truncate(JSON.stringify(value), 64)}`
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : rule()
  if (type === 'string') return typeof value === 'string' ? faultOfText(argument, value, values) : rule()
  if (type === 'object') return isObject(value) ? undefined : rule()
  const isRight = typeof value === 'number' && Number.isFinite(value) && value >= minimum && value <= maximum
  return isRight && (type === 'number' || Number.isInteger(value)) ? undefined : rule()
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function faultOfText(argument: CliArgument, text: string, values: readonly string[] | undefined): string | undefined {
  if (values) {
    if (values.includes(text)) return undefined
    const meant = nearest(text, values)
    return `must be ${ruleOf(argument)}; it is ${quote(text)}${meant ? ` (did you mean ${meant}?)` : ''}`
  }
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = argument
  const length = [...text].length
  if (length === 0 && minLength > 0) return 'must not be empty'
  if (length >= minLength && length <= maxLength) return undefined
  return `must be ${ruleOf(argument)}; it has ${length}`
}
