import type { Handler } from '#generated/server/handlers.ts'
import { feedState } from '../feed-state.ts'
import type { NewsDeps } from '../index.ts'
import { itemOf, newestFirst, textOf } from '../results.ts'
import { newestOf } from '../rows.ts'

const maxHeadlines = 10

/** The newest story of each topic. */
export default (deps: NewsDeps): Handler<'news.headlines'> =>
  async (_, ctx) => {
    const state = await feedState(deps, ctx.signal)
    const newest = await Promise.all(deps.topics.map((topic) => newestOf(ctx.store, topic, { limit: 1 })))
    const found = newest.flat().toSorted(newestFirst)
    const items = found.slice(0, maxHeadlines).map(itemOf)
    return {
      items,
      total: found.length,
      ...state,
      text: items.length > 0 ? textOf(items) : 'There are no stories yet.',
    }
  }
