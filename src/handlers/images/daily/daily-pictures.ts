import { createHash } from 'node:crypto'
import type { Asker } from '#runtime/base/asker.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import type { ByteRange } from '#runtime/blobs/types.ts'
import type { Store } from '#runtime/store/types.ts'
import { columnsOf, partsOf } from '../raster/raster.ts'
import type { Raster } from '../raster/raster-job.ts'
import type { Studio } from '../raster/raster-processes.ts'
import { lastId } from '../results.ts'
import * as rows from '../rows/daily-images.ts'
import type { StoredCopy } from '../sizes.ts'
import { currentDay, daysBefore, idOfDay, keptDays } from './calendar.ts'
import { type Scene, sceneOf } from './scene.ts'

/** How many rows a purge deletes at a time: each has a picture in it. */
const batchRows = 20

/** The pictures of the days, which belong to the instance. */
export interface Daily {
  /**
   * The picture of a day, made if there is none yet; of the current day without one.
   *
   * @throws ApiError not_found for a day that has none
   */
  of(date: string | undefined, asker: Asker): Promise<rows.DailyRow>
  withId(id: string): Promise<rows.DailyRow | undefined>
  /** The newest before an id, today's made if it is missing. */
  before(id: string | undefined, size: number, asker: Asker): Promise<rows.DailyRow[]>
  /** Bytes of a copy of a day's picture. */
  pieces(day: string, copy: StoredCopy, range: ByteRange | undefined): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Makes the picture of the current day, by the model if there is one, and deletes those that are too old. */
  turnOver(signal: AbortSignal): Promise<void>
}

interface DailyOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly studio: Studio
  readonly timeZone: string
  /** Generates a picture of a scene, where there is a model. */
  readonly generate: ((scene: Scene, asker: Asker) => Promise<Raster>) | undefined
}

export function createDaily(options: DailyOptions): Daily {
  return new DailyPictures(options)
}

class DailyPictures implements Daily {
  readonly #options: DailyOptions
  /** Those that are being drawn, by day: callers at the same moment share one. */
  readonly #drawn = new Map<string, Promise<rows.DailyRow>>()

  constructor(options: DailyOptions) {
    this.#options = options
  }

  get #today(): string {
    return currentDay(this.#options.clock.now(), this.#options.timeZone)
  }

  async of(date: string | undefined, asker: Asker): Promise<rows.DailyRow> {
    const today = this.#today
    const day = date ?? today
    if (day > today || day < daysBefore(today, keptDays)) throw noPicture(day, today)
    const known = await this.#options.store.get<rows.DailyRow>(rows.ofDay({ day }))
    return known ?? (await this.#draw(day, asker))
  }

  withId(id: string): Promise<rows.DailyRow | undefined> {
    return this.#options.store.get<rows.DailyRow>(rows.ofId({ id }))
  }

  async before(id: string | undefined, size: number, asker: Asker): Promise<rows.DailyRow[]> {
    if (id === undefined) await this.of(undefined, asker)
    const query = rows.before({ last: this.#today, before: id ?? lastId, size })
    return this.#options.store.all<rows.DailyRow>(query)
  }

  async pieces(day: string, { start, size }: StoredCopy, range: ByteRange | undefined) {
    const part = range
      ? { from: start + range.start + 1, size: range.end + 1 - range.start }
      : { from: start + 1, size }
    const row = await this.#options.store.get<{ part: Buffer }>(rows.contentOf({ day, ...part }))
    return row && onePiece(row.part)
  }

  async turnOver(signal: AbortSignal): Promise<void> {
    const { generate, log, store } = this.#options
    const day = this.#today
    const asker = { subject: 'images.daily', signal }
    const generated = await generate?.(sceneOf(day), asker).catch((error: unknown) => {
      signal.throwIfAborted()
      log.warn({ err: error }, 'generating the picture of the day failed, drawing it')
      return undefined
    })
    if (generated) await this.#keep(day, sceneOf(day), generated, 'replace')
    else await this.of(day, asker)
    for (;;) {
      signal.throwIfAborted()
      const old = await store.all<{ day: string }>(
        rows.earlierThan({ day: daysBefore(day, keptDays), size: batchRows }),
      )
      if (old.length === 0) return
      const days = old.map((row) => row.day)
      await store.write((tx) => tx.run(tx.sql('daily_images').whereIn('day', days).delete()))
    }
  }

  #draw(day: string, { subject }: Asker): Promise<rows.DailyRow> {
    const running = this.#drawn.get(day)
    if (running) return running
    // It is everybody's: it does not end with the caller who began it.
    const drawing = this.#drawNow(day, subject).finally(() => this.#drawn.delete(day))
    this.#drawn.set(day, drawing)
    return drawing
  }

  async #drawNow(day: string, subject: string): Promise<rows.DailyRow> {
    const scene = sceneOf(day)
    const job = { kind: 'draw', svg: scene.svg } as const
    const raster = await this.#options.studio.run(subject, job, new AbortController().signal)
    if ('fault' in raster) throw new Error(`drawing the picture of ${day} failed: ${raster.fault}`)
    return this.#keep(day, scene, raster, 'leave')
  }

  /** Of several processes that draw the same day, the first one keeps its picture. */
  async #keep(day: string, scene: Scene, raster: Raster, present: 'leave' | 'replace'): Promise<rows.DailyRow> {
    const { store, clock } = this.#options
    const content = Buffer.concat(partsOf(raster))
    const sha256 = createHash('sha256').update(content).digest('hex')
    const row = {
      day,
      id: idOfDay(day),
      title: scene.title,
      description: scene.description,
      tags: JSON.stringify(scene.tags),
      ...columnsOf(raster, { sha256 }),
      created_at: clock.now(),
      content,
    }
    return store.write(async (tx) => {
      const insert = tx.sql('daily_images').insert(row).onConflict('day')
      await tx.run(present === 'leave' ? insert.ignore() : insert.merge())
      return (await tx.get<rows.DailyRow>(rows.ofDay({ day }))) as rows.DailyRow
    })
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function noPicture(day: string, today: string): ApiError {
  return new ApiError(
    'not_found',
    `There is no picture of ${day}: the current one is of ${today}, and there are those of the ${keptDays} days before.`,
  )
}
