import { oldFamily as family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { driveProvider, driveSettings, googleDrive } from './providers/google-drive.ts'

export const files = family('files', {
  settings: driveSettings,
  providers: [driveProvider],
  connects: [googleDrive],
  migrations,
  tables: [
    {
      table: 'files',
      account: 'owner',
      whenDeleted: 'delete',
      archive: {
        file: 'files',
        key: 'id',
        without: ['blob_id'],
        booleans: ['public', 'is_text'],
        bytes: { folder: 'files', blob: 'blob_id', name: 'name' },
      },
    },
  ],
  pages: async () => (await import('./pages/routes.ts')).filePages,
  open: async (world) => (await import('./open.ts')).openFiles(world),
})
