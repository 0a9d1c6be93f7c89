import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { runTokens, searchText } from './normalise.ts'

/** What a model reads about a tool. */
export interface SearchableTool {
  /** The operation id, such as `notes.add`. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** The JSON Schema of its arguments. */
  readonly schema: object
}

/** Finds tools by the words of a task, in any of the languages of the synonyms. */
export interface ToolSearch {
  /**
   * The ids of the tools that match a task, best first.
   *
   * @param isVisible whether the caller may see the tool with that id
   */
  find(task: string, isVisible: (id: string) => boolean): string[]
}

/** The rest of a longer task is ignored. In UTF-16 units. */
const maxTaskLength = 500
/** Words that begin with the same letters are mostly forms of one word, in every language with an alphabet. */
const stemLength = 4
/** Precedes a stem, so that it differs from a word. */
const stemMark = '~'
/** Indexing all tools at once would occupy the event loop for 0.2 s. */
const toolsAStep = 5

const source = join(import.meta.dirname, '../../../generated/search/synonyms.json')

/** An index of the tools, ranked by BM25+: their names, texts and arguments, and the synonyms in the spec. */
export async function openToolSearch(tools: readonly SearchableTool[]): Promise<ToolSearch> {
  const synonyms = JSON.parse(await readFile(source, 'utf8')) as Readonly<Record<string, string>>
  const index = new MiniSearch({
    fields: ['id', 'title', 'synonyms', 'description', 'args'],
    tokenize: tokensOf,
    processTerm: (token) => token,
    searchOptions: {
      boost: { id: 2, title: 2, args: 0.3 },
      boostTerm: (token) => (token.startsWith(stemMark) ? 0.5 : 1),
    },
  })
  const entries = tools.map(({ id, title, description, schema }) => ({
    ...{ id, title, description, synonyms: synonyms[id] ?? '', args: argumentTexts(schema) },
  }))
  await index.addAllAsync(entries, { chunkSize: toolsAStep })
  return {
    find: (task, isVisible) =>
      index.search(task.slice(0, maxTaskLength), { filter: ({ id }) => isVisible(id) }).map(({ id }) => id),
  }
}

function argumentTexts(schema: { properties?: Readonly<Record<string, { description?: string }>> }): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, { description = '' }]) => `${name} ${description}`)
    .join('\n')
}

/** Words with their stems, and pairs of characters in scripts without spaces. */
function tokensOf(text: string): string[] {
  const { words, runs } = searchText(text)
  const stems = words.map((word) => Array.from(word)).filter(({ length }) => length >= stemLength)
  return [
    ...words,
    ...stems.map((characters) => stemMark + characters.slice(0, stemLength).join('')),
    ...runs.flatMap((run) => [...runTokens(run)]),
  ]
}
