import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import type { Queries } from '#runtime/bus/queries.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Reader } from '#runtime/outbound/payload.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { type Collection, type PassagePath, passagePath, site } from './passage-path.ts'
import { passageAges } from './providers/aslam.ts'
import { type Content, contentOf, resource } from './resource.ts'

type Passage = Result<'islam.read'>

/** The longest part, in characters. */
const maxChars = 100_000

export interface Texts {
  readonly aslam: Provider
  /** By which the texts that come with the server are asked for. */
  readonly ask: Queries['ask']
}

interface Found {
  readonly content: Content
  readonly url: string
  readonly provenance: Provenance
}

/** `islam.read`. */
export async function read(texts: Texts, args: CallArgs<'islam.read'>, ctx: Context): Promise<Passage> {
  const asked = passagePath(args.path.trim())
  const own = { quran: verseOf, names: nameOf } as const
  const find = asked.collection === 'quran' || asked.collection === 'names' ? own[asked.collection] : passageOf
  const { content, url, provenance } = await find(texts, asked, ctx)
  const { shown, isTruncated } = cut(content)
  const { path, collection } = asked
  return { path, collection, ...shown, url, is_truncated: isTruncated, text: inWords(shown), ...provenance }
}

const provenance = z.object({
  source: z.string(),
  as_of: z.string(),
  stale: z.boolean(),
  attribution: z.string(),
  licence: z.string(),
})

const verse = z.object({
  name: z.string(),
  verseCount: z.int(),
  translator: z.string(),
  language: z.string(),
  verse: z.object({ reference: z.string(), arabic: z.string(), translation: z.string() }).optional(),
  provenance,
})

async function verseOf({ ask }: Texts, { path, parts }: PassagePath): Promise<Found> {
  const [chapter, number] = parts.map(Number)
  const answer = await ask('prayer.verse', { chapter, verse: number }, verse)
  if (!answer) throw new ApiError('not_found', `There is no passage ${path}: the Quran has 114 chapters.`)
  const { name, verseCount, translator, language, verse: found } = answer
  if (!found)
    throw new ApiError('not_found', `There is no passage ${path}: chapter ${chapter} has ${verseCount} verses.`)
  const { reference, arabic, translation } = found
  const content = { work: 'Quran', reference, title: name, arabic, translation, translator, language }
  return { content, url: `https://tanzil.net/#${chapter}:${number}`, provenance: answer.provenance }
}

const divineName = z.object({ arabic: z.string(), transliteration: z.string(), meaning: z.string(), provenance })

async function nameOf({ ask }: Texts, { path, parts }: PassagePath): Promise<Found> {
  const number = Number(parts[0])
  const answer = await ask('prayer.name', { number }, divineName)
  if (!answer) throw new ApiError('not_found', `There is no passage ${path}: the names are numbered from 1 to 99.`)
  const { arabic, transliteration, meaning } = answer
  const content = {
    work: 'Names of Allah',
    reference: `Names of Allah ${number}`,
    title: transliteration,
    arabic,
    transliteration,
    translation: meaning,
    language: 'en',
  }
  return { content, url: `${site}${path}`, provenance: answer.provenance }
}

async function passageOf({ aslam }: Texts, { path, collection }: PassagePath, ctx: Context): Promise<Found> {
  const { data, provenance, isFree } = await aslam.read(ctx, {
    path: '/api/resource',
    query: { path },
    reader: readerOf(collection),
    ages: passageAges,
    absent: { statuses: [404], data: undefined },
  })
  if (isFree) ctx.charge(0)
  if (!data) throw new ApiError('not_found', `There is no passage ${path} at aslam.org.`)
  return { content: data, url: `${site}${path}`, provenance }
}

/** A record of another collection than the one asked for, or without a text, is no proper payload. */
function readerOf(collection: Collection): Reader<Content | undefined> {
  return {
    json: resource.transform(({ kind, resource: record }, { addIssue }) => {
      const content = kind === collection ? contentOf(collection, record) : undefined
      if (content === undefined) addIssue(`is no passage of ${collection}`)
      return content
    }),
  }
}

function cut(content: Content): { shown: Content; isTruncated: boolean } {
  let isTruncated = false
  const shorter = (text: string): string => {
    const beginning = firstCharacters(text, maxChars)
    if (beginning.length < text.length) isTruncated = true
    return beginning
  }
  const { other, ...fields } = content
  const shown = Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, shorter(text)])) as typeof fields
  const parts = other?.map(({ name, text }) => ({ name, text: shorter(text) }))
  return { shown: { ...shown, ...(parts ? { other: parts } : {}) }, isTruncated }
}

/** Each part under its own heading, so that a commentary is not read as the text. */
function inWords(content: Content): string {
  const { reference, title, body, arabic, transliteration, translation, translator, narrator, grading, commentary } =
    content
  const part = (heading: string, text: string | undefined) => (text === undefined ? [] : [`${heading}: ${text}`])
  return [
    title === undefined || reference.includes(title) ? reference : `${reference}, ${title}`,
    ...part('Narrator', narrator),
    ...part('Text', body),
    ...part('Original', arabic),
    ...part('In Latin letters', transliteration),
    ...part(translator ? `Translation by ${translator}` : 'Translation', translation),
    ...part('Grading', grading),
    ...part('Commentary', commentary),
    ...(content.other ?? []).flatMap(({ name, text }) => part(name, text)),
  ].join('\n\n')
}
