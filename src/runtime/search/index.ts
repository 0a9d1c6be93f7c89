import { statement } from '../store/statement.ts'
import type { Reader } from '../store/types.ts'
import { runTokens, searchText } from './normalise.ts'
import { parseQuery } from './query.ts'
import type { SearchEntry, SearchIndex } from './types.ts'

export type { SearchEntry, SearchIndex } from './types.ts'

/**
 * Text beyond this many bytes of distinct words is not searchable: with its overhead, a PostgreSQL tsvector must stay below
 * 1 MiB.
 */
const maxTokenBytes = 600_000

/**
 * The token that restricts a query to one owner's records of one kind before any other token is looked up. It begins with a
 * private-use character, which no word contains; ASCII characters that a database would split at or read as syntax are moved
 * into that range too.
 */
function scopeToken(kind: string, owner: string): string {
  const whole = (text: string): string =>
    text.replace(/[^a-z0-9\u0080-\u{10FFFF}]/gu, (character) => String.fromCodePoint(0xe100 + character.charCodeAt(0)))
  return `\uE000${whole(kind)}\uE000${whole(owner)}`
}

interface Indexed {
  readonly tokens: string
  readonly runs: string
}

function indexed(entry: SearchEntry): Indexed {
  const { words, runs } = searchText(`${entry.title}\n${entry.body}`)
  const tokens = new Set([scopeToken(entry.kind, entry.owner)])
  let bytes = 0
  const add = (token: string): void => {
    if (bytes >= maxTokenBytes || tokens.has(token)) return
    tokens.add(token)
    bytes += Buffer.byteLength(token)
  }
  for (const word of words) add(word)
  for (const run of runs) for (const token of runTokens(run)) add(token)
  return { tokens: [...tokens].join(' '), runs: runs.join(' ') }
}

type Put = { kind: string; id: string; owner: string; runs: string; tokens: string }

const putSqlite = statement<Put>((sql, param) =>
  sql('search_put').insert({
    kind: param('kind'),
    record_id: param('id'),
    owner: param('owner'),
    runs: param('runs'),
    tokens: param('tokens'),
  }),
)

const putPostgres = statement<Put>((sql, param) =>
  sql.raw(
    `insert into search_entries (kind, record_id, owner, runs, tokens) values (?, ?, ?, ?, array_to_tsvector(string_to_array(?, ' ')))
     on conflict (kind, record_id) do update set owner = excluded.owner, runs = excluded.runs, tokens = excluded.tokens`,
    [param('kind'), param('id'), param('owner'), param('runs'), param('tokens')],
  ),
)

const removeEntry = statement<{ kind: string; id: string }>((sql, param) =>
  sql('search_entries')
    .where({ kind: param('kind'), record_id: param('id') })
    .delete(),
)

/** The search index of a store: the same results on SQLite (FTS5) and PostgreSQL (tsvector). */
export function openSearchIndex({ sql, dialect }: Pick<Reader, 'sql' | 'dialect'>): SearchIndex {
  const put = dialect === 'sqlite' ? putSqlite : putPostgres

  return {
    async put(tx, entry) {
      await tx.run(put({ kind: entry.kind, id: entry.id, owner: entry.owner, ...indexed(entry) }))
    },

    async remove(tx, kind, id) {
      await tx.run(removeEntry({ kind, id }))
    },

    matching(kind, owner, query) {
      const parsed = parseQuery(query)
      const entries = sql('search_entries').select('record_id').where({ kind, owner })
      if (!parsed) return entries.whereRaw('1 = 0')
      const whole = [scopeToken(kind, owner), ...parsed.tokens]
      if (dialect === 'sqlite') {
        const match = [...whole.map((token) => `"${token}"`), ...parsed.prefixes.map((prefix) => `"${prefix}" *`)].join(
          ' AND ',
        )
        entries.whereIn('entry', sql('search_words').select('rowid').whereRaw('search_words match ?', [match]))
      } else {
        const match = [...whole.map((token) => `'${token}'`), ...parsed.prefixes.map((prefix) => `'${prefix}':*`)].join(
          ' & ',
        )
        entries.whereRaw('tokens @@ cast(? as tsquery)', [match])
      }
      for (const run of parsed.runs) {
        entries.whereRaw(dialect === 'sqlite' ? 'instr(runs, ?) > 0' : 'strpos(runs, ?) > 0', [run])
      }
      return entries
    },
  }
}
