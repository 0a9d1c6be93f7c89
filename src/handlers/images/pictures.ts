import type { ImagesHandlers } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { pictureDeleted } from './contracts.ts'
import type { Daily } from './daily/daily-pictures.ts'
import { listPictures } from './list.ts'
import type { Studio } from './raster/raster-processes.ts'
import { dailyImageOf, imageOf } from './results.ts'
import * as rows from './rows/images.ts'
import { uploadPicture } from './upload.ts'

interface PicturesOptions extends Pick<FamilyWorld, 'blobs' | 'bus' | 'baseUrl'> {
  readonly studio: Studio
  readonly daily: Daily
}

/** Pictures that are private until they are published, and those of the days. */
export function createPictures(options: PicturesOptions): Omit<ImagesHandlers<Context>, 'generate'> {
  const { baseUrl, daily } = options
  return {
    ...changes(options),

    async daily({ date }, ctx) {
      return dailyImageOf(await daily.of(date, ctx), baseUrl)
    },

    async get({ id }, ctx) {
      const row = await ctx.store.get<rows.ListedRow>(rows.readable({ id, reader: ctx.account.id }))
      if (row) return imageOf(row, ctx.account.id, baseUrl)
      const ofDay = await daily.withId(id)
      if (!ofDay) throw notReadable(id)
      return dailyImageOf(ofDay, baseUrl)
    },

    list: (args, ctx) => listPictures(options, args, ctx),
  }
}

function changes(options: PicturesOptions): Pick<ImagesHandlers<Context>, 'upload' | 'update' | 'share' | 'delete'> {
  const { blobs, bus, baseUrl } = options
  const shown = (row: rows.ImageRow, { account }: Context) =>
    imageOf({ ...row, username: account.username }, account.id, baseUrl)
  return {
    upload: async (args, ctx) => shown(await uploadPicture(options, args, ctx), ctx),

    async update({ id, title, description, tags }, ctx) {
      const key = { id, owner: ctx.account.id }
      const present = await rows.find(ctx.store, key)
      if (!present) throw notYours(id)
      if (title === undefined && description === undefined && tags === undefined) return shown(present, ctx)
      if (asBoolean(present.public)) await ctx.publishes()
      const change = {
        ...key,
        title: title === undefined ? null : oneLine(title),
        description: description === undefined ? null : description.trim(),
        tags: tags === undefined ? null : JSON.stringify(tags.map(oneLine)),
        now: ctx.clock.now(),
      }
      const row = await ctx.store.write((tx) => rows.edit(tx, change))
      if (!row) throw notYours(id)
      return shown(row, ctx)
    },

    async share({ id, public: isPublic }, ctx) {
      if (isPublic === undefined) {
        throw invalidArgument('public', 'is required here: true publishes the picture, false makes it private')
      }
      const change = { id, owner: ctx.account.id, public: isPublic, now: ctx.clock.now() }
      const row = await ctx.store.write((tx) => rows.setPublic(tx, change))
      if (!row) throw notYours(id)
      return shown(row, ctx)
    },

    async delete({ id }, ctx) {
      const owner = ctx.account.id
      await blobs.deleting(owner, async (tx, drop) => {
        const row = await rows.find(tx, { id, owner })
        if (!row) throw notYours(id)
        await rows.remove(tx, { id, owner })
        await drop(row.blob_id)
        await bus.publish(tx, pictureDeleted, { id }, { key: id, account: owner })
      })
      return { id, deleted: true }
    },
  }
}

/** The same error for an unknown id, for somebody else's picture and for one of a day. */
function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no picture with the id "${id}"; images.list shows those you have.`)
}

function notReadable(id: string): ApiError {
  return new ApiError('not_found', `There is no picture with the id "${id}" that you may see; images.list shows yours.`)
}
