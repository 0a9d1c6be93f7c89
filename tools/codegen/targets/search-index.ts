import { errorCodes } from '#runtime/base/errors.ts'
import type { Document } from '#runtime/base/openapi.ts'
import { SETTINGS } from '../../../src/app/config.ts'
import { type Guide, headingsOf, readGuides } from '../../../src/doors/pages/reference/guides.ts'
import { type Method, referenceOf, typesOf } from '../../../src/doors/pages/reference/model.ts'

/** What the search of the reference finds. */
interface Entry {
  readonly group: 'Methods' | 'Types' | 'Errors' | 'Guides' | 'Settings'
  readonly title: string
  /** One line about it. */
  readonly note: string
  readonly url: string
  /** More words by which it is found. */
  readonly words: string
}

/** docs/search.json: everything that the search of the reference finds; the browser makes its index of it. */
export async function searchEntries(document: Document): Promise<string> {
  const families = referenceOf(document, () => true)
  const entries: Entry[] = [
    ...families.flatMap(({ methods }) => methods.map(methodEntry)),
    ...[...typesOf(document, families).values()].map(({ name, description, fields }) => ({
      group: 'Types' as const,
      title: name,
      note: firstSentence(description),
      url: `/docs/types/${name}`,
      words: wordsOf(fields.map((field) => `${field.name} ${field.description}`).join(' ')),
    })),
    ...Object.entries(errorCodes).map(([code, { status, meaning }]) => ({
      group: 'Errors' as const,
      title: code,
      note: meaning,
      url: `/docs/errors#${code}`,
      words: String(status),
    })),
    ...(await readGuides()).filter(({ file }) => file !== 'docs/configuration.md').flatMap(guideEntries),
    ...Object.values(SETTINGS).map(({ name, meaning }) => ({
      group: 'Settings' as const,
      title: name,
      note: firstSentence(meaning),
      url: `/docs/topics/configuration#:~:text=${name}`,
      words: wordsOf(meaning),
    })),
  ]
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}

function methodEntry({ id, docs, summary, description, path, args, response }: Method): Entry {
  const fields = [...args.flatMap((each) => [each, ...each.parts]), ...response.fields]
  return {
    group: 'Methods',
    title: id,
    note: summary,
    url: docs,
    words: wordsOf(`${path} ${description} ${fields.map(({ name }) => name).join(' ')}`),
  }
}

/** A guide, and each of its parts with its own text. */
function guideEntries(guide: Guide): Entry[] {
  const parts = guide.markdown.split(/^#{2,} .+$/m)
  const headings = headingsOf(guide)
  return parts.slice(0, headings.length + 1).map((part, index) => {
    const heading = headings[index - 1]
    return {
      group: 'Guides' as const,
      title: heading ? heading.text : guide.title,
      note: heading ? guide.title : firstSentence(part.replace(/^# .+$/m, '')),
      url: heading ? `${guide.path}#${heading.place}` : guide.path,
      words: wordsOf(part),
    }
  })
}

const maxNoteChars = 160

function firstSentence(text: string): string {
  const plain = text
    .replace(/```.*?```/gs, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
  const [first = ''] = plain.trim().split(/(?<=\.)\s|\n\s*\n/)
  const line = first.replace(/\s+/g, ' ')
  return line.length > maxNoteChars ? `${line.slice(0, maxNoteChars).replace(/\s\S*$/, '')} …` : line
}

/** The different words of a text: the order does not matter to the search. */
function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_.-]*[\p{L}\p{N}_]/gu) ?? []
  return [...new Set(words)].join(' ')
}
