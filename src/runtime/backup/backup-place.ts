import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Values } from '../base/setting.ts'
import { syncFile, syncFolder } from '../base/sync.ts'
import type { blobSettings } from '../blobs/settings.ts'
import type { ByteStore } from '../blobs/types.ts'
import type { BackupTarget } from './settings.ts'

/** How the names of scheduled backups begin. */
export const backupNameStart = 'onedoor-'

/** Where scheduled backups are stored, by name. */
export interface BackupPlace extends AsyncDisposable {
  /** Where files are written before `put`. */
  readonly workFolder: string
  /** The names of all files that begin like those of backups. */
  list(): Promise<string[]>
  /** Moves a complete file there. When it resolves, the bytes are durable. */
  put(name: string, file: string, signal?: AbortSignal): Promise<void>
  /** @throws Error if there is no such file */
  open(name: string): Promise<Readable>
  delete(names: readonly string[]): Promise<void>
}

/**
 * Opens the place in BACKUP_TO.
 *
 * @param workFolder for files on their way to a store outside of this machine; it is created if it is missing
 * @throws Error with a sentence for the operator
 */
export async function openBackupPlace(
  target: BackupTarget,
  config: Values<typeof blobSettings>,
  workFolder: string,
): Promise<BackupPlace> {
  if ('folder' in target) return openFolderPlace(target.folder)
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const { openS3 } = await import('../blobs/s3.ts')
  const { s3Region: region, s3AccessKeyId: accessKeyId = '', s3SecretAccessKey: secretAccessKey = '' } = config
  const account = { ...target, region, accessKeyId, secretAccessKey }
  return new StorePlace(await openS3({ ...account, listed: backupNameStart }), workFolder)
}

async function openFolderPlace(folder: string): Promise<BackupPlace> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`BACKUP_TO ${folder} cannot be created (${cause.code}). Set a folder to which this user can write.`)
  })
  return {
    workFolder: folder,
    list: async () => (await readdir(folder)).filter((name) => name.startsWith(backupNameStart)),
    async put(name, file) {
      await syncFile(file)
      await rename(file, join(folder, name))
      await syncFolder(folder)
    },
    open: async (name) => createReadStream(join(folder, name)),
    async delete(names) {
      for (const name of names) await rm(join(folder, name), { force: true })
    },
    async [Symbol.asyncDispose]() {},
  }
}

class StorePlace implements BackupPlace {
  readonly workFolder: string
  readonly #store: ByteStore

  constructor(store: ByteStore, workFolder: string) {
    this.#store = store
    this.workFolder = workFolder
  }

  async list(): Promise<string[]> {
    const names: string[] = []
    for await (const page of this.#store.list()) names.push(...page)
    return names
  }

  async put(name: string, file: string, signal?: AbortSignal): Promise<void> {
    const hash = createHash('sha256')
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
    const { size } = await stat(file)
    await this.#store.keep(name, { path: file, bytes: size, sha256: hash.digest('hex') }, signal)
  }

  async open(name: string): Promise<Readable> {
    const stream = await this.#store.open(name)
    if (!stream) throw new Error(`${name} is not in BACKUP_TO.`)
    return stream
  }

  delete(names: readonly string[]): Promise<void> {
    return this.#store.delete(names)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#store.close()
  }
}
