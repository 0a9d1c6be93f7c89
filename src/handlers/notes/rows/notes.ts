import { rowsWithJsonIds } from '#runtime/store/dialect-sql.ts'
import { ownedRows } from '#runtime/store/owned-rows.ts'
import { statement } from '#runtime/store/statement.ts'

export interface NoteRow {
  id: string
  title: string
  text: string
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

const columns = ['id', 'title', 'text', 'by_others', 'created_at', 'updated_at']

const owned = ownedRows<NoteRow>('notes', columns)

type NewNote = { id: string; owner: string; title: string; title_key: string; text: string; now: number }

/** One statement, so that two simultaneous calls with one new title make one note. The first spelling of the title stays. */
export const write = owned.insert<NewNote>(['title', 'title_key', 'text'], {
  onConflict: (insert) => insert.onConflict(['owner', 'title_key']).merge(['text', 'updated_at']),
})

export const byTitle = statement<{ owner: string; title_key: string }>((sql, param) =>
  sql('notes').select(columns).where(param.columns('owner', 'title_key')),
)

/** Those of these notes that belong to the owner, in any order; `ids` is a JSON array. */
export const byIds = statement<{ owner: string; ids: string }>((sql, param) =>
  rowsWithJsonIds(sql, 'notes', param('ids')).select(columns).where(param.columns('owner')),
)

export const { delete: remove } = owned
