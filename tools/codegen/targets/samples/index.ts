import type { Document } from '#runtime/base/openapi.ts'
import { type OperationFacts, operationFacts } from '../../operations.ts'
import { clientMethods } from '../client/methods.ts'
import { isTool } from '../mcp/index.ts'
import { cliSample } from './cli.ts'
import { curlSample } from './curl.ts'
import { goSample } from './go.ts'
import { mcpSample } from './mcp.ts'
import { pythonSample } from './python.ts'
import { typescriptSample } from './typescript.ts'

type Write = (document: Document, operation: OperationFacts, args: Record<string, unknown>) => string

interface Language {
  /** The name by which highlighters know the language. */
  readonly lang: string
  /** The name for readers. */
  readonly label: string
  readonly write: Write
  /** Whether an operation has a sample in it. */
  readonly covers: (operation: OperationFacts) => boolean
}

/** The clients have one method for both forms of an operation. */
const isMethod = ({ formOf }: OperationFacts) => formOf === undefined

/** The languages of the samples, in the order in which readers see them. */
export const languages = {
  curl: { lang: 'Shell', label: 'curl', write: curlSample, covers: () => true },
  typescript: { lang: 'TypeScript', label: 'TypeScript', write: typescriptSample, covers: isMethod },
  python: { lang: 'Python', label: 'Python', write: pythonSample, covers: isMethod },
  go: { lang: 'Go', label: 'Go', write: goSample, covers: isMethod },
  cli: { lang: 'Shell', label: 'Command line', write: cliSample, covers: isMethod },
  mcp: { lang: 'Shell', label: 'MCP', write: mcpSample, covers: isTool },
} as const satisfies Record<string, Language>

export type LanguageName = keyof typeof languages

/** The samples of one operation by language: a language that does not have it is absent. */
export type Samples = Readonly<Partial<Record<LanguageName, string>>>

/** The samples of every operation by its id, all made from the document's example of its arguments. */
export function samplesOf(document: Document): ReadonlyMap<string, Samples> {
  const operations = operationFacts(document)
  const examples = new Map(clientMethods(document, operations).map(({ id, example }) => [id, example.args]))
  return new Map(
    operations.map((operation) => {
      const args = examples.get(operation.formOf ?? operation.id) ?? {}
      const samples = Object.entries<Language>(languages)
        .filter(([, { covers }]) => covers(operation))
        .map(([name, { write }]) => [name, write(document, operation, args).trimEnd()] as const)
      return [operation.id, Object.fromEntries(samples)] as const
    }),
  )
}

/** generated/docs/samples/: a file for each family, with the samples of its operations by id. Content by path. */
export function sampleFiles(samples: ReadonlyMap<string, Samples>): Map<string, string> {
  const families = Map.groupBy(samples, ([id]) => id.slice(0, id.indexOf('.')))
  return new Map(
    [...families].map(([family, entries]) => [
      `${family}.json`,
      `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`,
    ]),
  )
}

/**
 * A copy of the document with the samples in it, as Redocly's extension `x-codeSamples`. Only for the published YAML:
 * the server parses openapi.json at every start and needs no samples for it.
 */
export function withCodeSamples(document: Document, samples: ReadonlyMap<string, Samples>): Document {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([verb, operation]) => {
        const own = samples.get(operation.operationId)
        return [verb, own ? { ...operation, 'x-codeSamples': codeSamples(own) } : operation]
      }),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

function codeSamples(samples: Samples) {
  return Object.entries(samples).map(([name, source]) => {
    const { lang, label } = languages[name as LanguageName]
    return { lang, label, source }
  })
}
