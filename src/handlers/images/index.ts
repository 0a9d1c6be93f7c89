import { oldFamily as family } from '#runtime/kit/family.ts'
import { pictureDeleted, pictureGenerated } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import { imageModelOf } from './providers/image-model-description.ts'
import { imageSettings } from './settings.ts'

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
  pages: async () => (await import('./pages/routes.ts')).imagePages,
  open: async (world) => (await import('./open.ts')).openImages(world),
})
