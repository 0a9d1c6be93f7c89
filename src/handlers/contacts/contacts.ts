import type { CallArgs, ContactsHandlers } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { ownedRows } from '../../runtime/store/owned-rows.ts'
import { addressBook, cardsWithIds } from './address-book.ts'
import { type ContactRow, contactColumns, contactOf } from './answers.ts'
import { findTexts, searchEntryOf, searchKind, sortKey } from './search/find-text.ts'

/** Cards that a search returns. */
const maxFound = 500

type NewContact = {
  id: string
  owner: string
  name: string
  name_key: string
  name_sort: string
  email: string | null
  phone: string | null
  note: string | null
  now: number
}

const owned = ownedRows<ContactRow>('contacts', contactColumns)

/** What a caller may leave out; a later call without it keeps it. */
const optionalColumns = ['email', 'phone', 'note'] as const

/** One statement, so that two simultaneous calls with one new name make one card. */
const saveContact = owned.insert<NewContact>(['name', 'name_key', 'name_sort', ...optionalColumns], {
  onConflict: (insert, sql) =>
    insert.onConflict(['owner', 'name_key']).merge({
      name: sql.raw('excluded.name'),
      name_sort: sql.raw('excluded.name_sort'),
      updated_at: sql.raw('excluded.updated_at'),
      ...Object.fromEntries(
        optionalColumns.map((column) => [column, sql.raw('coalesce(excluded.??, contacts.??)', [column, column])]),
      ),
    }),
})

/** The fields to be emptied. @throws ApiError invalid_argument for one that is given a value as well */
function clearedBy({ clear = [], ...given }: CallArgs<'contacts.add'>): (typeof optionalColumns)[number][] {
  for (const field of clear) {
    if (given[field] !== undefined) throw invalidArgument('clear', `names ${field}, which is given a value as well`)
  }
  return [...new Set(clear)]
}

function emptied<Fields extends object>(fields: Fields, cleared: readonly string[]): Fields {
  return { ...fields, ...Object.fromEntries(cleared.map((column) => [column, null])) }
}

/** The caller's address book: one card for each name. */
export const contacts: ContactsHandlers<Context> = {
  async add(args, ctx) {
    const id = newId('contact')
    const name = oneLine(args.name)
    const cleared = clearedBy(args)
    const email = args.email?.trim() ?? null
    const phone = args.phone === undefined ? null : oneLine(args.phone)
    const contact = {
      id,
      owner: ctx.account.id,
      name,
      name_key: identityKey(name),
      name_sort: sortKey(name),
      email,
      phone,
      note: args.note ?? null,
      now: ctx.clock.now(),
    }
    const row = await ctx.store.write(async (tx) => {
      const saved = emptied(await saveContact(tx, contact), cleared)
      if (cleared.length > 0) await tx.run(tx.sql('contacts').where({ id: saved.id }).update(emptied({}, cleared)))
      await ctx.search.put(tx, searchEntryOf({ ...saved, owner: ctx.account.id }), 'created')
      return saved
    })
    return { contact: contactOf(row), is_new: row.id === id }
  },

  async find({ query }, { store, search, account: { id: owner } }) {
    const wanted = { kind: searchKind, in: { owner }, anyOf: findTexts(query), limit: maxFound }
    const { ids, next } = await search.find(store, wanted)
    const cards = await store.all<ContactRow>(cardsWithIds(store.sql, owner, ids))
    return { items: cards.map(contactOf), is_truncated: next !== undefined }
  },

  list: (_, ctx) => addressBook(ctx),

  async delete({ id }, ctx) {
    await ctx.store.write(async (tx) => {
      if (!(await owned.delete(tx, { owner: ctx.account.id, id })))
        throw new ApiError('not_found', `You have no contact with the id "${id}"; contacts.list shows the ids.`)
      await ctx.search.remove(tx, searchKind, id)
    })
    return { id, deleted: true }
  },
}
