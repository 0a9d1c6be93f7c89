import type { ImagesHandlers } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { pictureGenerated } from './contracts.ts'
import type { ImageModel } from './providers/image-model.ts'
import { formBounds, readRaster } from './raster/raster.ts'
import type { Raster } from './raster/raster-job.ts'
import type { Studio } from './raster/raster-processes.ts'
import { imageOf, imagePrefix } from './results.ts'
import { keepPicture } from './store-picture.ts'

/** Characters of a title. */
const maxTitle = 80

interface GenerationOptions extends Pick<FamilyWorld, 'blobs' | 'bus' | 'baseUrl'> {
  readonly studio: Studio
  readonly model: ImageModel
}

/** Makes `images.generate`: a copy of what the model made is stored like an upload, and only then is it charged. */
export function createGeneration(options: GenerationOptions): Pick<ImagesHandlers<Context>, 'generate'> {
  const { bus, baseUrl } = options
  return {
    async generate({ prompt: given }, ctx) {
      const prompt = given.trim()
      const raster = await generateRaster(options, prompt, ctx)
      const title = shorten(oneLine(prompt), maxTitle)
      const picture = { origin: 'generated', title, description: null, prompt } as const
      const row = await keepPicture(options, ctx, raster, picture, async (tx, { id, owner }) => {
        const payload = { id, title, public: false, url: `${baseUrl}${imagePrefix}${id}` }
        await bus.publish(tx, pictureGenerated, payload, { key: id, account: owner })
      })
      return imageOf(row, ctx.account.id, baseUrl)
    },
  }
}

/** @throws OutboundFailure, also for something that is no picture; ApiError failed_precondition for a refused prompt */
export async function generateRaster(
  { model, studio }: Pick<GenerationOptions, 'model' | 'studio'>,
  prompt: string,
  asker: Asker,
): Promise<Raster> {
  const bytes = await model.generate(prompt, asker)
  const { maxPixels } = formBounds
  try {
    return await readRaster(bytes, {
      studio,
      subject: asker.subject,
      signal: asker.signal,
      maxPixels,
      argument: 'prompt',
    })
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'invalid_argument') throw cause
    throw new OutboundFailure('payload', 'The image model sent something that is no PNG, JPEG or GIF.', { cause })
  }
}
