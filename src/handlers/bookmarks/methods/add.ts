import type { Args, Handler } from '#generated/server/handlers.ts'
import { type ArchivedItem, archivedItem } from '#handlers/archive/contracts.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { BookmarksDeps } from '../index.ts'
import { noteOf } from '../note.ts'
import { bookmarkOf } from '../results.ts'
import * as rows from '../rows.ts'
import { type Address, readAddress } from '../saved-address.ts'
import { searchEntryOf } from '../search/entry.ts'

/** Characters of the archived text that are copied when an item is saved. */
const maxExcerpt = 2000
/** The kinds of archived items that are saved as such; others are links. */
const savedKinds: Readonly<Record<string, rows.BookmarkRow['kind']>> = { news: 'article', video: 'video', post: 'post' }

export default ({ query }: BookmarksDeps): Handler<'bookmarks.add'> =>
  async (args, ctx) => {
    const id = newId('bookmark')
    const owner = ctx.account.id
    const save = await savingOf(args, query)
    const common = { id, owner, note: noteOf(args.note), now: ctx.clock.now() }
    const row = await ctx.store.write(async (tx) => {
      const saved = await save(tx, common)
      await ctx.search.put(tx, searchEntryOf(saved, owner), 'created')
      return saved
    })
    return { bookmark: bookmarkOf(row), is_new: row.id === id }
  }

type Save = (
  tx: Writer,
  common: { id: string; owner: string; note: string | null; now: number },
) => Promise<rows.BookmarkRow>

/** How what the arguments name is saved. */
async function savingOf({ ref, url, title }: Args<'bookmarks.add'>, query: BookmarksDeps['query']): Promise<Save> {
  if (url !== undefined && ref !== undefined)
    throw eitherOr('Specify either url or ref, not both.', 'cannot be combined with url')
  if (url !== undefined) return savingLink(readAddress(url), title)
  if (ref === undefined)
    throw eitherOr(
      'Specify either url, the URL to save, or ref, the id of an archived item.',
      'is required unless url is given',
    )
  const item = await query(archivedItem, { id: ref })
  if (!item)
    throw new ApiError(
      'not_found',
      `The archive has no item with the id "${ref}". Use archive.list to find ids, or specify url to save a URL.`,
    )
  return savingItem(item)
}

function savingLink({ url, key, host }: Address, title: string | undefined): Save {
  const link = { url, url_key: key, title: title === undefined ? url : oneLine(title), source: host }
  return (tx, common) => rows.saveLink(tx, { ...common, ...link })
}

function savingItem({ id: ref, kind, url: address, title, text, source }: ArchivedItem): Save {
  if (address === undefined) throw new ApiError('failed_precondition', `The archived item "${ref}" has no URL to save.`)
  const { url, key } = readAddress(address)
  const excerpt = firstCharacters(text, maxExcerpt)
  const item = { url, url_key: key, title, source, excerpt, ref, kind: savedKinds[kind] ?? 'link' }
  return (tx, common) => rows.saveItem(tx, { ...common, ...item })
}

function eitherOr(sentence: string, message: string): ApiError {
  return new ApiError('invalid_argument', sentence, { details: [{ path: 'ref', message }] })
}
