import { quotaMark, quotaSqlState } from '../store-errors.ts'
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
 * The triggers that count the rows of a table on PostgreSQL. Each change inserts a row into `storage_changes`, and these are
 * added up later: simultaneous writes of one account never wait for, or conflict over, a sum. The quota is checked against the
 * sums, which no caller's transaction writes. A foreign key's cascade also runs these triggers.
 */
export function postgresCounters(
  counted: CountedTable,
  columns: readonly CountedColumn[],
  quotaBytes: number,
): Counter[] {
  const { table, counting } = counted
  const account = quoted(counted.account)
  const size = (row: string): string => sizeOf(counted, columns, 'postgres', row)
  const growth = `(${size('new.')}) - (${size('old.')})`
  const kept = String(keptFactor * quotaBytes)
  const limit = counting === 'kept' ? kept : String(quotaBytes)
  const used = (owner: string): string =>
    `(select coalesce(sum(u.bytes), 0) from storage_use u where u.owner = ${owner})`
  const refuse = (when: string): string =>
    typeof counting === 'object'
      ? ''
      : `if (${when}) then raise exception '${quotaMark} ${quotaBytes}' using errcode = '${quotaSqlState}'; end if;`
  const into = `insert into storage_changes (owner, source, bytes)`
  const added = `select r.${account} as owner, sum(${size('r.')}) as bytes from counted r where r.${account} is not null group by 1`
  const subtract = (when: string): string =>
    `${into} select old.${account}, '${table}', -(${size('old.')}) from accounts where id = old.${account} and ${when};`
  const sum = `select n.owner, '${table}', n.bytes from (${added}) n`
  const bodies = {
    insert: `${into} ${sum};
      ${refuse(`exists (select 1 from (${added}) n where n.bytes + ${used('n.owner')} > ${limit})`)}`,
    // The account itself may have been deleted, and its rows with it.
    delete: `${into} ${sum.replace('n.bytes', '-n.bytes')} where exists (select 1 from accounts where id = n.owner);`,
    update: `if new.${account} is not distinct from old.${account} then
        ${into} select new.${account}, '${table}', ${growth} where new.${account} is not null;
      else
        ${subtract('true')}
        ${into} select new.${account}, '${table}', ${size('new.')} where new.${account} is not null;
      end if;
      ${refuse(`${growth} > 0 and ${growth} + ${used(`new.${account}`)} > case when ${growth} <= ${maxMarkBytes} then ${kept} else ${limit} end`)}`,
  }
  const updated = changingColumns(counted, columns).map(quoted).join(', ')
  const events = {
    insert: `insert on ${quoted(table)} referencing new table as counted for each statement`,
    delete: `delete on ${quoted(table)} referencing old table as counted for each statement`,
    update: `update of ${updated} on ${quoted(table)} for each row
      when (new.${account} is distinct from old.${account} or ${growth} <> 0)`,
  }
  return (['insert', 'delete', 'update'] as const).map((event) => {
    const name = `storage_${table}_${event}`
    const on = `after ${events[event]}`
    // The comment makes a change of the trigger change the text of its function.
    const text = `\n-- ${on.replaceAll('\n', ' ')}\nbegin\n  ${bodies[event]}\n  return null;\nend `
    const statements = [
      `create or replace function ${quoted(name)}() returns trigger language plpgsql as $counter$${text}$counter$`,
      `create trigger ${quoted(name)} ${on} execute function ${quoted(name)}()`,
    ]
    return { name, text, statements }
  })
}
