import { type Request, type Response, Router } from 'express'
import { CAPABILITIES } from '#runtime/accounts/grant.ts'
import { DEFAULT_DAYS, type NewToken } from '#runtime/accounts/new-token.ts'
import { includesScope, partsOfAll, SCOPE_CLASSES } from '#runtime/accounts/scope-classes.ts'
import type { Token } from '#runtime/accounts/tokens.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FormValues, faultOf } from '#runtime/kit/site.ts'
import {
  buttonForm,
  choice,
  form,
  linkButton,
  moment,
  notice,
  offsetOf,
  pageLinks,
  problem,
  selectField,
  textField,
} from '../kit/form-fields.ts'
import { codeBlock, recordTable } from '../kit/layout.ts'
import type { About } from '../reference/about.ts'
import { methodToTry, shortestCurlOf } from '../reference/example.ts'
import type { Family } from '../reference/model.ts'
import { classWords } from './class-words.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { taintedPrograms, trustRoutes } from './tainted-programs.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/tokens'
/** Tokens on a page. */
const pageSize = 50
const revokePlace = '/settings/tokens/revoke'
const lifetimes = [7, 30, DEFAULT_DAYS, 365]

const notices: Readonly<Record<string, string>> = {
  revoked: 'The token was revoked and no longer works.',
  trusted: 'The program is trusted again.',
}

/** `/settings/tokens`: the tokens of programs. Only people create them: no token can open this page. */
export function tokenPages(services: AccountServices, about: () => Promise<About>): Router {
  const { baseUrl, profiles, tokens, record } = services
  const router = Router()

  async function showTokens(req: Request, res: Response, parts: Parts) {
    const { id } = accountOf(res)
    const { csrfToken } = visitorOf(res)
    const offsets = { working: offsetOf(req.query.offset), ended: offsetOf(req.query.ended) }
    const [{ timeZone }, working, ended, { families }] = await Promise.all([
      profiles.get(id),
      tokens.page(id, 'working', { offset: offsets.working, limit: pageSize }),
      tokens.page(id, 'ended', { offset: offsets.ended, limit: pageSize }),
      about(),
    ])
    const tainted = await taintedPrograms(services, { accountId: id, csrfToken, timeZone })
    const main = html`${notice(parts.done)}${problem(parts.error)}<p>Programs that call the services on your behalf send a token:
<code>Authorization: Bearer od_…</code></p>
${working.total > 0 ? workingTable(working, offsets, timeZone) : html`<p>You have no tokens yet.</p>\n`}${tainted}<h2>New token</h2>
${newTokenForm(csrfToken, servedOf(services.serviceNames, families), parts)}${ended.total > 0 && endedTable(ended, offsets, timeZone)}`
    show(res, { title: 'Tokens', place, main }, parts.error)
  }

  router.get(place, (req, res) => showTokens(req, res, { done: noticeOf(notices, req.query.done) }))

  router.post(place, async (req, res) => {
    const sent = formOf(res)
    let made: { token: Token; secret: string } | undefined
    const error = await faultOf(async () => {
      made = await tokens.create(accountOf(res).id, newTokenOf(sent))
      await record(res, 'token_created', { detail: `${made.token.id} ${scopeText(made.token)}` })
    })
    if (error || !made) return showTokens(req, res, { sent, error })
    const { token, secret } = made
    const method = methodToTry(
      (await about()).families,
      (family) =>
        token.allServices || token.services.includes(family) || includesScope(new Set(token.scopes), `${family}:read`),
    )
    const call = method && shortestCurlOf(method, baseUrl)
    return show(res, { title: 'The new token', place, main: madeToken(token, secret, call) })
  })

  router.use(trustRoutes(services))

  router.get(revokePlace, async (req, res) => {
    const token = await tokens.get(accountOf(res).id, String(req.query.token))
    show(res, { title: 'Revoke a token', place, main: revocation(token, visitorOf(res).csrfToken) })
  })

  router.post(revokePlace, async (_req, res) => {
    const { id } = await tokens.get(accountOf(res).id, formOf(res).text('token'))
    await tokens.revoke(id)
    await record(res, 'token_revoked', { detail: id })
    res.redirect(303, `${place}?done=revoked`)
  })

  return router
}

interface Parts {
  readonly sent?: FormValues
  readonly error?: ApiError | undefined
  readonly done?: string | undefined
}

/** The positions of the first token shown of each table. */
interface Offsets {
  readonly working: number
  readonly ended: number
}

/** The services of the framework, and the families with any served method. */
function servedOf(serviceNames: readonly string[], families: readonly Family[]): string[] {
  const unserved = families.filter(({ methods }) => !methods.some(({ isServed }) => isServed)).map(({ name }) => name)
  return serviceNames.filter((name) => !unserved.includes(name))
}

/**
 * The token that the form requests.
 *
 * @throws ApiError invalid_argument if nothing is chosen, or services under another choice
 */
function newTokenOf(values: FormValues): NewToken {
  const kind = values.text('kind')
  const [services, capabilities] = [values.all('service'), values.all('capability')]
  if (kind !== 'services' && services.length > 0) {
    // A token must do exactly what was ticked for it.
    throw new ApiError(
      'invalid_argument',
      'You ticked services without choosing "Only these services". Choose "Only these services", or untick the services.',
    )
  }
  if (kind === 'services' && services.length === 0) {
    throw new ApiError('invalid_argument', 'Choose at least one service, or "All services", or "No services".')
  }
  if (kind === 'none' && capabilities.length === 0) {
    throw new ApiError('invalid_argument', 'Choose at least one area or service.')
  }
  const [actions, classes] = [values.text('actions'), values.all('class')]
  if ((actions === 'some') !== classes.length > 0) {
    throw new ApiError(
      'invalid_argument',
      'Choose "Only what is ticked" and tick what the token may do, or choose another answer and tick nothing.',
    )
  }
  return {
    name: values.text('name'),
    ...(actions === 'some' ? { classes } : { actions: actions === 'yes' }),
    days: Number(values.text('days')),
    scope: { services: kind === 'all' ? 'all' : services, capabilities },
  }
}

function newTokenForm(
  csrfToken: string,
  serviceNames: readonly string[],
  { sent, error }: { sent?: FormValues; error?: ApiError | undefined },
): Html {
  const kind = sent?.text('kind') || 'all'
  const boxes = (name: string, values: readonly string[]) =>
    html`<div class="boxes">
${values.map((value) => choice('checkbox', { name, value, label: value, checked: sent?.all(name).includes(value) }))}</div>
`
  const days = Number(sent?.text('days') || DEFAULT_DAYS)
  return form(
    place,
    csrfToken,
    html`${textField({
      label: 'Name',
      name: 'name',
      hint: 'The program or machine that will use the token.',
      error,
      input: { value: sent?.text('name'), required: true, maxlength: 100, autocomplete: 'off' },
    })}<fieldset>
<legend>The services that it may use</legend>
${choice('radio', { name: 'kind', value: 'all', label: 'All services', checked: kind === 'all' })}${choice('radio', {
  name: 'kind',
  value: 'services',
  label: 'Only these services',
  checked: kind === 'services',
})}<fieldset class="chosen">
<legend>Services</legend>
${boxes('service', serviceNames)}</fieldset>
${choice('radio', {
  name: 'kind',
  value: 'none',
  label: 'No services',
  checked: kind === 'none',
})}</fieldset>
<fieldset>
<legend>The areas of the product that it may also use</legend>
${boxes('capability', CAPABILITIES)}</fieldset>
${actionChoices(sent)}${selectField({
  label: 'Expires in',
  name: 'days',
  error,
  groups: new Map([['', lifetimes.map((value) => ({ value, text: `${value} days` }))]]),
  chosen: days,
})}<button>Create the token</button>
`,
  )
}

/** What the token may do there: only reading is chosen at first. */
function actionChoices(sent: FormValues | undefined): Html {
  const actions = sent?.text('actions') ?? ''
  const answer = (value: string, label: Html | string) =>
    choice('radio', { name: 'actions', value, label, checked: actions === value })
  const classes = SCOPE_CLASSES.map((value) => {
    const { name, meaning } = classWords[value]
    const label = html`<b>${name}</b>: ${meaning}`
    return choice('checkbox', { name: 'class', value, label, checked: sent?.all('class').includes(value) })
  })
  return html`<fieldset>
<legend>What it may do there</legend>
${answer('', 'Only read')}${answer('some', 'Only what is ticked')}<fieldset class="chosen">
<legend>Allowed</legend>
${classes}</fieldset>
${answer('yes', html`<b>Allow actions</b>: everything that you can do there`)}</fieldset>
`
}

function scopeText({ allServices, services, capabilities, scopes }: Token): string {
  const named = partsOfAll(scopes).names.map((name) => (name === '*' ? 'all services' : name))
  return [...(allServices ? ['all services'] : services), ...capabilities, ...named].join(', ') || 'nothing'
}

function actionsText({ actions, scopes }: Token): string {
  return partsOfAll(scopes).classes.join(', ') || (actions ? 'allowed' : 'only reads')
}

interface Page {
  readonly tokens: readonly Token[]
  readonly total: number
}

function workingTable({ tokens, total }: Page, { working, ended }: Offsets, timeZone: string): Html {
  const rows = tokens.map((token) => [
    html`${token.name}`,
    html`${scopeText(token)}`,
    html`${actionsText(token)}`,
    token.lastUsedAtMs === undefined ? html`never` : moment(token.lastUsedAtMs, timeZone),
    moment(token.expiresAtMs, timeZone),
    linkButton(revokePlace, ['token', token.id], 'Revoke', { 'aria-label': `Revoke ${token.name}` }),
  ])
  return html`${recordTable('Tokens', ['Name', 'For', 'Actions', 'Last used', 'Expires', 'Revoke'], rows)}${pageLinks(
    'tokens',
    { offset: working, total, pageSize },
    (offset) => `${place}?offset=${offset}&ended=${ended}`,
  )}`
}

/** Asks for confirmation before a token is revoked: it cannot be undone, and programs stop working. */
function revocation({ id, name }: Token, csrfToken: string): Html {
  return html`<p>Revoke the token <b>${name}</b>? Programs that use it lose access immediately. This cannot be undone.</p>
${buttonForm(revokePlace, csrfToken, ['token', id], 'Revoke the token', { class: 'danger' })}<p><a href="${place}">Keep it</a></p>
`
}

function endedTable({ tokens, total }: Page, { working, ended }: Offsets, timeZone: string): Html {
  const rows = tokens.map((token) => [
    html`${token.name}`,
    html`${scopeText(token)}`,
    token.revokedAtMs === undefined
      ? html`expired ${moment(token.expiresAtMs, timeZone)}`
      : html`revoked ${moment(token.revokedAtMs, timeZone)}`,
  ])
  return html`<details${attributes({ class: 'ended', open: ended > 0 })}>
<summary>Revoked and expired tokens: ${total}</summary>
${recordTable('Revoked and expired tokens', ['Name', 'For', 'Ended'], rows)}${pageLinks(
  'ended tokens',
  { offset: ended, total, pageSize },
  (offset) => `${place}?offset=${working}&ended=${offset}`,
)}</details>
`
}

/** @param call a command that calls with `$ONEDOOR_TOKEN` */
function madeToken({ name }: Token, secret: string, call: string | undefined): Html {
  return html`<p class="notice" role="status"><b>Copy it now. It will not be shown again.</b></p>
${codeBlock(secret, `The token ${name}`)}${
  call !== undefined &&
  html`<p>A call with it:</p>\n${codeBlock(`export ONEDOOR_TOKEN=${secret}\n${call}`, 'A call with it')}`
}<p><a href="${place}">All tokens</a></p>
`
}
