import { expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { forOneDatabase } from '#testing/databases.ts'
import type { Raster, RasterReply } from '../raster/raster-job.ts'
import { DailyPictures } from './daily-pictures.ts'

const raster: Raster = {
  ...{ type: 'image/png', width: 3, height: 2 },
  ...{ full: Buffer.from('picture'), medium: undefined, thumbnail: undefined },
}

forOneDatabase((_dialect, openTestStore) => {
  test('a picture is drawn once for all who want it, also if the first of them leaves', async () => {
    const drawing = Promise.withResolvers<RasterReply>()
    let drawn = 0
    const run = (_subject: string, _job: object, signal: AbortSignal) => {
      drawn += 1
      signal.addEventListener('abort', () => drawing.reject(signal.reason))
      return drawing.promise
    }
    const pictures = new DailyPictures({
      ...{ store: await openTestStore(), clock: manualClock(), log: { warn() {} }, timeZone: 'UTC' },
      ...{ rasters: { run } as never, model: { isConfigured: false } as never },
    })
    const leaving = new AbortController()
    const asked = [
      pictures.ofDay('2026-11-21', { subject: 'ann', signal: leaving.signal } as never),
      pictures.ofDay('2026-11-21', { subject: 'ben' }),
    ]
    await expect.poll(() => drawn).toBe(1)
    leaving.abort(new Error('gone'))
    drawing.resolve(raster)
    expect((await Promise.all(asked)).map(({ day, width }) => [day, width])).toEqual([
      ['2026-11-21', 3],
      ['2026-11-21', 3],
    ])
    expect(drawn).toBe(1)
  })
})
