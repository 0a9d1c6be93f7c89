import { setTimeout as wait } from 'node:timers/promises'
import { createDownloads } from '#runtime/kit/downloads.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { createDaily } from './daily/daily-pictures.ts'
import { picturesByAddress } from './download-place.ts'
import { createGeneration, generateRaster } from './generate-raster.ts'
import { createPictures } from './pictures.ts'
import { ImageModel } from './providers/image-model.ts'
import { imageModelOf } from './providers/image-model-description.ts'
import { createStudio } from './raster/raster-processes.ts'
import { imagePrefix } from './results.ts'
import type { imageSettings } from './settings.ts'

/** What the picture of the day is to be, for a model. */
const dailyPrompt = (title: string) => `${title}. A calm landscape, painterly, without people and without any text.`

/** Opens the pictures: their methods, and the pictures themselves at `/images/<id>`. */
export function openImages(world: FamilyWorld<typeof imageSettings>): OpenFamily<'images'> {
  const { settings, outbound, log, store, clock } = world
  const studio = createStudio({ log })
  const model = new ImageModel({
    provider: outbound.provider(imageModelOf(settings)),
    outbound,
    settings,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
  })
  const generating = { ...world, model, studio }
  const daily = createDaily({
    store,
    clock,
    log,
    studio,
    timeZone: settings.timeZone,
    generate: model.isConfigured
      ? ({ title }, asker) => generateRaster(generating, dailyPrompt(title), asker)
      : undefined,
  })
  return {
    handlers: { ...createPictures({ ...world, studio, daily }), ...createGeneration(generating) },
    paths: [{ prefix: imagePrefix, handle: createDownloads(picturesByAddress({ ...world, daily }), world) }],
    schedules: [
      {
        name: 'images.daily',
        times: '0 6 * * *',
        timeZone: settings.timeZone,
        ifMissed: 'once',
        run: (signal) => daily.turnOver(signal),
      },
    ],
    publicPages: async (site) => (await import('./pages/daily-page.ts')).imageEntrance(site, daily),
    close: () => studio.close(),
  }
}
