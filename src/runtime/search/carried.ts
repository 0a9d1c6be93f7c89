import type { CarriedTable } from '../store/carry/types.ts'

/**
 * How the index is carried from one database to another: each entry with its tokens, which neither database changes.
 *
 * SQLite keeps no copy of the tokens of an entry, only of the entries of each token; they are gathered in a temporary
 * table, on disk.
 */
export const carriedSearchEntries: CarriedTable = {
  name: 'search_entries',
  columns: ['kind', 'owner', 'record_id', 'runs', 'tokens'].map((name) => ({ name, kind: 'text' })),
  key: ['kind', 'record_id'],
  covers: { sqlite: ['search_words'], postgres: [] },
  prepare: {
    sqlite: [
      "create virtual table if not exists temp.search_terms using fts5vocab('main', 'search_words', 'instance')",
      `create temporary table if not exists search_tokens as
        select doc as entry, group_concat(term, ' ') as tokens
          from (select doc, term from temp.search_terms order by doc, term) group by doc`,
      'create unique index if not exists temp.search_tokens_by_entry on search_tokens (entry)',
    ],
    postgres: [],
  },
  select: {
    sqlite: `select kind, owner, record_id, runs, coalesce(tokens, '') as tokens
      from main.search_entries left join temp.search_tokens using (entry)`,
    postgres: `select kind, owner, record_id, runs,
      coalesce((select string_agg(token, ' ' order by token collate "C") from unnest(tsvector_to_array(tokens)) as token), '') as tokens
      from search_entries`,
  },
  insert: {
    sqlite: 'insert into search_put (kind, owner, record_id, runs, tokens) values (?, ?, ?, ?, ?)',
    postgres: `insert into search_entries (kind, owner, record_id, runs, tokens)
      values (?, ?, ?, ?, array_to_tsvector(array_remove(string_to_array(?, ' '), '')))`,
  },
}
