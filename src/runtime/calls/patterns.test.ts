import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { apiDocument, operationsOf, resolve, type Schema, walkSchema } from '#runtime/base/openapi.ts'

const document = await apiDocument()

/** Every pattern and text format of arguments. */
function rulesOfArguments(): Schema[] {
  const rules = new Map<string, Schema>()
  const note = ({ pattern, format, type }: Schema) => {
    if (typeof pattern === 'string') rules.set(`pattern ${pattern}`, { type: 'string', pattern })
    if (format && type === 'string') rules.set(`format ${format}`, { type: 'string', format })
  }
  for (const { operation } of operationsOf(document)) {
    if (operation['x-door']) continue
    const body = operation.requestBody?.content['application/json']?.schema
    if (body) walkSchema(document, body, note)
    for (const parameter of operation.parameters ?? []) walkSchema(document, resolve(document, parameter).schema, note)
  }
  return [...rules.values()]
}

const ajv = new Ajv({ strict: false, unicodeRegExp: true })
addFormats.default(ajv)

const length = 100_000
const units = ['a', '0', ' ', 'a ', '-', '.', ',', '@', 'a@', '/', '%41', ':', 'a.', '0 ', '\t', '+', '=', '; a=b', 'é']
const beginnings = ['', 'http://', 'a/b', '+1', '2026-11-21', 'a@', ' ']
const ends = ['', '\n', '!', '\u0001', '(']

/**
 * A length limit does not help: all rules of an argument are checked, so that all its faults are reported. One that
 * takes quadratic time over this length takes seconds, over a whole body minutes, while other callers wait.
 */
test.each(rulesOfArguments())('%j is decided quickly for any long text', (rule) => {
  const validate = ajv.compile(rule)
  for (const beginning of beginnings) {
    for (const unit of units) {
      for (const end of ends) {
        const text = beginning + unit.repeat(length / unit.length) + end
        const startedAt = performance.now()
        validate(text)
        expect(performance.now() - startedAt, JSON.stringify(`${beginning}${unit}…${end}`)).toBeLessThan(1000)
      }
    }
  }
})
