import { quotaMark } from '../store-errors.ts'
import {
  type CountedColumn,
  type CountedTable,
  type Counter,
  changingColumns,
  keptFactor,
  maxMarkBytes,
  quoted,
  sizeOf,
} from './counted.ts'

/** A trigger. SQLite stores its text unchanged except for the first two words. */
function trigger(name: string, when: string, steps: readonly string[]): Counter {
  const text = `CREATE TRIGGER ${quoted(name)} ${when} begin\n  ${steps.join('\n  ')}\nend`
  return { name, text, statements: [text] }
}

const columnsOfUse = 'storage_use (owner, source, bytes)'
const addUp = 'on conflict (owner, source) do update set bytes = bytes + excluded.bytes'

/**
 * What the triggers of all tables have in common, on the view `storage_counting`: inserting into it means that a row of
 * `source`, which counted `old_bytes` for `old_owner`, now counts `new_bytes` for `new_owner`. Writes beyond `most` are rejected,
 * marks only beyond `most_marked`; null means no limit.
 *
 * Every connection parses the triggers of all tables before its first statement and holds them in memory: this part is parsed
 * and held once instead of sixty times.
 */
export function sqliteCounting(quotaBytes: number): Counter[] {
  const isOther = 'new.new_owner is not new.old_owner'
  const growth = `new.new_bytes - iif(${isOther}, 0, new.old_bytes)`
  const most = `iif(new.new_bytes - new.old_bytes <= ${maxMarkBytes}, new.most_marked, new.most)`
  return [
    trigger(
      'storage_counting_returned',
      `instead of insert on storage_counting when new.old_owner is not null and ${isOther}`,
      [
        // The account itself may have been deleted, and its rows with it.
        `insert into ${columnsOfUse} select new.old_owner, new.source, -new.old_bytes
      where exists (select 1 from accounts where id = new.old_owner) ${addUp};`,
      ],
    ),
    trigger(
      'storage_counting_taken',
      `instead of insert on storage_counting
    when new.new_owner is not null and (${isOther} or new.new_bytes <> new.old_bytes)`,
      [
        `insert into ${columnsOfUse} values (new.new_owner, new.source, ${growth}) ${addUp};`,
        `select raise(abort, '${quotaMark} ${quotaBytes}') where new.new_bytes > new.old_bytes
      and (select sum(bytes) from storage_use where owner = new.new_owner) > ${most};`,
      ],
    ),
  ]
}

/**
 * The triggers that count the rows of a table on SQLite. As only one connection writes, the sums of accounts are always exact.
 * A foreign key's cascade also runs these triggers. They need those of `sqliteCounting`.
 */
export function sqliteCounters(
  counted: CountedTable,
  columns: readonly CountedColumn[],
  quotaBytes: number,
): Counter[] {
  const { table, counting } = counted
  const on = `on ${quoted(table)}`
  const [newAccount, oldAccount] = [`new.${quoted(counted.account)}`, `old.${quoted(counted.account)}`]
  const [newSize, oldSize] = [sizeOf(counted, columns, 'sqlite', 'new.'), sizeOf(counted, columns, 'sqlite', 'old.')]
  const isRefused = typeof counting !== 'object'
  const kept = isRefused ? String(keptFactor * quotaBytes) : 'null'
  const limit = isRefused && counting === 'refused' ? String(quotaBytes) : kept
  const updated = changingColumns(counted, columns).map(quoted).join(', ')
  const count = (before: string, after: string, most: string, mostMarked: string): string[] => [
    `insert into storage_counting values ('${table}', ${before}, ${after}, ${most}, ${mostMarked});`,
  ]
  return [
    trigger(
      `storage_${table}_insert`,
      `after insert ${on} when ${newAccount} is not null`,
      count('null, 0', `${newAccount}, ${newSize}`, limit, limit),
    ),
    trigger(
      `storage_${table}_delete`,
      `after delete ${on} when ${oldAccount} is not null`,
      count(`${oldAccount}, ${oldSize}`, 'null, 0', 'null', 'null'),
    ),
    trigger(
      `storage_${table}_update`,
      `after update of ${updated} ${on}`,
      count(`${oldAccount}, ${oldSize}`, `${newAccount}, ${newSize}`, limit, kept),
    ),
  ]
}
