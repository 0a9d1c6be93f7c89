import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { Context } from '#runtime/calls/context.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Reader } from '#runtime/outbound/payload.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { bookAges } from './providers/reminder.ts'
import { bookNames, comparedAt, type Saying, sayings } from './sayings.ts'

type Answer = Result<'prayer.saying'>
/** A saying without what is said of its source. */
export type Hadith = Omit<Answer, 'text' | keyof Provenance>

const collection = 'Sahih al-Bukhari'

/** The selection that the product brings along, as of the day on which it was compared with its editions. */
const ownProvenance: Provenance = {
  source: 'Onedoor',
  as_of: comparedAt,
  stale: false,
  attribution: 'Sahih al-Bukhari, in a translation of Onedoor',
  licence: 'MIT',
}

interface Book {
  readonly name: string | undefined
  readonly hadiths: readonly Pick<Hadith, 'number' | 'narrator' | 'arabic' | 'translation'>[]
}

const filled = z
  .string()
  .nullish()
  .transform((text) => text?.replace(/\s+/g, ' ').trim() || undefined)

const hadith = z
  .object({ number: z.int().min(1), narrator: filled, english: filled, arabic: filled })
  .transform(({ number, narrator, english, arabic }) => {
    if (english === undefined) return undefined
    const name = narrator?.replace(/^Narrated\s+|:$/g, '')
    return {
      number,
      ...(name ? { narrator: name } : {}),
      ...(arabic ? { arabic } : {}),
      translation: english,
    }
  })

const reader: Reader<Book> = {
  json: z
    .object({ name: filled, number: z.int(), hadiths: z.array(hadith) })
    .transform(({ name, hadiths }) => ({ name, hadiths: hadiths.filter((each) => each !== undefined) })),
}

const unknownBook: Book = { name: undefined, hadiths: [] }

/** `prayer.saying`. */
export async function saying(
  reminder: Provider,
  { book }: CallArgs<'prayer.saying'>,
  ctx: Pick<Context, 'signal' | 'subject' | 'charge'>,
): Promise<Answer> {
  if (book === undefined) return ownAnswer(oneOf(sayings))
  try {
    const path = `/api/hadith/${book}`
    const absent = { statuses: [404], data: unknownBook }
    const { data, provenance, isFree } = await reminder.read(ctx, { path, reader, ages: bookAges, absent })
    if (isFree) ctx.charge(0)
    if (data.hadiths.length === 0)
      throw new ApiError('not_found', `Book ${book} of ${collection} has no sayings there.`)
    const name = data.name ?? bookNames[book]
    const one = oneOf(data.hadiths)
    return answerOf(
      {
        collection,
        book,
        ...(name ? { book_name: name } : {}),
        ...one,
        reference: foreignReference(book, one),
        language: 'en',
      },
      provenance,
    )
  } catch (failure) {
    const own = sayings.filter((each) => each.book === book)
    if (own.length === 0 || ctx.signal.aborted || !(failure instanceof OutboundFailure)) throw failure
    return ownAnswer(oneOf(own))
  }
}

/** Of a saying of the provider, which may number the sayings of a book from one: such a number is not the one to cite. */
function foreignReference(book: number, { number }: { number: number }): string {
  return `${collection}, book ${book}, no. ${number} at reminder.dev`
}

/** A saying of the own selection as results describe it. */
export function hadithOf({ book, number, narrator, arabic, english }: Saying): Hadith {
  const name = bookNames[book]
  return {
    collection,
    book,
    ...(name ? { book_name: name } : {}),
    number,
    reference: `${collection} ${number}`,
    narrator,
    arabic,
    translation: english,
    language: 'en',
  }
}

function ownAnswer(own: Saying): Answer {
  return answerOf(hadithOf(own), ownProvenance)
}

function answerOf(hadith: Hadith, provenance: Provenance): Answer {
  return { ...hadith, text: inWords(hadith), ...provenance }
}

function inWords({ narrator, translation, reference }: Hadith): string {
  return `${narrator ? `${narrator}: ` : ''}${translation} (${reference})`
}

function oneOf<Thing>(things: readonly Thing[]): Thing {
  return things[randomInt(things.length)] as Thing
}
