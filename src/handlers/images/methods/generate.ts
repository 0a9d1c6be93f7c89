import type { Handler } from '#generated/server/handlers.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { pictureGenerated } from '../contracts.ts'
import { generateRaster } from '../generate-raster.ts'
import type { ImagesDeps } from '../index.ts'
import { imageOf, imagePrefix } from '../results.ts'
import { storePicture } from '../store-picture.ts'

/** Characters of a title. */
const maxTitle = 80

/** Charged only once the picture is stored. */
export default (deps: ImagesDeps): Handler<'images.generate'> =>
  async ({ prompt: given }, ctx) => {
    const { bus, baseUrl } = deps
    const prompt = given.trim()
    const raster = await generateRaster(deps, prompt, ctx)
    const title = shorten(oneLine(prompt), maxTitle)
    const picture = { origin: 'generated', title, description: null, prompt } as const
    const row = await storePicture(deps, ctx, raster, picture, async (tx, { id, owner }) => {
      const payload = { id, title, public: false, url: `${baseUrl}${imagePrefix}${id}` }
      await bus.publish(tx, pictureGenerated, payload, { key: id, account: owner })
    })
    return imageOf(row, ctx.account.id, baseUrl)
  }
