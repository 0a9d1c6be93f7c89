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

const olderErrors =
  'Errors have an older form here: `{"id", "code", "detail", "status"}`, where `detail` is the sentence and `code` the HTTP status as a number. A record that does not exist is a 404.'

function methodPart(method: Method, baseUrl: string): string {
  return [
    `## ${method.id}`,
    `\`${method.verb} ${method.path}\`: ${facts(method).join('; ')}.`,
    // The description includes the summary.
    method.description || `${method.summary}.`,
    method.args.length === 0 ? 'No arguments.' : list('Arguments', method.args.flatMap(argumentLines)),
    block('sh', curlOf(method, baseUrl)),
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
