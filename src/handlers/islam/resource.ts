import { z } from 'zod'
import type { Result } from '#generated/server/handlers.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { Collection } from './passage-path.ts'

type Passage = Result<'islam.read'>
/** What is told of a passage besides where it is and where it comes from. */
export type Content = Omit<Passage, 'path' | 'collection' | 'url' | 'is_truncated' | 'text' | keyof Provenance>
type Field = Exclude<keyof Content, 'work' | 'reference' | 'language' | 'other'>

/** A value of a record: what is neither text nor number is not told. */
const value = z.union([z.string(), z.number()]).transform((each) => String(each).trim())

/** What the provider says of a passage. */
export const resource = z.object({
  kind: z.string(),
  resource: z.record(z.string(), z.unknown()),
})

interface Work {
  readonly name: string
  /** The fields of the provider's records, which differ by collection. */
  readonly fields: Readonly<Record<string, Field>>
  /** One of these must be there: without it there is no passage. */
  readonly text: string
  reference(of: (key: string) => string | undefined): string
}

const works: Readonly<Record<Collection, Work>> = {
  quran: {
    name: 'Quran',
    fields: { ChapterName: 'title', Arabic: 'arabic', Text: 'translation', Commentary: 'commentary' },
    text: 'Text',
    reference: (of) => `Quran ${of('Chapter')}:${of('Verse')}`,
  },
  hadith: {
    name: 'Sahih al-Bukhari',
    fields: { Book: 'title', Narrator: 'narrator', Arabic: 'arabic', Text: 'translation' },
    text: 'Text',
    reference: (of) => `Sahih al-Bukhari ${of('Number')}`,
  },
  names: {
    name: 'Names of Allah',
    fields: { English: 'title', Arabic: 'arabic', Meaning: 'translation', Description: 'commentary' },
    text: 'Meaning',
    reference: (of) => `Names of Allah ${of('Number')}`,
  },
  salihin: {
    name: 'Riyad as-Salihin',
    fields: { Book: 'title', Narrator: 'narrator', Arabic: 'arabic', Text: 'translation' },
    text: 'Text',
    reference: (of) => `Riyad as-Salihin ${of('Number')}`,
  },
  ghazali: {
    name: 'Ihya Ulum al-Din',
    fields: { Chapter: 'title', Content: 'translation' },
    text: 'Content',
    reference: (of) => joined('Ihya Ulum al-Din', of('VolumeTitle'), of('Chapter'), of('Part')),
  },
  islamqa: {
    name: 'IslamQA',
    fields: { Question: 'title', Answer: 'body' },
    text: 'Answer',
    reference: (of) => joined('IslamQA', of('Question')),
  },
  adhkar: {
    name: 'Words of remembrance',
    fields: {
      Title: 'title',
      Arabic: 'arabic',
      Transliteration: 'transliteration',
      Translation: 'translation',
      Notes: 'commentary',
    },
    text: 'Translation',
    reference: (of) => of('Source') ?? joined('Adhkar', of('Title')),
  },
  seerah: {
    name: 'The Sealed Nectar',
    fields: { Title: 'title', Content: 'translation', Translator: 'translator' },
    text: 'Content',
    reference: (of) => `The Sealed Nectar, page ${of('Page')}`,
  },
}

/** Fields that any collection may have. */
const common: Readonly<Record<string, Field>> = { Grade: 'grading', Grading: 'grading', Translator: 'translator' }
/** What identifies a record there and says nothing of the passage. */
const ids: ReadonlySet<string> = new Set(['ID', 'Slug'])

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ')
}

/**
 * A passage out of the record that the provider has of it.
 *
 * @returns undefined for a record without the text of the passage
 */
export function contentOf(collection: Collection, record: Readonly<Record<string, unknown>>): Content | undefined {
  const values = new Map<string, string>()
  for (const [key, each] of Object.entries(record)) {
    const parsed = value.safeParse(each)
    if (parsed.success && parsed.data !== '') values.set(key, parsed.data)
  }
  const { name, fields, text, reference } = works[collection]
  if (!values.has(text)) return undefined
  const known: Partial<Record<Field, string>> = {}
  const other: { name: string; text: string }[] = []
  for (const [key, each] of values) {
    const field = fields[key] ?? common[key]
    if (field) known[field] ??= each
    else if (!ids.has(key)) other.push({ name: key, text: each })
  }
  return {
    work: name,
    reference: reference((key) => values.get(key)),
    ...known,
    language: 'en',
    ...(other.length > 0 ? { other } : {}),
  }
}
