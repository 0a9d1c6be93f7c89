import type { Response } from 'express'
import type { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { codeBlock } from '../kit/layout.ts'

/** Instructions for an instance without accounts, for people without a working set-up link. */
export const notSetUp = html`<p>This server has no account yet. Its operator opens the set-up link that it printed when it
started, each time a new one, or creates the first account in its folder:</p>
${codeBlock("printf '%s\\n' 'a long password' | npm run -s onedoor -- account create NAME --password-stdin", 'A command that creates the first account')}`

/** Sets Retry-After on the page of a rejected form, for programs. */
export function setRetryAfter(res: Response, error: ApiError): void {
  if (error.retryAfterS !== undefined) res.setHeader('Retry-After', Math.ceil(error.retryAfterS))
}
