import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '#generated/server/operations.ts'
import { once } from '#runtime/base/once.ts'
import { isForEverybody } from '../check/callable.ts'

/** A method in generated/apps/methods.json. */
interface GuidedMethod {
  readonly does: string
  /** The names of its arguments; optional ones end in `?`. */
  readonly args: readonly string[]
  readonly example: { readonly args: object; readonly result: unknown }
}

const file = join(import.meta.dirname, '../../../../generated/apps/methods.json')
const byId = new Map<string, (typeof operations)[number]>(operations.map((each) => [each.id, each]))
/** The most methods whose examples the model receives, and the most characters of each. */
const maxExamples = 8
const maxExampleChars = 1500
const minWordLength = 4

/** The methods that apps may call, with an example of each. */
export const guidedMethods = once(
  async () => JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, GuidedMethod>>,
)

/** One line for each method that apps may call. */
export const methodLines = once(async () => {
  const lines = Object.entries(await guidedMethods()).map(([id, { does, args }]) => {
    const operation = byId.get(id)
    const asks = operation && isForEverybody(operation) ? '' : ' [asks]'
    const costs = operation && (operation.microCredits > 0 || operation.priceUnit) ? ' [costs]' : ''
    return `${id}(${args.join(', ')})${asks}${costs}: ${does}`
  })
  return lines.join('\n')
})

/**
 * Examples of the methods that a description seems to need and of those that an earlier source calls, with their results.
 *
 * @param called ids of the methods that an earlier source calls
 */
export async function examplesFor(description: string, called: readonly string[]): Promise<string> {
  const methods = await guidedMethods()
  const wanted = new Set(wordsOf(description))
  const scored = Object.entries(methods)
    .map(([id, { does }]) => ({ id, score: called.includes(id) ? 100 : scoreOf(id, does, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxExamples)
  return scored.map(({ id }) => exampleOf(id, methods[id] as GuidedMethod)).join('\n\n')
}

function exampleOf(id: string, { example: { args, result } }: GuidedMethod): string {
  const [service, method] = id.split('.')
  const text = JSON.stringify(result)
  const shown = text.length > maxExampleChars ? `${text.slice(0, maxExampleChars)} … (cut)` : text
  return `mu.service('${service}', '${method}', ${JSON.stringify(args)}) resolves with\n${shown}`
}

/** The name of the service counts most, because descriptions often use it. */
function scoreOf(id: string, does: string, wanted: ReadonlySet<string>): number {
  const [service = '', method = ''] = id.split('.')
  const named = wordsOf(service).some((word) => wanted.has(word)) ? 5 : 0
  const meant = wordsOf(`${method} ${does}`).filter((word) => wanted.has(word)).length
  return named + meant
}

/** The words of a text in the singular. */
function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return found.filter((word) => word.length >= minWordLength).map((word) => word.replace(/s$/, ''))
}
