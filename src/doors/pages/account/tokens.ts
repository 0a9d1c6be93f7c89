import { type Response, Router } from 'express'
import { CAPABILITIES } from '#runtime/accounts/grant.ts'
import { DEFAULT_DAYS, type NewToken, type Token } from '#runtime/accounts/tokens.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { type FormValues, faultOf } from '#runtime/calls/site.ts'
import { choice, form, moment, notice, problem, selectField, textField } from '../kit/fields.ts'
import { codeBlock } from '../kit/layout.ts'
import { recordTable } from '../kit/record-table.ts'
import type { About } from '../reference/about.ts'
import { methodToTry, shortestCurlOf } from '../reference/example.ts'
import type { AccountServices } from './services.ts'
import { show } from './view.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/tokens'
const lifetimes = [7, 30, DEFAULT_DAYS, 365]

const notices: Readonly<Record<string, string>> = {
  revoked: 'The token was revoked and no longer works.',
}

/** `/settings/tokens`: the tokens that programs call with. Only people create them: no token opens this page. */
export function tokenPages(services: AccountServices, about: () => Promise<About>): Router {
  const { baseUrl, clock, profiles, serviceNames, tokens } = services
  const router = Router()

  async function showTokens(
    res: Response,
    parts: { sent?: FormValues; error?: ApiError | undefined; done?: string | undefined },
  ) {
    const { id } = accountOf(res)
    const { csrfToken } = visitorOf(res)
    const [{ timeZone }, all] = await Promise.all([profiles.get(id), tokens.list(id)])
    const now = clock.now()
    const isActive = (token: Token) => token.revokedAtMs === undefined && token.expiresAtMs > now
    const active = all.filter(isActive)
    const ended = all.filter((token) => !isActive(token))
    const main = html`${notice(parts.done)}${problem(parts.error)}<p>A program that calls the services for you sends a token:
<code>Authorization: Bearer od_…</code></p>
${active.length > 0 ? activeTable(active, csrfToken, timeZone) : html`<p>You have no tokens yet.</p>\n`}<h2>New token</h2>
${newTokenForm(csrfToken, serviceNames, parts)}${ended.length > 0 && endedTable(ended, timeZone)}`
    show(res, { title: 'Tokens', place, main }, parts.error?.status)
  }

  router.get(place, (req, res) => showTokens(res, { done: notices[String(req.query.done)] }))

  router.post(place, async (_req, res) => {
    const sent = formOf(res)
    let made: { token: Token; secret: string } | undefined
    const error = await faultOf(async () => {
      made = await tokens.create(accountOf(res).id, newTokenOf(sent))
    })
    if (error || !made) return showTokens(res, { sent, error })
    const { token, secret } = made
    const method = methodToTry(
      (await about()).families,
      (family) => token.allServices || token.services.includes(family),
    )
    const call = method && shortestCurlOf(method, baseUrl)
    return show(res, { title: 'The new token', place, main: madeToken(token, secret, call) })
  })

  router.post('/settings/tokens/revoke', async (_req, res) => {
    const id = formOf(res).text('token')
    const isOwn = (await tokens.list(accountOf(res).id)).some((token) => token.id === id)
    if (!isOwn) throw new ApiError('not_found', 'You have no such token.')
    await tokens.revoke(id)
    res.redirect(303, `${place}?done=revoked`)
  })

  return router
}

/** The token that the form asks for. @throws ApiError invalid_argument where nothing is chosen */
function newTokenOf(values: FormValues): NewToken {
  const kind = values.text('kind')
  const names = values.all(kind === 'product' ? 'capability' : 'service')
  if (kind !== 'all' && names.length === 0) {
    const message = kind === 'product' ? 'Choose at least one area.' : 'Choose at least one service, or all of them.'
    throw new ApiError('invalid_argument', message)
  }
  return {
    name: values.text('name'),
    actions: values.has('actions'),
    days: Number(values.text('days')),
    scope:
      kind === 'product'
        ? { kind: 'product', capabilities: names }
        : { kind: 'services', services: kind === 'all' ? 'all' : names },
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
      hint: 'The program or machine that uses it, so that you recognise it.',
      error,
      input: { value: sent?.text('name'), required: true, maxlength: 100, autocomplete: 'off' },
    })}<fieldset>
<legend>What it may be used for</legend>
${choice('radio', { name: 'kind', value: 'all', label: 'All services', checked: kind === 'all' })}${choice('radio', {
  name: 'kind',
  value: 'services',
  label: 'Only these services',
  checked: kind === 'services',
})}<details${attributes({ open: sent && kind === 'services' })}>
<summary>Choose the services</summary>
<fieldset>
<legend>Services</legend>
${boxes('service', serviceNames)}</fieldset>
</details>
${choice('radio', {
  name: 'kind',
  value: 'product',
  label: 'The agent, the inbox or work, and no service',
  checked: kind === 'product',
})}<details${attributes({ open: sent && kind === 'product' })}>
<summary>Choose the areas</summary>
<fieldset>
<legend>Areas</legend>
${boxes('capability', CAPABILITIES)}</fieldset>
</details>
</fieldset>
${choice('checkbox', {
  name: 'actions',
  value: 'yes',
  label: html`<b>Allow actions</b>: without this, the token only reads`,
  checked: sent?.has('actions'),
})}${selectField({
  label: 'Expires in',
  name: 'days',
  error,
  groups: new Map([['', lifetimes.map((value) => ({ value, text: `${value} days` }))]]),
  chosen: days,
})}<button>Create the token</button>
`,
  )
}

function scopeText({ kind, allServices, services, capabilities }: Token): string {
  if (allServices) return 'all services'
  return (kind === 'product' ? capabilities : services).join(', ') || 'nothing'
}

function activeTable(tokens: readonly Token[], csrfToken: string, timeZone: string): Html {
  const rows = tokens.map((token) => [
    html`${token.name}`,
    html`${scopeText(token)}`,
    html`${token.actions ? 'allowed' : 'only reads'}`,
    token.lastUsedAtMs === undefined ? html`never` : moment(token.lastUsedAtMs, timeZone),
    moment(token.expiresAtMs, timeZone),
    form(
      '/settings/tokens/revoke',
      csrfToken,
      html`<input type="hidden" name="token" value="${token.id}">
<button class="second" aria-label="Revoke ${token.name}">Revoke</button>
`,
    ),
  ])
  return recordTable('Tokens', ['Name', 'For', 'Actions', 'Last used', 'Expires', 'Revoke'], rows)
}

function endedTable(tokens: readonly Token[], timeZone: string): Html {
  const rows = tokens.map((token) => [
    html`${token.name}`,
    html`${scopeText(token)}`,
    token.revokedAtMs === undefined
      ? html`expired ${moment(token.expiresAtMs, timeZone)}`
      : html`revoked ${moment(token.revokedAtMs, timeZone)}`,
  ])
  return html`<details class="ended">
<summary>Revoked and expired tokens: ${tokens.length}</summary>
${recordTable('Revoked and expired tokens', ['Name', 'For', 'Ended'], rows)}</details>
`
}

/** @param call a command that calls with `$ONEDOOR_TOKEN` */
function madeToken({ name }: Token, secret: string, call: string | undefined): Html {
  return html`<p class="notice" role="status"><b>Copy it now: it is shown only this once.</b></p>
${codeBlock(secret, `The token ${name}`)}${
  call !== undefined &&
  html`<p>A call with it:</p>\n${codeBlock(`export ONEDOOR_TOKEN=${secret}\n${call}`, 'A call with it')}`
}<p><a href="${place}">All tokens</a></p>
`
}
