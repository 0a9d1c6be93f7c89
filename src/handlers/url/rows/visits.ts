import type { Knex } from 'knex'
import { joinJsonMembers, splitAtSpace } from '#runtime/store/dialect-sql.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store, Writer } from '#runtime/store/types.ts'

/** Hosts that are counted separately for each link and day; all others are counted as `other`. */
export const hostsPerDay = 100

const rowsPerInsert = 80
const maxReferrers = 50

/** Visits that are not yet added up: one row of `link_visits`. */
export interface VisitRow {
  readonly id: string
  readonly shard: string
  readonly day: number
  /** Null, like the device, in rows of referrers. */
  readonly visitor: string | null
  readonly device: string | null
  /** A JSON object of numbers by link id, or by link id and host with a space between them. */
  readonly counts: string
}

/** Writes all rows or none. The same rows may be written again when the outcome of the first attempt is unknown. */
export async function writeVisits(store: Store, rows: readonly VisitRow[]): Promise<void> {
  await store.write(async (tx) => {
    for (let from = 0; from < rows.length; from += rowsPerInsert) {
      const some = rows.slice(from, from + rowsPerInsert)
      await tx.run(tx.sql('link_visits').insert(some).onConflict('id').ignore())
    }
  })
}

/** Rows of `link_visits` with the members of their counts. */
function visitMembers(sql: Knex) {
  const { from, name, number } = joinJsonMembers(sql, 'link_visits as v', 'v.counts')
  return { from, key: name, count: number }
}

const addToDays = statement<{ shard: string }>((sql, param) => {
  const { from, key, count } = visitMembers(sql)
  return sql.raw(
    `insert into link_days (link_id, day, visitor, device, hits)
     select ${key}, v.day, v.visitor, v.device, sum(${count}) from ${from}
     where v.shard = ? and v.visitor is not null and exists (select 1 from links where links.id = ${key})
     group by ${key}, v.day, v.visitor, v.device
     on conflict (link_id, day, visitor, device) do update set hits = link_days.hits + excluded.hits`,
    [param('shard')],
  )
})

const addToLinks = statement<{ shard: string }>((sql, param) => {
  const { from, key, count } = visitMembers(sql)
  const hitsOf = (visitor: string) => `sum(case when v.visitor = '${visitor}' then ${count} else 0 end)`
  return sql.raw(
    `update links set hits = hits + added.people, bot_hits = bot_hits + added.bots, head_hits = head_hits + added.heads
     from (select ${key} as link_id, ${hitsOf('person')} as people, ${hitsOf('bot')} as bots, ${hitsOf('head')} as heads
           from ${from} where v.shard = ? and v.visitor is not null group by ${key}) as added
     where links.id = added.link_id`,
    [param('shard')],
  )
})

/** New hosts are added in the order of their visits, up to the bound. */
const addToReferrers = statement<{ shard: string }>((sql, param) => {
  const { from, key, count } = visitMembers(sql)
  const { before: linkId, after: host } = splitAtSpace(sql, key)
  return sql.raw(
    `insert into link_referrers (link_id, day, host, hits)
     select link_id, day, case when is_held = 1 or held + place <= ${hostsPerDay} then host else 'other' end, sum(hits)
     from (
       select came.link_id, came.day, came.host, came.hits,
         case when known.host is null then 0 else 1 end as is_held,
         (select count(*) from link_referrers as others
          where others.link_id = came.link_id and others.day = came.day and others.host <> 'other') as held,
         row_number() over (partition by came.link_id, came.day, case when known.host is null then 0 else 1 end
                            order by came.hits desc, came.host) as place
       from (select ${linkId} as link_id, v.day as day, ${host} as host, sum(${count}) as hits from ${from}
             where v.shard = ? and v.visitor is null group by 1, 2, 3) as came
       left join link_referrers as known
         on known.link_id = came.link_id and known.day = came.day and known.host = came.host
       where exists (select 1 from links where links.id = came.link_id)
     ) as placed
     where true group by 1, 2, 3
     on conflict (link_id, day, host) do update set hits = link_referrers.hits + excluded.hits`,
    [param('shard')],
  )
})

const anyReferrer = statement<{ shard: string }>((sql, param) =>
  sql('link_visits').select('id').where(param.columns('shard')).whereNull('visitor').limit(1),
)

const forget = statement<{ shard: string }>((sql, param) => sql('link_visits').where(param.columns('shard')).delete())

/** The shards that have visits to add up. */
export async function shardsToAddUp(store: Store): Promise<string[]> {
  const rows = await store.all<{ shard: string }>(store.sql('link_visits').distinct('shard').orderBy('shard'))
  return rows.map(({ shard }) => shard)
}

/**
 * Adds the written visits of a shard to the counts of its links, whichever process wrote them. Visits of deleted links are
 * dropped.
 */
export async function addUpShard(store: Store, shard: string): Promise<void> {
  await store.write(async (tx: Writer) => {
    await tx.run(addToDays({ shard }))
    await tx.run(addToLinks({ shard }))
    if (await tx.get(anyReferrer({ shard }))) await tx.run(addToReferrers({ shard }))
    await tx.run(forget({ shard }))
  })
}

type Count = number | string
type Since = { id: string; first: number }

export interface DayCount {
  readonly day: number
  readonly visitor: 'person' | 'bot' | 'head'
  readonly count: Count
}

/** Visits of a link by day and visitor, from the day `first` on. */
export const byDay = statement<Since>((sql, param) =>
  sql('link_days')
    .select('day', 'visitor')
    .sum({ count: 'hits' })
    .where('link_id', param('id'))
    .where('day', '>=', param('first'))
    .groupBy('day', 'visitor'),
)

export interface DeviceCount {
  readonly device: 'desktop' | 'mobile' | 'tablet' | 'other'
  readonly count: Count
}

/** Visits of people by device. */
export const byDevice = statement<Since>((sql, param) =>
  sql('link_days')
    .select('device')
    .sum({ count: 'hits' })
    .where({ link_id: param('id'), visitor: 'person' })
    .where('day', '>=', param('first'))
    .groupBy('device')
    .orderByRaw('count desc, device'),
)

export interface ReferrerCount {
  readonly host: string
  readonly count: Count
}

/** Visits of people by the host that they came from, the most frequent hosts. */
export const byReferrer = statement<Since>((sql, param) =>
  sql('link_referrers')
    .select('host')
    .sum({ count: 'hits' })
    .where('link_id', param('id'))
    .where('day', '>=', param('first'))
    .groupBy('host')
    .orderByRaw('count desc, host')
    .limit(maxReferrers),
)
