import { create as attachment } from 'content-disposition'
import { type Request, type Response, Router } from 'express'
import { sendPieces } from '#http/pieces.ts'
import type { Export, Exports } from '#runtime/accounts/exports.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import { wantedOf } from '#runtime/kit/conditional-request.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { form, moment } from '../kit/form-fields.ts'
import type { AccountServices } from './services.ts'
import { setRetryAfter } from './signing-notices.ts'
import { accountOf } from './visitor.ts'

const place = '/settings/export'
const home = '/settings/data#export'

/** Shows the page with the export and the error. */
type ShowHome = (res: Response, error: ApiError) => Promise<void>

/** `/settings/export`: to request, fetch and delete the export of an account. */
export function exportPages(services: AccountServices, showHome: ShowHome): Router {
  const { exports, record } = services
  const router = Router()
  router.post(place, async (_req, res) => {
    const error = await faultOf(() => exports.request(accountOf(res).id))
    if (error) {
      setRetryAfter(res, error)
      return showHome(res, error)
    }
    await record(res, 'data_exported')
    return res.redirect(303, home)
  })
  router.post(`${place}/delete`, async (_req, res) => {
    await exports.remove(accountOf(res).id)
    return res.redirect(303, home)
  })
  router.get(`${place}/:id`, async (req, res) => {
    const error = await faultOf(() => sendFile(services, req, res))
    if (!error) return
    setRetryAfter(res, error)
    return showHome(res, error)
  })
  return router
}

/**
 * Sends the file, or the part with which a download resumes. It is a long response like those of calls, and counts as
 * one.
 */
async function sendFile(services: AccountServices, req: Request, res: Response): Promise<void> {
  const { exports, inFlight, log } = services
  const { id: accountId, username } = accountOf(res)
  const present = await exports.of(accountId)
  const file = present?.id === req.params.id ? present?.file : undefined
  if (!present || !file) throw missing()
  const etag = `"${file.checksum}"`
  const wanted = wantedOf(req, { etag, modifiedMs: file.finishedAtMs }, file.bytes)
  res.setHeader('ETag', etag)
  res.setHeader('Accept-Ranges', 'bytes')
  if (wanted.status === 416) res.setHeader('Content-Range', `bytes */${file.bytes}`)
  if (wanted.status !== 200 && wanted.status !== 206) return void res.status(wanted.status).end()
  const range = 'range' in wanted ? wanted.range : undefined
  const head = {
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(`onedoor-${username}.zip`),
    'Content-Length': range ? range.end + 1 - range.start : file.bytes,
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.bytes}` }),
  }
  if (req.method === 'HEAD') return void res.writeHead(200, head).end()
  const release = inFlight.begin(accountId, [])
  res.once('close', release)
  const bytes = await openOrRelease(exports, { accountId, id: present.id, range, release })
  bytes.once('error', (err) => {
    log.error({ requestId: res.getHeader('X-Request-Id'), err }, 'export download failed')
  })
  res.writeHead(wanted.status, head)
  await sendPieces(res, bytes)
}

async function openOrRelease(
  exports: Pick<Exports, 'open'>,
  parts: {
    accountId: string
    id: string
    range: { readonly start: number; readonly end: number } | undefined
    release: () => void
  },
) {
  try {
    const bytes = await exports.open(parts.accountId, parts.id, parts.range)
    if (bytes) return bytes
    throw missing()
  } catch (failure) {
    parts.release()
    throw failure
  }
}

function missing(): ApiError {
  return new ApiError('not_found', 'This export no longer exists. Request a new one.')
}

/** The export on the page of an account's data, with its actions. */
export function exportParts(present: Export | undefined, csrfToken: string, timeZone: string): Html {
  return html`<h2 id="export">Export</h2>
<p>Everything the account owns as one zip archive of JSON files, without its secrets: passwords, tokens, keys. It is written
in the background and kept for a day.</p>
${stateParts(present, timeZone)}${present && form(`${place}/delete`, csrfToken, html`<button class="second">${present.state === 'queued' ? 'Stop the export' : 'Delete the export'}</button>\n`)}${
  present?.state !== 'queued' && form(place, csrfToken, html`<button>${present ? 'Export again' : 'Export'}</button>\n`)
}`
}

function stateParts(present: Export | undefined, timeZone: string): Html | undefined {
  if (!present) return undefined
  const { file, state } = present
  if (file) {
    return html`<p role="status">The export is ready: <a href="${place}/${present.id}" download>Download ${sizeText(file.bytes)}</a>.
It was finished ${moment(file.finishedAtMs, timeZone)} and is deleted ${moment(present.expiresAtMs, timeZone)}. Interrupted downloads can be resumed.</p>
`
  }
  if (state === 'failed') {
    return html`<p class="problem" role="status">The export requested ${moment(present.requestedAtMs, timeZone)} failed. Try again later; the
operator finds the reason in the log.</p>
`
  }
  return html`<p role="status">The export requested ${moment(present.requestedAtMs, timeZone)} is being written:
<progress max="${present.parts}" value="${present.partsDone}" aria-label="Parts of the export">${present.partsDone} of ${present.parts}</progress>
${present.partsDone} of ${present.parts} parts, ${present.records} records so far. You may leave this page.
<a href="/settings/data">Refresh</a></p>
`
}
