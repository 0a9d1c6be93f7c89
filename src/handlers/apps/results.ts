import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { splitTags } from '#runtime/base/text/tags.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { isMarked } from '#runtime/store/marks.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { type AppRow, isPublic, priceOf, type WholeAppRow } from './rows/apps.ts'

type Summary = Result<'apps.collection'>['items'][number]

/** The address that opens an app. */
export function addressOf(baseUrl: string, slug: string): string {
  return `${baseUrl}/apps/${slug}`
}

/** An app as lists show it. */
export function summaryOf(row: AppRow, baseUrl: string): Summary {
  const url = addressOf(baseUrl, row.slug)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    tags: splitTags(row.tags),
    ...(asBoolean(row.has_icon) ? { icon_url: `${url}/icon.svg` } : {}),
    author: row.author,
    public: isPublic(row),
    price_credits: priceOf(row) / MICRO_CREDITS_PER_CREDIT,
    uses: Number(row.uses),
    size_bytes: row.size_bytes,
    url,
    origin: {
      kind: row.origin_kind,
      ...(row.origin_build === null ? {} : { build: row.origin_build }),
      ...(row.origin_thread === null ? {} : { thread: row.origin_thread }),
      ...(row.origin_slug === null ? {} : { slug: row.origin_slug }),
      ...(isMarked(row) ? { text: 'others' as const } : {}),
    },
    created: iso(row.created_at),
    updated: iso(row.updated_at),
  }
}

/** An app without its source. */
export function appOf(row: WholeAppRow, baseUrl: string): Result<'apps.create'> {
  return { ...summaryOf(row, baseUrl), ...(row.icon === null ? {} : { icon: row.icon }) }
}
