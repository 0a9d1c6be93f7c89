import type { Handler } from '#generated/server/handlers.ts'
import { findLink } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'
import * as rows from '../rows/visits.ts'

const dayMs = 86_400_000

export default ({ addresses, visits }: UrlDeps): Handler<'url.stats'> =>
  async ({ days = 30, ...named }, ctx) => {
    await visits.flush()
    const { id, hits, bot_hits, head_hits } = await findLink(named, addresses, ctx)
    const first = Math.floor(ctx.clock.now() / dayMs) - days + 1
    const [byDay, byDevice, byReferrer] = await Promise.all([
      ctx.store.all<rows.DayCount>(rows.byDay({ id, first })),
      ctx.store.all<rows.DeviceCount>(rows.byDevice({ id, first })),
      ctx.store.all<rows.ReferrerCount>(rows.byReferrer({ id, first })),
    ])
    const counts = new Map(byDay.map(({ day, visitor, count }) => [`${day} ${visitor}`, Number(count)]))
    const on = (day: number, visitor: string) => counts.get(`${day} ${visitor}`) ?? 0
    return {
      id,
      shortURL: addresses.shortUrl(id),
      total: { people: Number(hits), bots: Number(bot_hits), heads: Number(head_hits) },
      days: Array.from({ length: days }, (_, index) => {
        const day = first + index
        const text = new Date(day * dayMs).toISOString().slice(0, 10)
        return { day: text, people: on(day, 'person'), bots: on(day, 'bot'), heads: on(day, 'head') }
      }),
      devices: byDevice.map(({ device, count }) => ({ device, people: Number(count) })),
      referrers: byReferrer.map(({ host, count }) => ({ host, people: Number(count) })),
    }
  }
