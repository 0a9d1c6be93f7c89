import type { Result } from '#generated/server/handlers.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader } from '#runtime/store/types.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { LinkRow } from './rows/links.ts'

type Stats = Result<'url.stats'>
type Count = number | string

const dayMs = 86_400_000
const maxReferrers = 50

const byDay = statement<{ id: string; first: number }>((sql, param) =>
  sql('link_days')
    .select('day', 'visitor')
    .sum({ count: 'hits' })
    .where({ link_id: param('id') })
    .where('day', '>=', param('first'))
    .groupBy('day', 'visitor'),
)

const byDevice = statement<{ id: string; first: number }>((sql, param) =>
  sql('link_days')
    .select('device')
    .sum({ count: 'hits' })
    .where({ link_id: param('id'), visitor: 'person' })
    .where('day', '>=', param('first'))
    .groupBy('device')
    .orderBy([{ column: 'count', order: 'desc' }, { column: 'device' }]),
)

const byReferrer = statement<{ id: string; first: number }>((sql, param) =>
  sql('link_referrers')
    .select('host')
    .sum({ count: 'hits' })
    .where({ link_id: param('id') })
    .where('day', '>=', param('first'))
    .groupBy('host')
    .orderBy([{ column: 'count', order: 'desc' }, { column: 'host' }])
    .limit(maxReferrers),
)

/**
 * The visits of a link on the last `days` days, today included. Reads only what is in the database: flush the counters
 * first.
 */
export async function statsOf(
  reader: Reader,
  row: LinkRow,
  own: OwnAddresses,
  { days, now }: { days: number; now: number },
): Promise<Stats> {
  const today = Math.floor(now / dayMs)
  const range = { id: row.id, first: today - days + 1 }
  const [counted, devices, referrers] = await Promise.all([
    reader.all<{ day: number; visitor: 'person' | 'bot' | 'head'; count: Count }>(byDay(range)),
    reader.all<{ device: Stats['devices'][number]['device']; count: Count }>(byDevice(range)),
    reader.all<{ host: string; count: Count }>(byReferrer(range)),
  ])
  const counts = new Map(counted.map(({ day, visitor, count }) => [`${day} ${visitor}`, Number(count)]))
  const on = (day: number, visitor: string) => counts.get(`${day} ${visitor}`) ?? 0
  return {
    id: row.id,
    shortURL: own.shortUrl(row.id),
    total: { people: Number(row.hits), bots: Number(row.bot_hits), heads: Number(row.head_hits) },
    days: Array.from({ length: days }, (_, index) => {
      const day = range.first + index
      const visits = { people: on(day, 'person'), bots: on(day, 'bot'), heads: on(day, 'head') }
      return { day: new Date(day * dayMs).toISOString().slice(0, 10), ...visits }
    }),
    devices: devices.map(({ device, count }) => ({ device, people: Number(count) })),
    referrers: referrers.map(({ host, count }) => ({ host, people: Number(count) })),
  }
}
