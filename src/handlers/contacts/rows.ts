import { ownedRows } from '../../runtime/store/owned-rows.ts'
import { statement } from '../../runtime/store/statement.ts'

/** The columns of `contacts` that a result is made of. */
export interface ContactRow {
  id: string
  name: string
  email: string | null
  phone: string | null
  note: string | null
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

const contactColumns = ['id', 'name', 'email', 'phone', 'note', 'by_others', 'created_at', 'updated_at']
const inOrder = ['name_sort', 'id']

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
export const optionalColumns = ['email', 'phone', 'note'] as const

/** One statement, so that two simultaneous calls with one new name make one card. */
export const save = owned.insert<NewContact>(['name', 'name_key', 'name_sort', ...optionalColumns], {
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

export const byName = statement<{ owner: string; name_key: string }>((sql, param) =>
  sql('contacts').select('id').where(param.columns('owner', 'name_key')),
)

export const { delete: remove } = owned

const pageColumns = [...contactColumns, 'name_sort']

export const pageAfter = statement<{ owner: string; name_sort: string; id: string; size: number }>(
  (sql, param) =>
    sql('contacts')
      .select(pageColumns)
      .where({ owner: param('owner') })
      .whereRaw('(name_sort, id) > (?, ?)', [param('name_sort'), param('id')])
      .orderBy(inOrder)
      .limit(param('size') as number),
  pageColumns,
)

/** The rows of the cards that a search finds, by name. */
export const cards = { table: 'contacts', columns: contactColumns, order: inOrder }

/** A contact with this address or number. One that was written after reading text by others does not count. */
export const byRecipient = statement<{ owner: string; recipient: string }>((sql, param) =>
  sql('contacts')
    .select('id')
    .where({ owner: param('owner'), by_others: false })
    .where((either) =>
      either
        .where(sql.raw('lower(email)') as never, param('recipient'))
        .orWhere(sql.raw("replace(phone, ' ', '')") as never, param('recipient')),
    )
    .limit(1),
)
