import { createDownloads } from '#runtime/kit/downloads.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { pictureDeleted, pictureGenerated } from './contracts.ts'
import { DailyPictures } from './daily/daily-pictures.ts'
import { picturesByAddress } from './download-place.ts'
import { migrations } from './migrations/index.ts'
import { ImageModel, imageModelOf } from './providers/image-model.ts'
import { RasterProcesses } from './raster/raster-processes.ts'
import { imagePrefix } from './results.ts'
import { imageSettings } from './settings.ts'

export interface ImagesDeps
  extends Pick<FamilyWorld, 'store' | 'blobs' | 'bus' | 'downloading' | 'log' | 'layout' | 'baseUrl'> {
  readonly model: ImageModel
  readonly rasters: RasterProcesses
  readonly daily: DailyPictures
}

export const images = family('images', {
  settings: imageSettings,
  migrations,
  publishes: [pictureGenerated, pictureDeleted],
  providersOf: (settings) => [imageModelOf(settings)],
  tables: [
    {
      table: 'images',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['title', 'description', 'tags', 'prompt'],
      archive: {
        file: 'images',
        key: 'id',
        without: ['blob_id', 'medium_bytes', 'thumbnail_bytes', 'checksum'],
        booleans: ['public'],
        json: ['tags'],
        bytes: { folder: 'images', blob: 'blob_id', name: 'file_name', only: 'bytes' },
      },
    },
  ],
  open(world): ImagesDeps {
    const { settings, outbound, log, stack } = world
    const rasters = stack.use(new RasterProcesses(log))
    const model = new ImageModel({ provider: outbound.provider(imageModelOf(settings)), outbound, settings })
    const daily = new DailyPictures({ ...world, rasters, model, timeZone: settings.timeZone })
    return { ...world, model, rasters, daily }
  },
  schedules: ({ daily }) => [
    {
      name: 'images.daily',
      times: '0 6 * * *',
      timeZone: daily.timeZone,
      ifMissed: 'once',
      run: (signal) => daily.turnOver(signal),
    },
  ],
  pages: [
    {
      at: '/images',
      for: 'everyone',
      load: async (site, { daily }) => (await import('./pages/daily-page.ts')).dailyPages(site, daily),
    },
    {
      at: '/settings/images',
      for: 'owner',
      load: async (site) => (await import('./pages/routes.ts')).imagePages(site),
    },
  ],
  routes: (deps) => [{ prefix: imagePrefix, handle: createDownloads(picturesByAddress(deps), deps) }],
})
