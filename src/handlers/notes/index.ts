import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { family } from '../../runtime/kit/family.ts'
import { statement } from '../../runtime/store/statement.ts'
import type { Reader, Store } from '../../runtime/store/types.ts'
import { migrations } from './migrations/index.ts'

export interface NotesDeps {
  readonly store: Store
}

export const notes = family('notes', {
  migrations,
  tables: [
    {
      table: 'notes',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['title', 'text'],
      archive: { file: 'notes', key: 'id', without: ['title_key'] },
    },
  ],
  open: ({ store }): NotesDeps => ({ store }),
  agentContext: ({ store }, account) => latestNotes(store, account),
})

/** Notes that are shown to the agent. */
const maxNotes = 40
const maxCharacters = 200
/** Characters that are read of a text, to shorten it. */
const readCharacters = 400

const latest = statement<{ owner: string }>((sql, param) =>
  sql('notes')
    .select('title', sql.raw(`substr(text, 1, ${readCharacters}) as text`))
    .where({ owner: param('owner'), by_others: false })
    .orderByRaw('updated_at desc, id desc')
    .limit(maxNotes),
)

/**
 * The latest notes of an account, one per line with the beginning of the text; empty if it has none. Notes with text by others
 * are left out: they would taint every run.
 */
async function latestNotes(reader: Reader, owner: string): Promise<string> {
  const rows = await reader.all<{ title: string; text: string }>(latest({ owner }))
  return rows.map(({ title, text }) => `- ${title}: ${shorten(oneLine(text), maxCharacters)}`).join('\n')
}
