import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { visibleApp } from '../find-app.ts'
import type { AppsDeps } from '../index.ts'
import { addressOf } from '../results.ts'
import { priceOf } from '../rows/apps.ts'

/** The sandbox of the frame around the page that shows an app: see docs/apps.md. */
const embedSandbox = 'allow-scripts allow-forms allow-same-origin'

export default ({ baseUrl }: AppsDeps): Handler<'apps.embed'> =>
  async (args, ctx) => {
    const app = await visibleApp(ctx, args.slug)
    const { slug, name, description } = app
    const url = addressOf(baseUrl, slug)
    if (priceOf(app) > 0) {
      throw new ApiError('failed_precondition', `"${slug}" has a price, so it opens only on its own page: ${url}`)
    }
    const frame = { frame_url: `${url}?embed=1`, sandbox: embedSandbox }
    return { slug, name, description, url, ...frame, text: `${name}: ${url}` }
  }
