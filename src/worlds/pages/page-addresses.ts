import type { RequestListener } from 'node:http'
import { asApiError } from '../../runtime/base/errors.ts'
import { once } from '../../runtime/base/once.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'
import { writeFailure } from '../control/write-failure.ts'

/** `/sandbox`, `/sandbox/<world>` and their files. `worlds` and `seeds` are of the API: a world of this name has no page. */
const ofPages = /^\/sandbox(?:\/(?!(?:worlds|seeds)(?:\?|$))[a-z0-9-]+|\/assets\/[^?]*)?(?:\?|$)/

/**
 * Adds pages for people, which work on the API of the sandbox like any other client. They are loaded with the first request
 * for one.
 *
 * @param control serves that API, and what is no page
 */
export function withPages(parts: SandboxParts, control: RequestListener): RequestListener {
  const load = once(async () => (await import('./sandbox-pages.ts')).createSandboxPages(parts, control))
  return (req, res) => {
    if (!ofPages.test(req.url ?? '')) return control(req, res)
    load().then(
      (pages) => pages(req, res),
      (failure: unknown) => writeFailure(req, res, asApiError(failure)),
    )
  }
}
