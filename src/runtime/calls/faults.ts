import type { ErrorObject } from 'ajv'
import { patternMessages } from '#generated/server/pattern-messages.ts'
import { ApiError, type ArgumentFault } from '../base/errors.ts'
import { truncate } from '../base/text/quote.ts'
import { maxFaults } from './bounds.ts'
import { type KnownOperation, meantArgument, sameName } from './meant-argument.ts'
import { decimalNumber, wholeNumber } from './number-texts.ts'

type Known = KnownOperation & { readonly hasBody: boolean }

const misplaced = 'belongs in the JSON body, not in the address'
const shownInSentence = 3
/** Names of unknown arguments are chosen by the caller, of any length. */
const maxNameLength = 60

/**
 * The `invalid_argument` error for a validator's faults: the first twenty in `details`, the first few in the
 * sentence, which also says whether there are more.
 *
 * @param errors what the compiled validator reported, paths relative to `values`
 * @param values the validated values, which distinguish a repeated argument from one of the wrong type
 * @param known the operation: its id, whether its arguments belong in the body, and which are aliases
 */
export function invalidArguments(errors: readonly ErrorObject[], values: unknown, known: Known): ApiError {
  return errorOfFaults(describe(errors, values, known))
}

/** The `invalid_argument` error for these faults; the rest after twenty is not described. */
export function errorOfFaults(faults: readonly ArgumentFault[]): ApiError {
  const details = faults.slice(0, maxFaults)
  const shown = details.slice(0, shownInSentence).map(({ path, message }) => `${path} ${message}`)
  return new ApiError('invalid_argument', `${shown.join('; ')}${restOf(faults.length)}.`, { details })
}

function restOf(count: number): string {
  if (count <= shownInSentence) return ''
  if (count <= maxFaults) return `; and ${count - shownInSentence} more, see details`
  return `; and more, the first ${maxFaults} in details`
}

/** Stops after one more than is listed: a body full of faults must cost little more than one with a few. */
function describe(errors: readonly ErrorObject[], values: unknown, known: Known): ArgumentFault[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const faults = new Map<string, string[]>()
  for (const error of errors) {
    const inAlternative = alternatives.some(
      (group) => group !== error && error.schemaPath.startsWith(`${group.schemaPath}/`),
    )
    if (inAlternative) continue
    const path = pathOf(error)
    const message = messageOf(error, values, known)
    const present = faults.get(path) ?? []
    if (!present.includes(message)) faults.set(path, [...present, message])
    if (faults.size > maxFaults) break
  }
  return [...faults].map(([path, messages]) => ({ path, message: mostSpecific(messages) }))
}

/** If one fault explains another, its sentence is enough: an empty text is also too short and does not match the pattern. */
function mostSpecific(messages: string[]): string {
  return [misplaced, 'must not be empty'].find((message) => messages.includes(message)) ?? messages.join(', ')
}

/** `/requestBody/tags/2` becomes `tags[2]`. */
function pathOf(error: ErrorObject): string {
  const [, , ...segments] = error.instancePath
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (error.keyword === 'required') segments.push(String(error.params.missingProperty))
  if (error.keyword === 'additionalProperties')
    segments.push(truncate(String(error.params.additionalProperty), maxNameLength))
  const path = segments.reduce(
    (whole, part) => (whole && /^\d+$/.test(part) ? `${whole}[${part}]` : whole ? `${whole}.${part}` : part),
    '',
  )
  return path || 'body'
}

/**
 * The message for a value that breaks a rule, for forms that check before they send.
 *
 * @param params what the validator reports with the keyword, such as `{ limit: 200 }` with `maxLength`
 */
export function ruleMessage(keyword: string, params: object): string {
  const fault = { keyword, params, instancePath: '', schemaPath: '' }
  return messageOf(fault, undefined, { id: '', hasBody: false })
}

function messageOf(error: ErrorObject, values: unknown, known: Known): string {
  const { keyword, params } = error
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      if (known.hasBody && error.instancePath === '/query') return misplaced
      return `is not an argument of ${known.id}${hint(meantName(error, values, known))}`
    case 'type':
      if (Array.isArray(valueAt(values, error.instancePath)) && params.type !== 'array') {
        return error.instancePath.startsWith('/query/')
          ? 'is given more than once'
          : `must be ${named(params.type)}, not a list`
      }
      return `must be ${named(params.type)}`
    case 'enum':
      return mustBe(params.allowedValues as unknown[], valueAt(values, error.instancePath))
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return `must have at least ${count(params.limit, 'entry', 'entries')}`
    case 'maxItems':
      return `must have at most ${count(params.limit, 'entry', 'entries')}`
    case 'uniqueItems':
      return 'must not contain the same entry twice'
    case 'pattern':
      return patterns[params.pattern] ?? `must have the form ${params.pattern}`
    case 'format':
      return `must be ${formats[params.format] ?? `of the format ${params.format}`}`
    default:
      return error.message ?? 'is not right'
  }
}

const patterns: Record<string, string> = {
  ...patternMessages,
  [decimalNumber]: 'must be a number',
  [wholeNumber]: 'must be a whole number',
}

const formats: Record<string, string> = {
  'date-time': 'an RFC 3339 time with an offset, such as 2026-11-21T09:30:00Z',
  date: 'a day such as 2026-11-21',
  uri: 'an absolute address such as https://example.org/page',
  email: 'an email address',
  byte: 'base64',
  int32: 'a whole number below 2,147,483,648',
  int64: 'a whole number below 9,223,372,036,854,775,808',
}

function named(type: unknown): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  }
  return names[String(type)] ?? String(type)
}

function count(n: number, one: string, many: string): string {
  return n === 1 ? `1 ${one}` : `${n} ${many}`
}

function valueAt(values: unknown, instancePath: string): unknown {
  return instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values)
}

function mustBe(allowed: readonly unknown[], given: unknown): string {
  const values = allowed.map((value) => (value === '' ? '"" (empty)' : String(value)))
  if (values.length === 1) return `must be ${values[0]}`
  const meant = typeof given === 'string' && given.length <= maxNameLength ? sameName(given, values) : undefined
  return `must be one of ${values.join(', ')}${hint(meant)}`
}

function meantName({ instancePath, params }: ErrorObject, values: unknown, known: Known): string | undefined {
  const name = String(params.additionalProperty)
  if (name.length > maxNameLength) return undefined
  return meantArgument(known, name, instancePath, Object.keys(valueAt(values, instancePath) as object))
}

function hint(meant: string | undefined): string {
  return meant === undefined ? '' : ` (did you mean ${meant}?)`
}
