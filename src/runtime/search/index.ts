import { createHash } from 'node:crypto'
import { Slices } from '../base/slices.ts'
import { statement } from '../store/statement.ts'
import type { Reader } from '../store/types.ts'
import { runTokens, searchParts } from './normalise.ts'
import { parseQuery } from './query.ts'
import type { PreparedEntry, SearchEntry, SearchIndex } from './types.ts'

export type { SearchEntry, SearchIndex } from './types.ts'

/** Text beyond this many bytes of distinct tokens is not searchable: a PostgreSQL tsvector must stay below 1 MiB. */
const maxTokenBytes = 1_000_000
/** Stretches without spaces beyond this many UTF-16 units are not searchable. */
const maxRunLength = 2_000_000
/** Tokens between two looks at the time. */
const tokensAStep = 500

/**
 * What every token of one owner's records of one kind begins with, so that a database that looks a word up, or the beginning of
 * one, reads nothing of other owners. Two private-use characters, which no word contains. Owners who share them by chance
 * see nothing of each other: the entry names its owner.
 */
function scopeOf(kind: string, owner: string): string {
  const digest = createHash('sha256').update(`${kind}\0${owner}`).digest()
  return [0, 2].map((at) => String.fromCodePoint(0xf0000 + (digest.readUInt16BE(at) % 0xfffe))).join('')
}

/** Tokens that begin with a scope and a word are found by their first characters: see the migration. */
interface Indexed {
  readonly tokens: string
  readonly runs: string
}

/** Takes the text of an entry apart, and yields between two small steps. */
function* indexing(entry: SearchEntry): Generator<undefined, Indexed> {
  const scope = scopeOf(entry.kind, entry.owner)
  const tokens = new Set<string>()
  const runs: string[] = []
  let bytes = 0
  let runLength = 0
  const add = (text: string): void => {
    const token = scope + text
    if (tokens.has(token)) return
    bytes += Buffer.byteLength(token)
    if (bytes <= maxTokenBytes) tokens.add(token)
  }
  for (const part of searchParts(`${entry.title}\n${entry.body}`)) {
    if (bytes > maxTokenBytes) break
    if (!part) {
      yield
    } else if (part.kind === 'word') {
      add(part.text)
    } else {
      runLength += part.text.length + 1
      if (runLength <= maxRunLength) runs.push(part.text)
      let step = 0
      for (const token of runTokens(part.text)) {
        add(token)
        step += 1
        if (step % tokensAStep === 0) yield
      }
    }
  }
  return { tokens: [...tokens].join(' '), runs: runs.join(' ') }
}

/** An entry whose text is taken apart already. */
class Prepared implements PreparedEntry {
  readonly kind: string
  readonly id: string
  readonly owner: string
  readonly indexed: Indexed

  constructor({ kind, id, owner }: SearchEntry, indexed: Indexed) {
    this.kind = kind
    this.id = id
    this.owner = owner
    this.indexed = indexed
  }
}

function indexedAtOnce(entry: SearchEntry): Indexed {
  const steps = indexing(entry)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
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
    async prepare(entry) {
      const slices = new Slices()
      const steps = indexing(entry)
      for (;;) {
        const { done, value } = steps.next()
        if (done) return new Prepared(entry, value)
        if (slices.isOver) await slices.next()
      }
    },

    async put(tx, entry) {
      const indexed = entry instanceof Prepared ? entry.indexed : indexedAtOnce(entry as SearchEntry)
      await tx.run(put({ kind: entry.kind, id: entry.id, owner: entry.owner, ...indexed }))
    },

    async remove(tx, kind, id) {
      await tx.run(removeEntry({ kind, id }))
    },

    matching(kind, owner, query) {
      const parsed = parseQuery(query)
      const entries = sql('search_entries').select('record_id').where({ kind, owner })
      if (!parsed) return entries.whereRaw('1 = 0')
      const scope = scopeOf(kind, owner)
      const whole = parsed.tokens.map((token) => scope + token)
      const beginnings = parsed.prefixes.map((prefix) => scope + prefix)
      if (dialect === 'sqlite') {
        const match = [...whole.map((token) => `"${token}"`), ...beginnings.map((prefix) => `"${prefix}" *`)].join(
          ' AND ',
        )
        entries.whereIn('entry', sql('search_words').select('rowid').whereRaw('search_words match ?', [match]))
      } else {
        const match = [...whole.map((token) => `'${token}'`), ...beginnings.map((prefix) => `'${prefix}':*`)].join(
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
