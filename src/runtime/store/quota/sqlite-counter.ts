import { quotaMark } from '../errors.ts'
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

/**
 * The triggers that count the rows of a table on SQLite, where one connection writes: the sums of accounts are exact at every
 * moment. Deletions by a foreign key's cascade run them too.
 */
export function sqliteCounters(
  counted: CountedTable,
  columns: readonly CountedColumn[],
  quotaBytes: number,
): Counter[] {
  const { table, counting } = counted
  const [newAccount, oldAccount] = [`new.${quoted(counted.account)}`, `old.${quoted(counted.account)}`]
  const [newSize, oldSize] = [sizeOf(counted, columns, 'sqlite', 'new.'), sizeOf(counted, columns, 'sqlite', 'old.')]
  const growth = `(${newSize}) - (${oldSize})`
  const add = (account: string, bytes: string, when: string): string =>
    `insert into storage_use (owner, source, bytes) select ${account}, '${table}', ${bytes} where ${when}
        on conflict (owner, source) do update set bytes = bytes + excluded.bytes;`
  // The account may be gone, which is why its rows are.
  const giveBack = (when: string): string =>
    add(oldAccount, `-(${oldSize})`, `${when} and exists (select 1 from accounts where id = ${oldAccount})`)
  const isOver = (limit: string): string =>
    `(select sum(bytes) from storage_use where owner = ${newAccount}) > ${limit}`
  const refuse = (when: string): string =>
    typeof counting === 'object' ? '' : `select raise(abort, '${quotaMark} ${quotaBytes}') where ${when};`
  const kept = String(keptFactor * quotaBytes)
  const limit = counting === 'kept' ? kept : String(quotaBytes)
  const updated = changingColumns(counted, columns).map(quoted).join(', ')
  const trigger = (event: string, on: string, steps: readonly string[]): Counter => {
    const name = `storage_${table}_${event}`
    // SQLite remembers the text as it is, but for the first two words.
    const text = `CREATE TRIGGER ${quoted(name)} after ${event} ${on} begin\n  ${steps.join('\n  ')}\nend`
    return { name, text, statements: [text] }
  }
  return [
    trigger('insert', `on ${quoted(table)} when ${newAccount} is not null`, [
      add(newAccount, newSize, 'true'),
      refuse(isOver(limit)),
    ]),
    trigger('delete', `on ${quoted(table)} when ${oldAccount} is not null`, [giveBack('true')]),
    trigger('update', `of ${updated} on ${quoted(table)} when ${newAccount} is not ${oldAccount} or ${growth} <> 0`, [
      add(newAccount, growth, `${newAccount} is ${oldAccount} and ${newAccount} is not null`),
      giveBack(`${newAccount} is not ${oldAccount}`),
      add(newAccount, newSize, `${newAccount} is not ${oldAccount} and ${newAccount} is not null`),
      refuse(`${growth} > 0 and ${isOver(`case when ${growth} <= ${maxMarkBytes} then ${kept} else ${limit} end`)}`),
    ]),
  ]
}
