import { create as attachment } from 'content-disposition'
import { type Request, type Response, Router } from 'express'
import { sendPieces } from '#http/pieces.ts'
import type { Export, Exports } from '#runtime/accounts/exports.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import { wantedOf } from '#runtime/kit/conditional-request.ts'
import { markedPlace } from '#runtime/kit/origin.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { form, moment, problem, textField } from '../kit/form-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { storedParts } from './stored.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/data'
const exportPlace = '/settings/export'
const exportHome = `${place}#export`

/** `/settings/data`: everything an account owns and its size, with deletion; `/settings/export`: its export. */
export function dataPages(services: AccountServices): Router {
  const { exports, record } = services
  const router = Router()
  router.get(place, (_req, res) => showData(services, res))
  router.post('/settings/delete', (req, res) => deleteAccount(services, req, res))
  router.post(exportPlace, async (_req, res) => {
    const error = await faultOf(() => exports.request(accountOf(res).id))
    if (error) return showData(services, res, error)
    await record(res, 'data_exported')
    return res.redirect(303, exportHome)
  })
  router.post(`${exportPlace}/delete`, async (_req, res) => {
    await exports.remove(accountOf(res).id)
    return res.redirect(303, exportHome)
  })
  router.get(`${exportPlace}/:id`, async (req, res) => {
    const error = await faultOf(() => sendFile(services, req, res))
    if (error) await showData(services, res, error)
  })
  return router
}

async function showData(services: AccountServices, res: Response, error?: ApiError): Promise<void> {
  const { storedBy, exports, profiles } = services
  const { id, username } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const [stored, present, { timeZone }] = await Promise.all([storedBy(id), exports.of(id), profiles.get(id)])
  const main = html`${problem(error)}${storedParts(stored)}${exportParts(present, csrfToken, timeZone)}<h2>Text written by others</h2>
<p>Records that the agent or a program wrote after it had read text written by others are marked until you check them. <a href="${markedPlace}">Check marked records</a></p>
<h2>Delete the account</h2>
<p>Deletes <b>${username}</b> with everything it owns: records, tokens${visitorOf(res).usesCredits && ', credits'}. Everything that the account has published is also deleted. This cannot be undone. The server's audit log keeps the username and its actions for a while.</p>
${form(
  '/settings/delete',
  csrfToken,
  html`${textField({
    label: 'Password',
    name: 'password',
    hint: 'Enter your password to confirm that it is you.',
    error,
    input: { type: 'password', autocomplete: 'current-password', required: true },
  })}<button class="danger">Delete the account permanently</button>
`,
)}`
  show(res, { title: 'Your data', place, main }, error)
}

async function deleteAccount(services: AccountServices, req: Request, res: Response): Promise<void> {
  const { accounts, credentials } = services
  const { id, username } = accountOf(res)
  const error = await faultOf(async () => {
    await services.countAttempt(req)
    if (!(await credentials.isRight(id, formOf(res).text('password')))) {
      await services.record(res, 'password_refused', { detail: 'deletion' })
      throw invalidArgument('password', 'is wrong', 'The password is wrong. Nothing was deleted.')
    }
    await services.administered.checkDeletion(username)
    await accounts.remove(username)
    await services.record(res, 'account_deleted', { subject: username })
  })
  if (error) return showData(services, res, error)
  visitorOf(res).forget()
  return res.redirect(303, '/signin?done=deleted')
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
function exportParts(present: Export | undefined, csrfToken: string, timeZone: string): Html {
  return html`<h2 id="export">Export</h2>
<p>The export contains everything that the account owns as one zip archive of JSON files, without
secrets such as passwords, tokens and keys. It is created in the background and stored for a day.</p>
${stateParts(present, timeZone)}${present && form(`${exportPlace}/delete`, csrfToken, html`<button class="second">${present.state === 'queued' ? 'Stop the export' : 'Delete the export'}</button>\n`)}${
  present?.state !== 'queued' &&
  form(exportPlace, csrfToken, html`<button>${present ? 'Export again' : 'Export'}</button>\n`)
}`
}

function stateParts(present: Export | undefined, timeZone: string): Html | undefined {
  if (!present) return undefined
  const { file, state } = present
  if (file) {
    return html`<p role="status">The export is ready: <a href="${exportPlace}/${present.id}" download>Download ${sizeText(file.bytes)}</a>.
It was finished ${moment(file.finishedAtMs, timeZone)} and is deleted ${moment(present.expiresAtMs, timeZone)}. Interrupted downloads can be resumed.</p>
`
  }
  if (state === 'failed') {
    return html`<p class="problem" role="status">The export requested ${moment(present.requestedAtMs, timeZone)} failed. Try again later. The operator can find the reason in the log.</p>
`
  }
  return html`<p role="status">The export requested ${moment(present.requestedAtMs, timeZone)} is being written:
<progress max="${present.parts}" value="${present.partsDone}" aria-label="Parts of the export">${present.partsDone} of ${present.parts}</progress>
${present.partsDone} of ${present.parts} parts, ${present.records} records so far. You can leave this page.
<a href="/settings/data">Refresh</a></p>
`
}
