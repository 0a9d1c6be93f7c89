import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import { columnsOf, partsOf } from './raster/raster.ts'
import type { Raster } from './raster/raster-job.ts'
import * as rows from './rows/images.ts'

/** How many pictures an account may have. */
const maxImages = 2000
/** More than the largest picture takes with its copies. */
const maxStoredBytes = 48 * 1024 * 1024

/** A new picture apart from its pixels. */
type NewPicture = Pick<rows.ImageRow, 'origin' | 'title' | 'description' | 'prompt'>

/**
 * Stores a picture of the calling account, private.
 *
 * @param also further work in the same transaction
 * @throws ApiError failed_precondition for an account that has reached its quota or the maximum of pictures
 */
export async function storePicture(
  { blobs }: Pick<FamilyWorld, 'blobs'>,
  ctx: Context,
  raster: Raster,
  picture: NewPicture,
  also: (tx: Writer, row: rows.ListedRow) => Promise<void> = async () => undefined,
): Promise<rows.ListedRow> {
  const { id: owner, username } = ctx.account
  const parts = partsOf(raster)
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  const blob = { owner, source: sourceOf(parts), bytes, maxBytes: maxStoredBytes, argument: 'data', signal: ctx.signal }
  return blobs.put(blob, async (tx, stored) => {
    await checkCount(tx, owner)
    const id = newId('image')
    const inserted = await rows.insert(ctx.marking(tx), {
      id,
      owner,
      ...picture,
      tags: '[]',
      public: false,
      file_name: `${id}.${raster.type === 'image/jpeg' ? 'jpg' : 'png'}`,
      ...columnsOf(raster, stored),
      blob_id: stored.id,
      now: ctx.clock.now(),
    })
    const row = { ...inserted, username }
    await also(tx, row)
    return row
  })
}

async function* sourceOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  const piece = 256 * 1024
  for (const part of parts) {
    for (let at = 0; at < part.length; at += piece) yield part.subarray(at, at + piece)
  }
}

/** Transactions are serialised, so that no other can add a picture in the meantime. */
async function checkCount(tx: Writer, owner: string): Promise<void> {
  if ((await totalOf(tx, rows.countOwn({ owner }))) < maxImages) return
  throw new ApiError(
    'failed_precondition',
    `An account can have at most ${maxImages.toLocaleString('en')} pictures. Nothing was stored. Delete a picture first.`,
  )
}
