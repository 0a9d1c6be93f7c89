import { createDownloads } from '#runtime/kit/downloads.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { createDrive } from './drive/drive.ts'
import { filePrefix } from './stored/answers.ts'
import { filesByAddress } from './stored/downloads.ts'
import { createFiles } from './stored/stored-files.ts'

/** Opens the files: their methods, and the files themselves at `/files/<id>`. */
export function openFiles(world: FamilyWorld): OpenFamily<'files'> {
  const downloads = createDownloads(filesByAddress(world), world)
  return {
    handlers: { ...createFiles(world), ...createDrive(world) },
    paths: [{ prefix: filePrefix, handle: downloads }],
  }
}
