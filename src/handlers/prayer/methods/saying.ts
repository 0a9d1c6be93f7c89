import { randomInt } from 'node:crypto'
import type { Handler, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { Context } from '#runtime/calls/context.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { PrayerDeps } from '../index.ts'
import { fetchBook } from '../providers/reminder.ts'
import { type SayingResult, sayingOf } from '../results.ts'
import { bookNames, collection, comparedAt, type Saying, sayings } from '../sayings.ts'

const bundledProvenance: Provenance = {
  source: 'Onedoor',
  as_of: comparedAt,
  stale: false,
  attribution: 'Sahih al-Bukhari, translated by Onedoor',
  licence: 'MIT',
}

/** Falls back on the bundled sayings of a book when the provider fails. */
export default ({ reminder }: PrayerDeps): Handler<'prayer.saying'> =>
  async ({ book }, ctx) => {
    if (book === undefined) return oneOfBundled(sayings)
    try {
      return await oneOfBook(reminder, book, ctx)
    } catch (failure) {
      const bundled = sayings.filter((each) => each.book === book)
      if (bundled.length === 0 || ctx.signal.aborted || !(failure instanceof OutboundFailure)) throw failure
      return oneOfBundled(bundled)
    }
  }

function oneOfBundled(bundled: readonly Saying[]): Result<'prayer.saying'> {
  return resultOf(sayingOf(oneOf(bundled)), bundledProvenance)
}

async function oneOfBook(reminder: PrayerDeps['reminder'], book: number, ctx: Context) {
  const { data, provenance, isFree } = await fetchBook(reminder, ctx, book)
  if (isFree) ctx.charge(0)
  if (data.sayings.length === 0)
    throw new ApiError('not_found', `reminder.dev has no sayings in book ${book} of ${collection}.`)
  const saying = oneOf(data.sayings)
  const name = data.name ?? bookNames[book]
  // The provider may number the sayings of a book from one: such a number is not that of the collection.
  const reference = `${collection}, book ${book}, no. ${saying.number} at reminder.dev`
  return resultOf(
    { collection, book, ...(name ? { book_name: name } : {}), ...saying, reference, language: 'en' },
    provenance,
  )
}

function resultOf(saying: SayingResult, provenance: Provenance): Result<'prayer.saying'> {
  const { narrator, translation, reference } = saying
  const text = `${narrator ? `${narrator}: ` : ''}${translation} (${reference})`
  return { ...saying, text, ...provenance }
}

function oneOf<Thing>(things: readonly Thing[]): Thing {
  return things[randomInt(things.length)] as Thing
}
