import { createDownloads } from '#runtime/kit/downloads.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { filesByAddress } from './download-place.ts'
import { migrations } from './migrations/index.ts'
import { driveProvider, driveSettings, googleDrive } from './providers/google-drive.ts'
import { filePrefix } from './results.ts'

export interface FilesDeps
  extends Pick<FamilyWorld, 'store' | 'blobs' | 'connections' | 'downloading' | 'live' | 'log' | 'layout' | 'baseUrl'> {
  readonly drive: Provider
}

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
      marked: ['name', 'type'],
      archive: {
        file: 'files',
        key: 'id',
        without: ['blob_id'],
        booleans: ['public', 'is_text'],
        bytes: { folder: 'files', blob: 'blob_id', name: 'name' },
      },
    },
  ],
  open: (world): FilesDeps => ({ ...world, drive: world.outbound.provider(driveProvider) }),
  pages: [
    { at: '/settings/files', for: 'owner', load: async (site) => (await import('./pages/routes.ts')).filePages(site) },
  ],
  routes: (deps) => [{ prefix: filePrefix, handle: createDownloads(filesByAddress(deps), deps) }],
})
