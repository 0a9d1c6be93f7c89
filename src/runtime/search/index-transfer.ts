import type { TableTransfer } from '../store/transfer/types.ts'

/**
 * SQLite stores the entries of each token, not the tokens of each entry: these are collected in a temporary table, on disk.
 */
const collectTokens = (index: string): string[] => [
  `create virtual table if not exists temp.terms_of_${index} using fts5vocab('main', '${index}', 'instance')`,
  `create temporary table if not exists tokens_of_${index} as
    select doc as entry, group_concat(term, ' ') as tokens
      from (select doc, term from temp.terms_of_${index} order by doc, term) group by doc`,
  `create unique index if not exists temp.tokens_of_${index}_by_entry on tokens_of_${index} (entry)`,
]

const sortedTokens = `coalesce((select string_agg(token, ' ' order by token collate "C") from unnest(tsvector_to_array(tokens)) as token), '') as tokens`
const tokensOfText = `array_to_tsvector(array_remove(string_to_array(?, ' '), ''))`

/** Each entry with its tokens, which are the same in both databases. */
export const searchRecordsTransfer: TableTransfer = {
  name: 'search_records',
  columns: [
    { name: 'entry', kind: 'integer' },
    { name: 'block', kind: 'integer' },
    ...['kind', 'part', 'owner', 'record_id', 'runs', 'tokens'].map((name) => ({ name, kind: 'text' as const })),
  ],
  key: ['entry'],
  covers: { sqlite: ['search_tokens'], postgres: [] },
  prepare: { sqlite: collectTokens('search_tokens'), postgres: [] },
  select: {
    sqlite: `select entry, block, kind, part, owner, record_id, runs, coalesce(tokens, '') as tokens
      from main.search_records left join temp.tokens_of_search_tokens using (entry)`,
    postgres: `select entry, block, kind, part, owner, record_id, runs, ${sortedTokens} from search_records`,
  },
  insert: {
    sqlite: `insert into search_put (entry, block, kind, part, owner, record_id, runs, tokens, stays)
      values (?, ?, ?, ?, ?, ?, ?, ?, false)`,
    postgres: `insert into search_records (entry, block, kind, part, owner, record_id, runs, tokens)
      values (?, ?, ?, ?, ?, ?, ?, ${tokensOfText})`,
  },
}

/** The index before migration 0040, in older backups. */
export const searchEntriesTransfer: TableTransfer = {
  name: 'search_entries',
  columns: ['kind', 'owner', 'record_id', 'runs', 'tokens'].map((name) => ({ name, kind: 'text' })),
  key: ['kind', 'record_id'],
  covers: { sqlite: ['search_words'], postgres: [] },
  prepare: { sqlite: collectTokens('search_words'), postgres: [] },
  select: {
    sqlite: `select kind, owner, record_id, runs, coalesce(tokens, '') as tokens
      from main.search_entries left join temp.tokens_of_search_words using (entry)`,
    postgres: `select kind, owner, record_id, runs, ${sortedTokens} from search_entries`,
  },
  insert: {
    sqlite: 'insert into search_put (kind, owner, record_id, runs, tokens) values (?, ?, ?, ?, ?)',
    postgres: `insert into search_entries (kind, owner, record_id, runs, tokens) values (?, ?, ?, ?, ${tokensOfText})`,
  },
}
