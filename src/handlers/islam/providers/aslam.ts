import { z } from 'zod'
import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import type { Collection } from '../passage-path.ts'
import { islamSettings } from '../settings.ts'

const dayMs = 86_400_000
const mebibyte = 1024 * 1024

export const aslam: ProviderDescription = {
  name: 'aslam',
  source: 'aslam.org',
  attribution: 'aslam.org',
  baseUrl: islamSettings.aslamBaseUrl,
  pace: { calls: 30, perMs: 60_000 },
  maxBytes: 4 * mebibyte,
  kept: { maxEntries: 500, maxBytes: 16 * mebibyte },
  probe: { path: '/api/resource', query: { path: '/hadith/1' } },
  examples: async () => (await import('./aslam-examples.ts')).aslamExamples,
}

/** The works do not change. */
export const passageAges: Ages = { freshMs: 7 * dayMs, refreshMs: 14 * dayMs, maxAgeMs: 30 * dayMs }

type Passage = Result<'islam.read'>
/** A passage without its location and provenance. */
export type Content = Omit<Passage, 'path' | 'collection' | 'url' | 'is_truncated' | 'text' | keyof Provenance>
type Field = Exclude<keyof Content, 'work' | 'reference' | 'language' | 'other'>
type ProvidedCollection = Exclude<Collection, 'quran' | 'names'>

interface Work {
  readonly name: string
  /** The fields of the provider's records, which differ by collection. */
  readonly fields: Readonly<Record<string, Field>>
  /** The field with the text of the passage; a record without it is rejected. */
  readonly text: string
  reference(of: (key: string) => string | undefined): string
}

const works: Readonly<Record<ProvidedCollection, Work>> = {
  hadith: {
    name: 'Sahih al-Bukhari',
    fields: { Book: 'title', Narrator: 'narrator', Arabic: 'arabic', Text: 'translation' },
    text: 'Text',
    reference: (of) => `Sahih al-Bukhari ${of('Number')}`,
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
/** Fields that identify a record for the provider only. */
const ids: ReadonlySet<string> = new Set(['ID', 'Slug'])

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ')
}

const resource = z.object({ kind: z.string(), resource: z.record(z.string(), z.unknown()) })

/** Values of other types are ignored. */
const value = z.union([z.string(), z.number()]).transform((each) => String(each).trim())

/**
 * Fetches a passage.
 *
 * @returns data undefined if the provider does not have it
 * @throws OutboundFailure also for a record of another collection or without a text
 */
export function fetchPassage(
  provider: Provider,
  asker: Asker,
  { path, collection }: { path: string; collection: ProvidedCollection },
): Promise<Provided<Content | undefined>> {
  const json = resource.transform(({ kind, resource: record }, { addIssue }): Content | undefined => {
    const content = kind === collection ? contentOf(collection, record) : undefined
    if (content === undefined) addIssue(`is not a passage of ${collection}`)
    return content
  })
  return provider.read<Content | undefined>(asker, {
    path: '/api/resource',
    query: { path },
    reader: { json },
    ages: passageAges,
    absent: { statuses: [404], data: undefined },
  })
}

/** @returns undefined for a record without the text of the passage */
function contentOf(collection: ProvidedCollection, record: Readonly<Record<string, unknown>>): Content | undefined {
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
