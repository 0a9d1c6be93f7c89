import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { BrowserDeps } from '../index.ts'
import { readReading } from '../page-reading.ts'
import { withPage } from '../with-page.ts'

const maxCharacters = 40_000

export default (deps: BrowserDeps): Handler<'browser.read'> =>
  async (args, ctx) => {
    const { url, status, title, text } = readReading(await withPage(deps, args, ctx, 'read'))
    const characters = [...text.trim()]
    return {
      url,
      ...(title ? { title } : {}),
      status,
      text: characters.slice(0, maxCharacters).join(''),
      is_truncated: characters.length > maxCharacters,
      as_of: iso(deps.clock.now()),
    }
  }
