import type { ContactsHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { ownedRows } from '../../runtime/store/owned-rows.ts'
import { addressBook } from './address-book.ts'
import { type ContactRow, contactColumns, contactOf } from './answers.ts'
import { findPatterns, findPhone, findText } from './find-text.ts'

type NewContact = {
  id: string
  owner: string
  name: string
  name_key: string
  name_find: string
  email: string | null
  email_find: string | null
  phone: string | null
  phone_find: string | null
  note: string | null
  now: number
}

const owned = ownedRows<ContactRow>('contacts', contactColumns)

/** What a caller may leave out; a later call without it keeps it. */
const optionalColumns = ['email', 'email_find', 'phone', 'phone_find', 'note'] as const

/** One statement, so that two simultaneous calls with one new name make one card. */
const saveContact = owned.insert<NewContact>(['name', 'name_key', 'name_find', ...optionalColumns], {
  onConflict: (insert, sql) =>
    insert.onConflict(['owner', 'name_key']).merge({
      name: sql.raw('excluded.name'),
      name_find: sql.raw('excluded.name_find'),
      updated_at: sql.raw('excluded.updated_at'),
      ...Object.fromEntries(
        optionalColumns.map((column) => [column, sql.raw('coalesce(excluded.??, contacts.??)', [column, column])]),
      ),
    }),
})

/** The caller's address book: one card for each name. */
export const contacts: ContactsHandlers<Context> = {
  async add(args, ctx) {
    const id = newId('contact')
    const name = oneLine(args.name)
    const email = args.email?.trim() ?? null
    const phone = args.phone === undefined ? null : oneLine(args.phone)
    const contact = {
      id,
      owner: ctx.account.id,
      name,
      name_key: identityKey(name),
      name_find: findText(name),
      email,
      email_find: email === null ? null : findText(email),
      phone,
      phone_find: phone === null ? null : findPhone(phone),
      note: args.note ?? null,
      now: ctx.clock.now(),
    }
    const row = await ctx.store.write((tx) => saveContact(tx, contact))
    return { contact: contactOf(row), is_new: row.id === id }
  },

  find({ query }, ctx) {
    const { text, phone } = findPatterns(query)
    return addressBook(ctx, (cards) =>
      cards.where((either) => {
        either.whereRaw("name_find like ? escape '\\'", [text]).orWhereRaw("email_find like ? escape '\\'", [text])
        if (phone !== undefined) either.orWhereRaw("phone_find like ? escape '\\'", [phone])
      }),
    )
  },

  list: (_, ctx) => addressBook(ctx),

  async delete({ id }, ctx) {
    if (!(await owned.delete(ctx.store, { owner: ctx.account.id, id })))
      throw new ApiError('not_found', `You have no contact with the id "${id}"; contacts.list shows the ids.`)
    return { id, deleted: true }
  },
}
