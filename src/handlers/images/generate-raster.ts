import type { Asker } from '#runtime/base/asker.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { ImageModel } from './providers/image-model.ts'
import { formBounds, readRaster } from './raster/raster.ts'
import type { Raster } from './raster/raster-job.ts'
import type { RasterProcesses } from './raster/raster-processes.ts'

/** @throws OutboundFailure, also if the model does not send a picture; ApiError failed_precondition for a refused prompt */
export async function generateRaster(
  { model, rasters }: { readonly model: ImageModel; readonly rasters: RasterProcesses },
  prompt: string,
  asker: Asker,
): Promise<Raster> {
  const bytes = await model.generate(prompt, asker)
  const { subject, signal } = asker
  const { maxPixels } = formBounds
  try {
    return await readRaster(bytes, rasters, { subject, signal, maxPixels, argument: 'prompt' })
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'invalid_argument') throw cause
    throw new OutboundFailure('payload', 'The image model returned something other than a picture that can be read.', {
      cause,
    })
  }
}
