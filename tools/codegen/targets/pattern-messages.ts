import { type Document, operationsOf, resolve, type Schema, walkSchema } from '#runtime/base/openapi.ts'

/** generated/server/pattern-messages.ts: the message for an argument that does not match its pattern. */
export function patternMessages(document: Document): string {
  const rows = [...messagesByPattern(document)].map(
    ([pattern, message]) => `  ${JSON.stringify(pattern)}: ${JSON.stringify(message)},\n`,
  )
  return `\nexport const patternMessages: Readonly<Record<string, string>> = {\n${rows.sort().join('')}}\n`
}

/**
 * The message of each pattern of an argument.
 *
 * @throws Error for an argument's pattern without a message, or with different ones: a validator only names the pattern
 */
export function messagesByPattern(document: Document): ReadonlyMap<string, string> {
  const messages = new Map<string, string>()
  const note = ({ pattern }: Schema, message: unknown, where: string) => {
    if (typeof pattern !== 'string') return
    if (typeof message !== 'string') throw new Error(`${where}: give @pattern(${pattern}) a message: "must be …"`)
    const other = messages.get(pattern) ?? message
    if (other !== message)
      throw new Error(`${where}: the pattern ${pattern} says "${message}" here and "${other}" elsewhere`)
    messages.set(pattern, message)
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
  return messages
}
