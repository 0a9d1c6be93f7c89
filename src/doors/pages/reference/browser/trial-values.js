// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Reads, checks and places the values of a form, by the generated table of its method. */

/**
 * The value of a field as it is typed.
 *
 * @param {any} field of the table
 * @param {string} text `""` is the empty one of several choices
 * @param {boolean} sendsEmpty whether nothing typed is an empty value, in place of one that is not sent
 * @returns {{ value?: unknown, fault?: string }} without both, the argument is not sent
 */
export function readField(field, text, sendsEmpty = false) {
  const { kind, isRequired, mayBeEmpty, rules, entryRules } = field
  if (text === '' && !(mayBeEmpty && (isRequired || sendsEmpty))) return isRequired ? { fault: 'is required' } : {}
  let value
  try {
    value = parsers[kind]?.(text) ?? text
  } catch (failure) {
    return { fault: `is not JSON: ${failure instanceof Error ? failure.message : failure}` }
  }
  const fault = faultOf(value, rules) ?? (entryRules && faultOfEntries(value, entryRules))
  return fault === undefined ? { value } : { fault }
}

/** @type {Record<string, (text: string) => unknown>} */
const parsers = {
  number: (text) => Number(text),
  'whole number': (text) => Number(text),
  'yes or no': (text) => text === 'true',
  choice: (text) => (text === '""' ? '' : text),
  'list of text': (text) => text.split('\n').filter((line) => line.trim() !== ''),
  object: (text) => JSON.parse(text),
  'list of objects': (text) => JSON.parse(text),
}

/** The message of the first rule that a value breaks. */
function faultOf(value, rules) {
  return rules.find(({ keyword, limit }) => checks[keyword]?.(value, limit) === false)?.message
}

function faultOfEntries(values, rules) {
  for (const [index, value] of values.entries()) {
    const fault = faultOf(value, rules)
    if (fault !== undefined) return `entry ${index + 1} ${fault}`
  }
  return undefined
}

/** JSON Schema counts characters as code points. */
const charsOf = (text) => [...text].length

const types = {
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** RFC 3339, as the server checks them. */
const formats = {
  'date-time': /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i,
  date: /^\d{4}-\d\d-\d\d$/,
}

/** Whether a value keeps a rule; formats that are not listed are left to the server. */
const checks = {
  type: (value, type) => types[type]?.(value) ?? true,
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  minLength: (value, limit) => value.length >= 2 * limit || charsOf(value) >= limit,
  maxLength: (value, limit) => value.length <= limit || charsOf(value) <= limit,
  minItems: (value, limit) => value.length >= limit,
  maxItems: (value, limit) => value.length <= limit,
  pattern: (value, pattern) => new RegExp(pattern, 'u').test(value),
  format: (value, format) => formats[format]?.test(value) ?? true,
  enum: (value, values) => values.includes(value),
}

/** The request of a call: its verb, its address below the server, and its JSON body if the method takes one. */
export function requestOf({ verb, path, hasBody, fields }, args) {
  const given = fields.filter(({ name }) => args[name] !== undefined)
  const inPlace = (place) => given.filter((field) => field.place === place).map(({ name }) => [name, args[name]])
  const inPath = Object.fromEntries(inPlace('path'))
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(inPath[name])))
  const query = new URLSearchParams(
    inPlace('query').flatMap(([name, value]) => [value].flat().map((entry) => [name, String(entry)])),
  )
  return {
    verb,
    url: query.size > 0 ? `${address}?${query}` : address,
    body: hasBody ? JSON.stringify(Object.fromEntries(inPlace('body'))) : undefined,
  }
}
