import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { DailyRow } from './rows/daily-images.ts'
import type { ListedRow, StoredSizes } from './rows/images.ts'

export type Image = Result<'images.get'>

/** Where the addresses of pictures begin. */
export const imagePrefix = '/images/'

/** Comes after every id, in every collation. */
export const lastId = `image_7${'z'.repeat(25)}`

/**
 * A picture of an account as results show it.
 *
 * @param viewer id of the account that it is shown to
 * @param baseUrl the public address of the server
 */
export function imageOf(row: ListedRow, viewer: string, baseUrl: string): Image {
  const { id, title, description, prompt, origin, username } = row
  return {
    id,
    url: `${baseUrl}${imagePrefix}${id}`,
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
    tags: JSON.parse(row.tags),
    origin,
    ...(prompt === null || row.owner !== viewer ? {} : { prompt }),
    public: asBoolean(row.public),
    owner: username,
    ...sizesOf(row),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
  }
}

/** A picture of a day as results show it. */
export function dailyImageOf(row: DailyRow, baseUrl: string): Image {
  const { id, title, description, day } = row
  return {
    id,
    url: `${baseUrl}${imagePrefix}${id}`,
    title,
    description,
    tags: JSON.parse(row.tags),
    origin: 'daily',
    day,
    public: true,
    ...sizesOf(row),
    created: iso(row.created_at),
    updated: iso(row.created_at),
  }
}

function sizesOf({ type, width, height, bytes }: StoredSizes) {
  return { type, width_px: Number(width), height_px: Number(height), size_bytes: Number(bytes) }
}
