import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Values } from '../base/setting.ts'
import { Blobs, type BlobsOptions } from './blobs.ts'
import { ByteCache, type ByteCacheOptions } from './byte-cache.ts'
import { openFolder } from './folder.ts'
import type { blobSettings } from './settings.ts'
import { Spool } from './spool.ts'
import type { ByteStore } from './types.ts'

interface OpenBlobsOptions extends Pick<BlobsOptions, 'store' | 'clock' | 'log' | 'quotaBytes'> {
  readonly config: Values<typeof blobSettings> & { readonly dataDir: string }
  /**
   * Identifies this instance wherever bytes are stored: it is in its database, so two instances with one bucket or folder
   * never delete each other's bytes as leftovers.
   */
  readonly instanceSecret: string
  /** Called when the disk for incoming bytes is full. */
  readonly onFull?: () => unknown
}

/** Where the bytes of an instance are, and where they arrive. */
export interface BytePlaces {
  readonly bytes: ByteStore
  readonly spool: Spool
}

/**
 * Opens the configured places. Rejects with a sentence for the operator if the store of the bytes cannot be
 * used.
 *
 * @param kind the bytes of accounts, or those of caches: they are stored separately, because each has its own table
 */
export async function openBytePlaces(
  { config, instanceSecret, onFull }: Pick<OpenBlobsOptions, 'config' | 'instanceSecret' | 'onFull'>,
  kind: 'blobs' | 'caches' = 'blobs',
): Promise<BytePlaces> {
  const instance = createHash('sha256').update(instanceSecret).digest('hex').slice(0, 16)
  const place = join(config.dataDir, kind, instance)
  const spool = await Spool.open(join(place, 'arriving'), onFull)
  const prefix = kind === 'blobs' ? `onedoor/${instance}/` : `onedoor-caches/${instance}/`
  const bucket = config.s3Endpoint === undefined ? undefined : await openBucket(config, prefix)
  return { bytes: bucket ?? (await openFolder(join(place, 'kept'))), spool }
}

/** Loaded if the settings name a bucket. */
async function openBucket(config: Values<typeof blobSettings>, prefix: string): Promise<ByteStore | undefined> {
  const { openS3, s3AccountOf } = await import('./s3.ts')
  const account = s3AccountOf(config)
  return account && openS3({ ...account, prefix })
}

/** Opens the blobs in the configured place. Rejects like `openBytePlaces`. */
export async function openBlobs({ config, instanceSecret, onFull, ...rest }: OpenBlobsOptions): Promise<Blobs> {
  const places = await openBytePlaces({ config, instanceSecret, ...(onFull && { onFull }) })
  return new Blobs({ ...rest, ...places })
}

/** Caches of bytes that can be obtained again, by name. The opener closes each. */
export type OpenByteCache = (options: Pick<ByteCacheOptions, 'name' | 'maxBytes'>) => ByteCache

/** Opens the configured place of all caches. Rejects like `openBytePlaces`. */
export async function openByteCaches({
  config,
  instanceSecret,
  ...rest
}: Omit<OpenBlobsOptions, 'quotaBytes'>): Promise<{ open: OpenByteCache; close(): void }> {
  const places = await openBytePlaces({ config, instanceSecret }, 'caches')
  return {
    open: (options) => new ByteCache({ ...rest, ...places, ...options }),
    close: () => places.bytes.close(),
  }
}
