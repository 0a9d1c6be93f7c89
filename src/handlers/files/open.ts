import type { FamilyWorld, OpenFamily } from '#runtime/calls/family.ts'
import { createDownloads } from './door/downloads.ts'
import { createDrive } from './drive/drive.ts'
import { filePrefix } from './stored/answers.ts'
import { createFiles } from './stored/stored-files.ts'

/** Opens the files: their methods, and the files themselves at `/files/<id>`. */
export function openFiles(world: FamilyWorld): OpenFamily<'files'> {
  const downloads = createDownloads(world)
  return {
    handlers: { ...createFiles(world), ...createDrive(world) },
    paths: [{ prefix: filePrefix, handle: downloads }],
  }
}
