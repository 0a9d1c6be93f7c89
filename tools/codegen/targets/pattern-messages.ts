import { type Document, operationsOf, resolve, type Schema, walkSchema } from '#runtime/base/openapi.ts'

/**
 * generated/server/pattern-messages.ts: what callers are told where an argument has not the form of its pattern.
 *
 * @throws Error for a pattern of an argument without a sentence, or with different ones: a validator names the pattern
 * alone
 */
export function patternMessages(document: Document): string {
  const sentences = new Map<string, string>()
  const note = ({ pattern }: Schema, sentence: unknown, where: string) => {
    if (typeof pattern !== 'string') return
    if (typeof sentence !== 'string') throw new Error(`${where}: give @pattern(${pattern}) a sentence: "must be …"`)
    const other = sentences.get(pattern) ?? sentence
    if (other !== sentence)
      throw new Error(`${where}: the pattern ${pattern} says "${sentence}" here and "${other}" elsewhere`)
    sentences.set(pattern, sentence)
  }
  for (const { operation } of operationsOf(document)) {
    if (operation['x-door']) continue
    const where = operation.operationId
    for (const reference of operation.parameters ?? []) {
      const { in: place, schema, ...rest } = resolve(document, reference)
      if (place === 'header') continue
      const said = (rest as Record<string, unknown>)['x-pattern-message']
      walkSchema(document, schema, (part) => note(part, part['x-pattern-message'] ?? said, where))
    }
    const body = operation.requestBody?.content['application/json']?.schema
    if (body) walkSchema(document, body, (part) => note(part, part['x-pattern-message'], where))
  }
  const rows = [...sentences].map(
    ([pattern, sentence]) => `  ${JSON.stringify(pattern)}: ${JSON.stringify(sentence)},\n`,
  )
  return `\nexport const patternMessages: Readonly<Record<string, string>> = {\n${rows.sort().join('')}}\n`
}
