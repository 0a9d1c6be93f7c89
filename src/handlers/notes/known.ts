import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { statement } from '../../runtime/store/statement.ts'
import type { Reader } from '../../runtime/store/types.ts'

/** Notes that the agent knows without asking. */
const maxKnown = 40
const maxCharacters = 200
/** Characters of a text that are read to shorten it. */
const readCharacters = 400

const latestNotes = statement<{ owner: string }>((sql, param) =>
  sql('notes')
    .select('title', sql.raw(`substr(text, 1, ${readCharacters}) as text`))
    .where({ owner: param('owner') })
    .orderBy([
      { column: 'updated_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(maxKnown),
)

/** The latest notes of an account, a line each with the beginning of the text; empty if there are none. */
export async function knownNotes(reader: Reader, owner: string): Promise<string> {
  const rows = await reader.all<{ title: string; text: string }>(latestNotes({ owner }))
  return rows.map(({ title, text }) => `- ${title}: ${shorten(oneLine(text), maxCharacters)}`).join('\n')
}
