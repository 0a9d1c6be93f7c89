import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { countCharacters } from '#runtime/base/text/shorten.ts'
import { articleId } from '../article-id.ts'
import { maxText } from '../article-texts.ts'
import type { NewsDeps } from '../index.ts'
import { itemOf } from '../results.ts'
import { findStory } from '../rows.ts'

/** The whole article where the operator and its site allow it, and otherwise its summary. */
export default ({ feeds, articles }: NewsDeps): Handler<'news.read'> =>
  async (args, ctx) => {
    const id = args.id.trim()
    const row = await findStory(ctx.store, articleId(id) ?? id)
    const feed = feeds.find((each) => each.id === row?.feed)
    if (!row || !feed) {
      throw new ApiError(
        'not_found',
        `This server's feeds contain no article ${quote(id)}. Use news.list to list articles.`,
      )
    }
    const article = feed.hasFullText && row.source !== 'example' ? await articles.read(row, ctx) : undefined
    const text = article?.text ?? row.summary ?? row.title
    return {
      ...itemOf(row),
      as_of: iso(article?.atMs ?? row.seen_at),
      stale: article?.isStale ?? false,
      is_summary: article === undefined,
      is_truncated: countCharacters(text) > maxText,
      text: firstCharacters(text, maxText),
    }
  }
