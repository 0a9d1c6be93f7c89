import { statement } from '#runtime/store/statement.ts'
import type { StoredSizes } from './images.ts'

/** The picture of a day, without its bytes. */
export interface DailyRow extends StoredSizes {
  /** `YYYY-MM-DD`. */
  day: string
  id: string
  title: string
  description: string
  /** A JSON list. */
  tags: string
  created_at: number | string
}

const columns = [
  'day',
  'id',
  'title',
  'description',
  'tags',
  'type',
  'width',
  'height',
  'bytes',
  'medium_bytes',
  'thumbnail_bytes',
  'checksum',
  'created_at',
]

export const ofDay = statement<{ day: string }>((sql, param) =>
  sql('daily_images')
    .select(columns)
    .where({ day: param('day') }),
)

export const ofId = statement<{ id: string }>((sql, param) =>
  sql('daily_images')
    .select(columns)
    .where({ id: param('id') }),
)

/** Part of the bytes of a day's picture: `from` counts from 1. */
export const contentOf = statement<{ day: string; from: number; size: number }>((sql, param) =>
  sql('daily_images')
    .select({ part: sql.raw('substr(content, ?, ?)', [param('from'), param('size')]) })
    .where({ day: param('day') }),
)

/** The newest up to a day; ids grow with the days. */
export const before = statement<{ last: string; before: string; size: number }>((sql, param) =>
  sql('daily_images')
    .select(columns)
    .where('day', '<=', param('last'))
    .where('id', '<', param('before'))
    .orderBy('id', 'desc')
    .limit(param('size') as never),
)

/** Those of earlier days than one. */
export const earlierThan = statement<{ day: string; size: number }>((sql, param) =>
  sql('daily_images')
    .select('day')
    .where('day', '<', param('day'))
    .orderBy('day')
    .limit(param('size') as never),
)
