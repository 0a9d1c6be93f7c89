import type { Handler } from '#generated/server/handlers.ts'
import { nameOfAllah, quranVerse } from '#handlers/prayer/contracts.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { IslamDeps } from '../index.ts'
import { type PassagePath, passagePath, site } from '../passage-path.ts'
import { type Content, fetchPassage } from '../providers/aslam.ts'

/** Characters of one part. */
const maxCharacters = 100_000

interface Found {
  readonly content: Content
  readonly url: string
  readonly provenance: Provenance
}

export default (deps: IslamDeps): Handler<'islam.read'> =>
  async (args, ctx) => {
    const passage = passagePath(args.path.trim())
    const { content, url, provenance } = await find(deps, passage, ctx)
    const { shortened, isTruncated } = shorten(content)
    const { path, collection } = passage
    return { path, collection, ...shortened, url, is_truncated: isTruncated, text: textOf(shortened), ...provenance }
  }

async function find(
  { query, aslam }: IslamDeps,
  { path, collection, parts }: PassagePath,
  ctx: Context,
): Promise<Found> {
  const [first = 0, second = 0] = parts.map(Number)
  if (collection === 'quran') return findVerse(query, path, first, second)
  if (collection === 'names') return findName(query, path, first)
  const { data, provenance, isFree } = await fetchPassage(aslam, ctx, { path, collection })
  if (isFree) ctx.charge(0)
  if (!data) throw new ApiError('not_found', `aslam.org has no passage ${path}.`)
  return { content: data, url: `${site}${path}`, provenance }
}

async function findVerse(query: IslamDeps['query'], path: string, chapter: number, verse: number): Promise<Found> {
  const found = await query(quranVerse, { chapter, verse })
  if (!found) throw new ApiError('not_found', `The passage ${path} does not exist. The Quran has 114 chapters.`)
  const { name: title, verseCount, translator, language, provenance } = found
  if (!found.verse) {
    const reason = `Chapter ${chapter} has ${verseCount} verses`
    throw new ApiError('not_found', `The passage ${path} does not exist. ${reason}.`)
  }
  const content = { work: 'Quran', title, ...found.verse, translator, language }
  return { content, url: `https://tanzil.net/#${chapter}:${verse}`, provenance }
}

async function findName(query: IslamDeps['query'], path: string, number: number): Promise<Found> {
  const found = await query(nameOfAllah, { number })
  if (!found)
    throw new ApiError('not_found', `The passage ${path} does not exist. The names are numbered from 1 to 99.`)
  const { arabic, transliteration, meaning, provenance } = found
  const content = {
    work: 'Names of Allah',
    reference: `Names of Allah ${number}`,
    title: transliteration,
    arabic,
    transliteration,
    translation: meaning,
    language: 'en',
  }
  return { content, url: `${site}${path}`, provenance }
}

function shorten({ other, ...fields }: Content): { shortened: Content; isTruncated: boolean } {
  let isTruncated = false
  const cut = (text: string): string => {
    const beginning = firstCharacters(text, maxCharacters)
    if (beginning.length < text.length) isTruncated = true
    return beginning
  }
  const parts = Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, cut(text)])) as typeof fields
  const others = other?.map(({ name, text }) => ({ name, text: cut(text) }))
  return { shortened: { ...parts, ...(others ? { other: others } : {}) }, isTruncated }
}

/** Each part under its own heading, so that commentary is not mistaken for the text. */
function textOf(content: Content): string {
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
