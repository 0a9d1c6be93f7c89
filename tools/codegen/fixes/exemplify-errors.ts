import { type Document, operationsOf, type Schema } from '#runtime/base/openapi.ts'

const prefix = '#/components/schemas/'

/**
 * Moves the examples of errors (`x-examples` of their schemas) into `components/examples`, and names them in every
 * response with that error, so that a mock and a reference show one for each code. An example in the schema itself would
 * be shown once, and only by some tools.
 */
export function exemplifyErrors(document: Document): void {
  const { components } = document
  const namesOf = new Map<string, string[]>()
  const shown: Record<string, { value: unknown }> = {}
  for (const [name, schema] of Object.entries(components.schemas)) {
    const examples = schema['x-examples'] as Record<string, unknown> | undefined
    if (!examples) continue
    for (const [title, value] of Object.entries(examples)) shown[`${name}.${title}`] = { value }
    namesOf.set(name, Object.keys(examples))
    withoutExamples(schema)
  }
  components.examples = { ...components.examples, ...shown }
  for (const { operation } of operationsOf(document)) {
    for (const { content = {} } of Object.values(operation.responses)) {
      for (const media of Object.values(content)) {
        const name = media.schema?.$ref?.startsWith(prefix) ? media.schema.$ref.slice(prefix.length) : ''
        const titles = namesOf.get(name)
        if (!titles || media.example !== undefined) continue
        media.examples = Object.fromEntries(
          titles.map((title) => [title, { $ref: `#/components/examples/${name}.${title}` }]),
        )
      }
    }
  }
}

function withoutExamples(schema: Schema): void {
  delete schema['x-examples']
  delete schema.example
  delete schema.examples
}
