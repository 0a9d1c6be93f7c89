import { errorCodes } from '#runtime/base/errors.ts'
import { curlOf } from '../reference/example.ts'
import { facts } from '../reference/facts.ts'
import type { Argument, Family, Method } from '../reference/model.ts'
import { boundsText, type Field, typeText } from '../reference/schema-fields.ts'

/**
 * `/docs/<family>.md`: every method of one family, for models: arguments with their bounds, an example call with its
 * response, and the fields of the response.
 *
 * @param baseUrl public address of the server, without a slash at its end
 */
export function familyMarkdown(family: Family, baseUrl: string): string {
  return `# ${family.name}

${family.description}${family.methods.some(({ hasOlderErrors }) => hasOlderErrors) ? `\n\n${olderErrors}` : ''}

How calls work, and the other services: [llms.txt](${baseUrl}/llms.txt). For people: [${family.name}](${baseUrl}/docs/${family.name}).

${family.methods.map((method) => methodPart(method, baseUrl)).join('\n\n')}
`
}

/** `/docs/<family>/<method>.md`: one method, for models and for copying. */
export function methodMarkdown(method: Method, baseUrl: string): string {
  return `${methodPart(method, baseUrl)}\n`
}

const olderErrors =
  'Errors have an older form here, `{"id", "code", "detail", "status"}`, in which `detail` is the sentence and `code` is the HTTP status as a number. A record that does not exist is a 404.'

function methodPart(method: Method, baseUrl: string): string {
  return [
    `## ${method.id}`,
    `\`${method.verb} ${method.path}\`: ${facts(method).join('; ')}.`,
    // The description includes the summary.
    method.description || `${method.summary}.`,
    method.args.length === 0 ? 'No arguments.' : list('Arguments', method.args.flatMap(argumentLines)),
    block('sh', curlOf(method, baseUrl)),
    ...(method.exampleNote ? [method.exampleNote] : []),
    responsePart(method),
  ].join('\n\n')
}

function responsePart({ response }: Method): string {
  if (response.mediaType === undefined) return `Returns ${response.status} without a body.`
  const example = response.example
  const shown =
    example === undefined
      ? [`Returns ${response.mediaType}.`]
      : [typeof example === 'string' ? block('text', example) : block('json', JSON.stringify(example))]
  if (response.fields.length === 0) return shown.join('\n\n')
  return [
    ...shown,
    list(response.hasEnvelope ? 'In `result`' : 'In the response', response.fields.map(fieldLine)),
  ].join('\n\n')
}

function argumentLines(argument: Argument): string[] {
  const place = argument.place === 'path' ? ['in the path'] : []
  return [argument, ...argument.parts].map((field) =>
    line(field, [field.isRequired ? 'required' : 'optional', ...place, ...limits(field)]),
  )
}

function fieldLine(field: Field): string {
  return line(field, [...(field.isRequired ? [] : ['may be absent']), ...valuesOf(field)])
}

function line({ name, schema, itemSchema, description }: Field, facts: readonly string[]): string {
  return `\`${name}\` (${[typeText(schema, itemSchema), ...facts].join(', ')})${description ? `: ${inLine(description)}` : ''}`
}

function limits(field: Field): string[] {
  const { schema, itemSchema } = field
  return [
    ...valuesOf(field),
    ...boundsText(schema),
    ...(itemSchema ? boundsText(itemSchema).map((text) => `each ${text}`) : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

function valuesOf({ schema, itemSchema }: Field): string[] {
  const values = schema.enum ?? itemSchema?.enum
  return values ? [`one of ${values.map((value) => JSON.stringify(value)).join(' ')}`] : []
}

function list(title: string, entries: readonly string[]): string {
  return `${title}:\n\n${entries.map((entry) => `- ${entry}`).join('\n')}`
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** A description of several paragraphs or entries in one line, for an entry of a list. */
function inLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}

/**
 * `/llms.txt`: what a model has to know before its first call, and where each service is described, in the form of
 * https://llmstxt.org.
 *
 * @param usesCredits whether calls cost credits
 */
export function llmsText(families: readonly Family[], baseUrl: string, usesCredits = true): string {
  return `# Onedoor

> Onedoor gives you one account and one API for many small services. Each method is a plain HTTP call at its own address that accepts and returns JSON.

- A method such as \`notes.add\` is \`POST ${baseUrl}/api/v1/notes/add\`. With GET, send the arguments in the query string. With POST, send them as a JSON object with \`Content-Type: application/json\`. Unknown arguments are rejected.
- Send \`Authorization: Bearer $ONEDOOR_TOKEN\`. Methods that are free and open to anyone work without a token. A token covers the services that it names. Without actions, it is read-only.
- A successful call returns status 200 with the value in \`result\`. Any other response has a sentence in \`error\` and a code for programs in \`code\`. \`details\` names every rejected argument. The \`url\` and \`gateway\` services respond without \`result\`, and their errors have the sentence in \`detail\` and the HTTP status in \`code\`.
- Fields without a value are absent. Times are in RFC 3339 format. In arguments, they must have an offset. Ids are opaque. Lists have \`next_offset\` or \`next_cursor\` unless the page is the last one.
- Every POST that changes something accepts an \`Idempotency-Key\` header. If you repeat a call with the same key, it acts only once. If a response has \`Retry-After\`, wait that many seconds.${usesCredits ? '\n- A price in credits is charged when the call succeeds.' : ''}

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
