import { type Document, operationsOf } from '#runtime/base/openapi.ts'

/**
 * generated/search/synonyms.json: the phrases by which the search for tools finds an operation, by its id.
 *
 * @param emitted the document before its fixes, which leave them out
 */
export function synonymsFile(emitted: Document): string {
  const rows = operationsOf(emitted).flatMap(({ operation }) => {
    const phrases = operation['x-synonyms'] as readonly string[] | undefined
    return phrases ? [`${JSON.stringify(operation.operationId)}: ${JSON.stringify(phrases.join('\n'))}`] : []
  })
  return `{\n${rows.sort().join(',\n')}\n}\n`
}
