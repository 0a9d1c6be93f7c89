import { errorCodes } from '#runtime/base/errors.ts'
import type { Family } from '../reference/model.ts'

/**
 * `/llms.txt`: what a model has to know before its first call, and where each service is described, in the form of
 * https://llmstxt.org.
 *
 * @param baseUrl public address of the server, without a slash at its end
 * @param usesCredits whether calls cost credits
 */
export function llmsText(families: readonly Family[], baseUrl: string, usesCredits = true): string {
  return `# Onedoor

> One account and one door to a hundred-odd small services: plain HTTP, JSON in and JSON out, an address for each method.

- A method such as \`notes.add\` is \`POST ${baseUrl}/api/v1/notes/add\`. GET takes its arguments in the query string, POST as a JSON object with \`Content-Type: application/json\`. Unknown arguments are rejected.
- Send \`Authorization: Bearer $ONEDOOR_TOKEN\`. Methods that are open to anyone and free work without it. A token covers named services; without actions it is read-only.
- Success is status 200 with the value in \`result\`. Anything else has a sentence in \`error\` and a word for programs in \`code\`; \`details\` names every rejected argument. The \`url\` and \`gateway\` services respond without \`result\`, and their errors have the sentence in \`detail\` and the HTTP status in \`code\`.
- Fields without a value are absent. Times are RFC 3339; in arguments they need an offset. Ids are opaque. Lists have \`next_offset\` or \`next_cursor\` unless the page is the last one.
- Repeat a call with the same \`Idempotency-Key\` header, which any POST that changes something takes, and it acts once. Wait \`Retry-After\` seconds where a response has it.${usesCredits ? '\n- A price in credits is charged when the call succeeds.' : ''}

## Services

${families.map((family) => familyLine(family, baseUrl)).join('\n')}

## Error codes

${Object.entries(errorCodes)
  .map(([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`)
  .join('\n')}

## Optional

- [OpenAPI 3.0](${baseUrl}/openapi.json): everything, with schemas
- [Catalogue](${baseUrl}/api/v1): every method with its arguments, price and needs, as JSON
- [Reference for people](${baseUrl}/docs)
`
}

function familyLine({ name, description, methods }: Family, baseUrl: string): string {
  const words = methods.map((method) => method.name).join(', ')
  const isServed = methods.some((method) => method.isServed || method.gatewayPath !== undefined)
  return `- [${name}](${baseUrl}/docs/${name}.md): ${description} Methods: ${words}.${isServed ? '' : ' Not served here yet.'}`
}
