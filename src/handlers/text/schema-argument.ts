import { invalidArgument } from '#runtime/base/errors.ts'
import type { JsonSchema } from '#runtime/outbound/models/schemas/schema-check.ts'

type Extraction = { readonly schema: JsonSchema } | { readonly description: string }

/** Keywords of which a JSON schema has at least one; an object without any is an example of the result. */
const keywords: ReadonlySet<string> = new Set(
  '$schema $id $ref $defs definitions type properties required items prefixItems enum const anyOf oneOf allOf not if additionalProperties patternProperties'.split(
    ' ',
  ),
)
const types: ReadonlySet<unknown> = new Set('object array string number integer boolean null'.split(' '))

/**
 * Parses the argument that says what to extract: a JSON schema, an example of the result, or a description in words.
 *
 * @throws ApiError invalid_argument for a JSON schema that is not valid JSON
 */
export function parseSchemaArgument(argument: string): Extraction {
  const text = argument.trim()
  if (!text.startsWith('{')) return { description: text }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    // Braces alone are a way to describe: {name, age}.
    if (!text.includes('"')) return { description: text }
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    const where = position === undefined ? '' : `: it breaks off or goes wrong at character ${position}`
    throw invalidArgument('schema', `must be a valid JSON schema or a plain description${where}`)
  }
  return isSchema(parsed as JsonSchema) ? { schema: parsed as JsonSchema } : { description: text }
}

function isSchema(value: JsonSchema): boolean {
  if (!Object.keys(value).some((name) => keywords.has(name))) return false
  // {"type": "invoice", "total": 12.5} is an example.
  const { type } = value
  const isNamed = type === undefined || [type].flat().every((each) => types.has(each))
  return isNamed || Object.keys(value).some((name) => name !== 'type' && keywords.has(name))
}
