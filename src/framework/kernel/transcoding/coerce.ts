import {
  type DescEnum,
  type DescField,
  type DescMessage,
  fromJson,
  type JsonValue,
  ScalarType,
} from '@bufbuild/protobuf'
import { isWrapperDesc } from '@bufbuild/protobuf/wkt'
import { FieldText } from './fields.ts'

/** A value of parsed JSON, in which text of a query string or form may represent any type. */
export type Given = unknown

/** The JSON of a message: its known fields by their original names. */
export type MessageFields = Record<string, unknown>

/** The faults of a request, one sentence each. */
export type Faults = string[]

const maxDepth = 64
const maxFaults = 20

/**
 * Converts the fields of a request to the JSON form of its message: names in either spelling become the original ones,
 * unknown ones are dropped, and values are converted to the type of their field if nothing is lost (`"5"` for a number,
 * `5` for a string, a single value for a list). Adds to `faults` what does not fit.
 */
export function coerceMessage(message: DescMessage, given: Given, faults: Faults): MessageFields {
  const fields = emptyFields()
  const place: Place = { faults, path: '', depth: 0 }
  if (!isObject(given)) faults.push('The message must be an object with fields.')
  else if (jsonMessages.has(message.typeName)) return (opened(given, place) as MessageFields | undefined) ?? fields
  else fill(message, given, fields, place)
  return fields
}

/**
 * Merges the fields of `over` into those of `under`: groups field by field, everything else as a whole. An explicit null
 * removes (RFC 7396).
 */
export function overlaid(under: MessageFields, over: MessageFields): MessageFields {
  const merged = Object.assign(emptyFields(), under)
  for (const [name, value] of Object.entries(over)) {
    const below = merged[name]
    if (value === null) delete merged[name]
    else merged[name] = isObject(value) && isObject(below) ? overlaid(below, value) : value
  }
  return merged
}

interface Place {
  readonly faults: Faults
  /** Where in the message: `address.city`. */
  readonly path: string
  readonly depth: number
}

function emptyFields(): MessageFields {
  return Object.create(null) as MessageFields
}

function isObject(value: unknown): value is MessageFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof FieldText)
}

function inside(place: Place, name: string): Place {
  return { ...place, path: place.path === '' ? name : `${place.path}.${name}`, depth: place.depth + 1 }
}

function fault({ faults, path }: Place, rule: string): undefined {
  if (faults.length < maxFaults) faults.push(`${path} must be ${rule}.`)
  return undefined
}

const fieldsByName = new WeakMap<DescMessage, Map<string, DescField>>()

function fieldNamed(message: DescMessage, name: string): DescField | undefined {
  let fields = fieldsByName.get(message)
  if (fields === undefined) {
    fields = new Map()
    // A descriptor need not have the JSON name of a field; the original name wins if two fields clash.
    for (const name of ['localName', 'jsonName', 'name'] as const) {
      for (const field of message.fields) if (field[name] !== '') fields.set(field[name], field)
    }
    fieldsByName.set(message, fields)
  }
  return fields.get(name)
}

function fill(message: DescMessage, given: MessageFields, fields: MessageFields, place: Place): void {
  if (place.depth > maxDepth) {
    fault(place, `nested at most ${maxDepth} deep`)
    return
  }
  for (const [name, value] of Object.entries(given)) {
    const field = fieldNamed(message, name)
    if (!field) continue
    const coerced = fieldValue(field, value, inside(place, field.name))
    if (coerced !== undefined) fields[field.name] = coerced
  }
}

function fieldValue(field: DescField, given: Given, place: Place): unknown {
  if (given === null) return null
  if (field.fieldKind === 'list') return listValue(field, given, place)
  if (field.fieldKind === 'map') return mapValue(field, given, place)
  return singleValue(field, given, place)
}

type Single =
  | { readonly scalar: ScalarType; readonly enum: undefined; readonly message: undefined }
  | { readonly scalar: undefined; readonly enum: DescEnum; readonly message: undefined }
  | { readonly scalar: undefined; readonly enum: undefined; readonly message: DescMessage }

function singleValue(kind: Single, given: Given, place: Place): unknown {
  if (kind.message) return messageValue(kind.message, given, place)
  if (kind.scalar !== undefined) return scalarValue(kind.scalar, given, place)
  return enumValue(kind.enum, given, place)
}

function listValue(field: DescField & { fieldKind: 'list' }, given: Given, place: Place): unknown {
  const items = listItems(field, given, place)
  if (items === undefined) return undefined
  if (!Array.isArray(items)) return fault(place, 'a list')
  return items.map((item, index) => {
    const at = { ...place, path: `${place.path}[${index}]`, depth: place.depth + 1 }
    if (item === null && field.message?.typeName !== 'google.protobuf.Value') return fault(at, 'no null')
    return singleValue(field, item, at)
  })
}

/** A single value is a list of one; text may also hold the whole list as JSON. */
function listItems(field: DescField & { fieldKind: 'list' }, given: Given, place: Place): unknown {
  if (Array.isArray(given)) return given
  if (!(given instanceof FieldText)) return isObject(given) && !field.message ? given : [given]
  const [only] = given.texts
  if (given.texts.length === 1 && only?.trimStart().startsWith('[')) {
    const isText = field.listKind === 'scalar' && [ScalarType.STRING, ScalarType.BYTES].includes(field.scalar)
    if (!isText) return parsed(only, place, 'a list')
    // Any text is a text: it is a list only if it can be read as one.
    const list = jsonOr(only)
    if (Array.isArray(list)) return list
  }
  return given.texts.map((text) => textOf(text))
}

function textOf(text: string): FieldText {
  const field = new FieldText(false)
  field.texts.push(text)
  return field
}

function mapValue(field: DescField & { fieldKind: 'map' }, given: Given, place: Place): unknown {
  const entries = given instanceof FieldText ? parsed(oneText(given, place), place, 'an object') : given
  if (entries === undefined) return undefined
  if (!isObject(entries)) return fault(place, 'an object')
  const values = emptyFields()
  for (const [key, value] of Object.entries(entries)) {
    const at = inside(place, key)
    const coerced = value === null && !field.message ? fault(at, 'no null') : singleValue(field, value, at)
    if (coerced !== undefined) values[key] = coerced
  }
  return values
}

/** Messages that are a string in JSON, and its format. */
const textMessages = new Map([
  ['google.protobuf.Timestamp', 'a time such as 2026-01-31T12:00:00Z'],
  ['google.protobuf.Duration', 'a duration such as 1.5s'],
  ['google.protobuf.FieldMask', 'field names, separated by commas'],
])
const jsonMessages = new Set(['Value', 'Struct', 'ListValue', 'Any'].map((name) => `google.protobuf.${name}`))

function messageValue(message: DescMessage, given: Given, place: Place): unknown {
  if (isWrapperDesc(message)) return scalarValue(message.fields[0].scalar, given, place)
  const textRule = textMessages.get(message.typeName)
  if (textRule !== undefined) return textMessage(message, textRule, scalarValue(ScalarType.STRING, given, place), place)
  if (jsonMessages.has(message.typeName)) return plainJson(message, given, place)
  const value = given instanceof FieldText ? parsed(oneText(given, place), place, 'an object') : given
  if (value === undefined) return undefined
  if (!isObject(value)) return fault(place, 'an object')
  const fields = emptyFields()
  fill(message, value, fields, place)
  return fields
}

function textMessage(message: DescMessage, rule: string, text: unknown, place: Place): unknown {
  if (text === undefined) return undefined
  try {
    fromJson(message, text as JsonValue)
    return text
  } catch {
    return fault(place, rule)
  }
}

/** Messages that accept any JSON: text of a query string is parsed as JSON if possible, and a string otherwise. */
function plainJson(message: DescMessage, given: Given, place: Place): unknown {
  const isAnything = message.typeName === 'google.protobuf.Value'
  if (!isAnything && given instanceof FieldText) return parsed(oneText(given, place), place, 'JSON')
  return opened(given, place)
}

function opened(given: Given, place: Place): unknown {
  if (place.depth > maxDepth) return fault(place, `nested at most ${maxDepth} deep`)
  if (given instanceof FieldText) {
    const values = given.texts.map((text) => jsonOr(text))
    return values.length === 1 ? values[0] : values
  }
  if (Array.isArray(given)) return given.map((item) => opened(item, inside(place, '[]')))
  if (typeof given === 'bigint') return Number(given)
  if (!isObject(given)) return given
  const fields = emptyFields()
  for (const [name, value] of Object.entries(given)) fields[name] = opened(value, inside(place, name))
  return fields
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function parsed(text: string | undefined, place: Place, rule: string): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return fault(place, `${rule}, written as JSON or field by field`)
  }
}

/** The text of a field that holds a single value; in a form its parts are joined. */
function oneText(given: FieldText, place: Place): string | undefined {
  const { texts, isForm } = given
  if (texts.length > 1 && !isForm) return fault(place, 'given once')
  return texts.join(',')
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const whole = /^-?\d+$/

function scalarValue(scalar: ScalarType, given: Given, place: Place): unknown {
  const value = given instanceof FieldText ? oneText(given, place) : given
  if (value === undefined || value === null) return value
  switch (scalar) {
    case ScalarType.STRING:
      return isPlain(value) ? String(value) : fault(place, 'a text')
    case ScalarType.BYTES:
      return typeof value === 'string' ? value : fault(place, 'bytes as base64')
    case ScalarType.BOOL:
      return booleanValue(value) ?? fault(place, 'true or false')
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return floatValue(value) ?? fault(place, 'a number')
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return longValue(value, place)
    default:
      return intValue(value) ?? fault(place, 'a whole number')
  }
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
}

function booleanValue(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = String(value).toLowerCase()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

function floatValue(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (['NaN', 'Infinity', '-Infinity'].includes(text)) return text
  return decimal.test(text) ? Number(text) : undefined
}

function intValue(value: unknown): number | undefined {
  const number = floatValue(value)
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

/** A value that was rounded in transit must not be taken for the caller's. */
function longValue(value: unknown, place: Place): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string' && whole.test(value.trim())) return value.trim()
  const number = intValue(value)
  if (number === undefined) return fault(place, 'a whole number')
  if (!Number.isSafeInteger(number)) return fault(place, 'a text of digits if it is over 9007199254740991')
  return String(number)
}

/** Rejects unknown names, which would be dropped silently. Unknown numbers pass, for newer services. */
function enumValue({ values }: DescEnum, given: Given, place: Place): unknown {
  const value = given instanceof FieldText ? oneText(given, place) : given
  if (value === undefined || value === null || typeof value === 'number') return value
  if (typeof value === 'bigint') return fault(place, 'a whole number of 32 bits')
  if (typeof value === 'string' && whole.test(value)) return Number(value)
  if (values.some(({ name, jsonName }) => name === value || jsonName === value)) return value
  const names = values.slice(0, maxFaults).map(({ name }) => name)
  return fault(place, `one of ${names.join(', ')}`)
}
