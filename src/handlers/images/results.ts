import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { isMarked } from '#runtime/store/marks.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { DailyRow } from './rows/daily-images.ts'
import type { ImageRow, ListedRow, StoredSizes } from './rows/images.ts'

export type Image = Result<'images.get'>

/** The path below which pictures are served. */
export const imagePrefix = '/images/'

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
    ...(isMarked(row) ? { text_origin: 'others' as const } : {}),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
  }
}

/** A picture of the calling account as results show it. */
export function ownImageOf(row: ImageRow, { id, username }: { id: string; username: string }, baseUrl: string): Image {
  return imageOf({ ...row, username }, id, baseUrl)
}

/** The picture of a day as results show it. */
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

/** The same error for an unknown id, for another account's picture and for one of a day. */
export function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no picture with the id "${id}". Use images.list to find pictures.`)
}
