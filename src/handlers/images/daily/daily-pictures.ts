import { createHash } from 'node:crypto'
import type { Asker } from '#runtime/base/asker.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import { SingleFlights } from '#runtime/base/once.ts'
import type { Store } from '#runtime/store/types.ts'
import { generateRaster } from '../generate-raster.ts'
import type { ImageModel } from '../providers/image-model.ts'
import { columnsOf, partsOf } from '../raster/raster.ts'
import type { Raster } from '../raster/raster-job.ts'
import type { RasterProcesses } from '../raster/raster-processes.ts'
import * as rows from '../rows/daily-images.ts'
import { lastId } from '../rows/images.ts'
import { currentDay, daysBefore, idOfDay, storedDays } from './calendar.ts'
import { type Scene, sceneOf } from './scene.ts'

interface DailyOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly rasters: RasterProcesses
  readonly model: ImageModel
  readonly timeZone: string
}

/** The pictures of the days, which belong to the instance. */
export class DailyPictures {
  readonly #options: DailyOptions
  /** By day. */
  readonly #drawing = new SingleFlights<string, rows.DailyRow>()

  constructor(options: DailyOptions) {
    this.#options = options
  }

  get timeZone(): string {
    return this.#options.timeZone
  }

  /** The day of the current picture, as `YYYY-MM-DD`. */
  get today(): string {
    return currentDay(this.#options.clock.now(), this.timeZone)
  }

  /** The picture of a day, drawn if it is missing. */
  async ofDay(day: string, { subject }: Pick<Asker, 'subject'>): Promise<rows.DailyRow> {
    const stored = await this.#options.store.get<rows.DailyRow>(rows.ofDay({ day }))
    // It is for everybody, so it does not end with the caller who began it.
    return stored ?? this.#drawing.run(day, () => this.#draw(day, subject))
  }

  /** The newest before an id; without an id, the current one is drawn if it is missing. */
  async before(id: string | undefined, size: number, asker: Asker): Promise<rows.DailyRow[]> {
    const { today } = this
    if (id === undefined) await this.ofDay(today, asker)
    return this.#options.store.all<rows.DailyRow>(rows.before({ last: today, before: id ?? lastId, size }))
  }

  /** Makes the current picture, by the model if there is one, and deletes those that are too old. */
  async turnOver(signal: AbortSignal): Promise<void> {
    const day = this.today
    const asker = { subject: 'images.daily', signal }
    const scene = sceneOf(day)
    const generated = await this.#generate(scene, asker)
    if (generated) await this.#store(day, scene, generated, 'replace')
    else await this.ofDay(day, asker)
    await rows.deleteBefore(this.#options.store, daysBefore(day, storedDays), signal)
  }

  /** @returns undefined without a model, and when it fails */
  async #generate({ title }: Scene, asker: Asker): Promise<Raster | undefined> {
    const { log, model } = this.#options
    if (!model.isConfigured) return undefined
    const prompt = `${title}. A calm landscape, painterly, without people and without any text.`
    try {
      return await generateRaster(this.#options, prompt, asker)
    } catch (error) {
      asker.signal.throwIfAborted()
      log.warn({ err: error }, 'generating the picture of the day failed; drawing it instead')
      return undefined
    }
  }

  async #draw(day: string, subject: string): Promise<rows.DailyRow> {
    const scene = sceneOf(day)
    const job = { kind: 'draw', svg: scene.svg } as const
    const raster = await this.#options.rasters.run(subject, job, new AbortController().signal)
    if ('fault' in raster) throw new Error(`drawing the picture of ${day} failed: ${raster.fault}`)
    return this.#store(day, scene, raster, 'keep')
  }

  /** @param present what to do with a picture that another process has stored in the meantime */
  async #store(day: string, scene: Scene, raster: Raster, present: 'keep' | 'replace'): Promise<rows.DailyRow> {
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
    return store.write((tx) => rows.insert(tx, row, present))
  }
}
