import type { CallArgs, Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { contactOf } from '../results.ts'
import * as rows from '../rows.ts'
import { searchEntryOf, sortKey } from '../search/find-text.ts'

export default (): Handler<'contacts.add'> => async (args, ctx) => {
  const id = newId('contact')
  const name = oneLine(args.name)
  const cleared = clearedBy(args)
  const contact = {
    id,
    owner: ctx.account.id,
    name,
    name_key: identityKey(name),
    name_sort: sortKey(name),
    email: args.email?.trim() ?? null,
    phone: args.phone === undefined ? null : oneLine(args.phone),
    note: args.note ?? null,
    now: ctx.clock.now(),
  }
  const key = { owner: contact.owner, name_key: contact.name_key }
  await ctx.overwriting(async () => (await ctx.store.get(rows.byName(key))) !== undefined)
  const row = await ctx.store.write(async (tx) => {
    const saved = emptied(await rows.save(tx, contact), cleared)
    if (cleared.length > 0) await tx.run(tx.sql('contacts').where({ id: saved.id }).update(emptied({}, cleared)))
    await ctx.search.put(tx, searchEntryOf({ ...saved, owner: ctx.account.id }), 'created')
    return saved
  })
  return { contact: contactOf(row), is_new: row.id === id }
}

/** The fields to be emptied. @throws ApiError invalid_argument for one that is given a value as well */
function clearedBy({ clear = [], ...given }: CallArgs<'contacts.add'>): (typeof rows.optionalColumns)[number][] {
  for (const field of clear) {
    if (given[field] !== undefined)
      throw invalidArgument('clear', `contains ${field}, which also has a value in this call`)
  }
  return [...new Set(clear)]
}

function emptied<Fields extends object>(fields: Fields, cleared: readonly string[]): Fields {
  return { ...fields, ...Object.fromEntries(cleared.map((column) => [column, null])) }
}
