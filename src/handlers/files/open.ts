import { createDownloads } from '#runtime/kit/downloads.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { filesByAddress } from './download-place.ts'
import { createDrive } from './drive.ts'
import { filePrefix } from './results.ts'
import { createFiles } from './stored-files.ts'

/** Opens the files: their methods, and the files themselves at `/files/<id>`. */
export function openFiles(world: FamilyWorld): OpenFamily<'files'> {
  const downloads = createDownloads(filesByAddress(world), world)
  return {
    handlers: { ...createFiles(world), ...createDrive(world) },
    paths: [{ prefix: filePrefix, handle: downloads }],
  }
}
