import { type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { type ConnectionKind, isGranted } from '#runtime/outbound/connections/connection-kind.ts'
import { callbackPath } from '#runtime/outbound/connections/connections.ts'
import type { ListedConnection } from '#runtime/outbound/connections/listed-connections.ts'
import { allowFormTargets } from '../kit/content-security.ts'
import { buttonForm, linkButton, moment, notice, problem } from '../kit/form-fields.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/connections'
const connectPlace = '/settings/connections/connect'
const disconnectPlace = '/settings/connections/disconnect'
/** Longer than any value that an authority sends. */
const maxParameterLength = 4096

const notices: Readonly<Record<string, string>> = {
  connected: 'Connected.',
  disconnected: 'Disconnected. This server has deleted the stored credentials.',
  unrevoked:
    'This server has deleted the stored credentials but could not revoke its access. Remove this server in the settings of the other account as well.',
}

/** `/settings/connections`: outside accounts that methods may use for this account. */
export function connectionPages(services: AccountServices): Router {
  const { connections, record } = services
  const router = Router()
  router.get(place, (req, res) => showConnections(services, res, { done: noticeOf(notices, req.query.done) }))
  router.post(connectPlace, async (_req, res) => {
    const { id: accountId, sessionId } = accountOf(res)
    await orShown(services, res, async () => {
      res.redirect(303, await connections.begin({ accountId, sessionId }, formOf(res).text('kind')))
    })
  })
  router.get(callbackPath, async (req, res) => {
    const { id: accountId, sessionId } = accountOf(res)
    const { state, code, error } = req.query
    await orShown(services, res, async () => {
      const query = { state: parameter(state), code: parameter(code), error: parameter(error) }
      const { name } = await connections.finish({ accountId, sessionId }, query)
      await record(res, 'connection_added', { detail: name })
      res.redirect(303, `${place}?done=connected`)
    })
  })
  router.get(disconnectPlace, async (req, res) => {
    const listed = await connections.list(accountOf(res).id)
    const one = listed.find(({ kind, connection }) => kind.name === req.query.kind && connection)
    if (!one) throw new ApiError('not_found', 'This connection does not exist.')
    show(res, { title: `Disconnect ${one.kind.title}`, place, main: question(one, visitorOf(res).csrfToken) })
  })
  router.post(disconnectPlace, async (_req, res) => {
    const { isRevoked } = await connections.disconnect(accountOf(res).id, formOf(res).text('kind'))
    await record(res, 'connection_removed', { detail: formOf(res).text('kind') })
    res.redirect(303, `${place}?done=${isRevoked ? 'disconnected' : 'unrevoked'}`)
  })
  return router
}

function parameter(value: unknown): string {
  return typeof value === 'string' && value.length <= maxParameterLength ? value : ''
}

/** Shows a failure on the page, even if it is the provider's. */
async function orShown(services: AccountServices, res: Response, work: () => Promise<void>): Promise<void> {
  const error = await faultOf(work)
  if (error) await showConnections(services, res, { error })
}

interface Parts {
  readonly done?: string | undefined
  readonly error?: ApiError
}

async function showConnections(services: AccountServices, res: Response, { done, error }: Parts): Promise<void> {
  const { connections, profiles, baseUrl } = services
  const { id } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const [listed, { timeZone }] = await Promise.all([connections.list(id), profiles.get(id)])
  const origins = listed.flatMap(({ pagesOrigin }) => pagesOrigin ?? [])
  await allowFormTargets(res, baseUrl, [...new Set(origins)])
  const main = html`${notice(done)}${problem(error)}<p>Connect accounts elsewhere that methods can use on your behalf. Nothing is read until you, or a
program with one of your tokens, calls such a method.</p>
${listed.length === 0 && html`<p class="note">This server has no methods that use outside accounts.</p>\n`}${listed.map(
  (each) => section(each, csrfToken, timeZone),
)}`
  show(res, { title: 'Connections', place, main }, error)
}

function section({ kind, missing, connection }: ListedConnection, csrfToken: string, timeZone: string): Html {
  const { name, title, allows } = kind
  const connect = (text: string) =>
    isGranted(kind)
      ? buttonForm(connectPlace, csrfToken, ['kind', name], text, {})
      : html`<p><a href="${kind.enteredAt}">${text}</a></p>\n`
  const state = () => {
    if (connection?.isEnded) {
      return html`<p class="problem">${endedBy(kind, connection.subject)}</p>
${missing.length === 0 && connect(`Connect ${title} again`)}${linkButton(disconnectPlace, ['kind', name], `Disconnect ${title}`)}`
    }
    if (connection) {
      return html`<p>Connected${connection.subject && html` as <b>${connection.subject}</b>`} since ${moment(connection.sinceMs, timeZone)}.</p>
${linkButton(disconnectPlace, ['kind', name], `Disconnect ${title}`)}`
    }
    if (missing.length > 0) {
      return html`<p class="note">It cannot be connected on this server, because its administrator has not set
${missing.map((setting, index) => html`${index > 0 && ' and '}<code>${setting}</code>`)}.</p>\n`
    }
    return connect(`Connect ${title}`)
  }
  const how = isGranted(kind)
    ? `${kind.authority.title} asks for your consent, which you can revoke there or here at any time.`
    : 'You enter a password that you have created only for this server. You can disconnect here at any time.'
  return html`<h2>${title}</h2>
<p>It lets this server ${allows}. ${how}</p>
${state()}`
}

/** Why a connection no longer works. */
function endedBy(kind: ConnectionKind, subject: string | undefined): Html {
  const whose = subject && html` of <b>${subject}</b>`
  return isGranted(kind)
    ? html`The permission${whose} has expired or was revoked at ${kind.authority.title}.`
    : html`The password${whose} was rejected, so this server has deleted it.`
}

/** Asks for confirmation before a connection is deleted: programs stop working. */
function question({ kind }: ListedConnection, csrfToken: string): Html {
  const forgets = isGranted(kind)
    ? `revokes its permission at ${kind.authority.title} and deletes it`
    : 'deletes its password'
  return html`<p>Methods and programs that use ${kind.title} for you stop working until you connect it again. This server
${forgets}.</p>
${buttonForm(disconnectPlace, csrfToken, ['kind', kind.name], `Disconnect ${kind.title}`, { class: 'danger' })}<p><a href="${place}">Keep it</a></p>
`
}
