import { type Response, Router } from 'express'
import { INVITE_DAYS, type Invite } from '#runtime/accounts/invites.ts'
import { roleOf } from '#runtime/accounts/namespaces.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FormValues, faultOf } from '#runtime/kit/site.ts'
import { CREDITS_RULE, formatCredits, parseCredits } from '#runtime/money/amounts.ts'
import { buttonForm, form, moment, notice, problem, textField } from '../kit/form-fields.ts'
import { codeBlock, recordTable } from '../kit/layout.ts'
import { usernameField } from './account-fields.ts'
import { adminAccountAddress } from './admin-account.ts'
import { trafficParts } from './admin-charts.ts'
import { problemParts } from './admin-problems.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/admin'
const accountsOnPage = 100
const invitesOnPage = 100

const notices: Readonly<Record<string, string>> = {
  granted: 'The credits were granted.',
  withdrawn: 'The invitation was revoked.',
}

interface Parts {
  /** Only accounts with a username after this one. */
  readonly after?: string
  /** Only invitations older than the one with this id. */
  readonly invitesBefore?: string | undefined
  readonly error?: ApiError | undefined
  readonly done?: string | undefined
}

/** A form that was sent in vain. */
interface Rejected {
  readonly typed: FormValues | undefined
  readonly error: ApiError | undefined
}

/** `/admin`: accounts and their credits, invitations, and the health of the server. */
export function adminPages(services: AccountServices): Router {
  const router = Router()
  router.get(place, (req, res) =>
    showAdmin(services, res, {
      done: noticeOf(notices, req.query.done),
      after: String(req.query.after ?? ''),
      invitesBefore: req.query.invites_before === undefined ? undefined : String(req.query.invites_before),
    }),
  )
  if (services.usesCredits) router.post('/admin/credits', (_req, res) => giveCredits(services, res))
  router.post('/admin/invites', (_req, res) => makeInvitation(services, res))
  router.post('/admin/invites/withdraw', async (_req, res) => {
    const id = formOf(res).text('invite')
    if (await services.invites.withdraw(id)) await services.record(res, 'invitation_withdrawn', { detail: id })
    res.redirect(303, `${place}?done=withdrawn`)
  })
  return router
}

async function showAdmin(services: AccountServices, res: Response, parts: Parts): Promise<void> {
  const { error, done, after = '', invitesBefore } = parts
  const { accounts, budgets, clock, invites, ledger, profiles, quotas, signUp, storage, usesCredits } = services
  const { csrfToken } = visitorOf(res)
  const typed = error && formOf(res)
  const [{ timeZone }, found, invited, health] = await Promise.all([
    profiles.get(accountOf(res).id),
    // One more than is shown, to see whether others follow.
    accounts.list({ after, limit: accountsOnPage + 1 }),
    invites.list({ before: invitesBefore, limit: invitesOnPage + 1 }),
    healthParts(services, res),
  ])
  const shown = found.slice(0, accountsOnPage)
  const ids = shown.map(({ id }) => id)
  const [balances, monthTokens, stored, ownQuotas] = await Promise.all([
    ledger.balances(ids),
    budgets.monthTokensOf(ids),
    storage.usedByAll(ids),
    quotas.own(ids),
  ])
  const rows = shown.map((account, index) => [
    html`<a href="${adminAccountAddress(account.username)}">${account.username}</a>`,
    html`${roleOf(account)}`,
    html`${account.namespace}`,
    ...(usesCredits ? [html`${formatCredits(balances[index]?.balance ?? 0)}`] : []),
    html`${monthTokens.get(account.id) ?? 0}`,
    html`${mebibytes(stored.get(account.id) ?? 0)}`,
    html`${mebibytes(ownQuotas.get(account.id) ?? quotas.generalBytes)}`,
    moment(account.createdAtMs, timeZone),
  ])
  const columns = [
    'Username',
    'Role',
    'Namespace',
    ...(usesCredits ? ['Credits'] : []),
    'Tokens this month',
    'Stored, MiB',
    'Quota, MiB',
    'Since',
  ]
  const main = html`${notice(done)}${problem(error)}<h2>Accounts</h2>
<p>Each account can store ${mebibytes(quotas.generalBytes)} MiB (<code>QUOTA_MIB</code>), unless another quota is set on its page.</p>
${recordTable('Accounts', columns, rows)}${
  found.length > shown.length && html`<p><a href="${place}?after=${shown.at(-1)?.username}">More accounts</a></p>\n`
}${usesCredits && html`<h3>Grant credits</h3>\n${grantForm(csrfToken, { typed, error })}`}<h2>Invitations</h2>
${signUp === 'invite' ? inviteParts(invited, csrfToken, timeZone, clock.now(), { typed, error }) : signUpText(signUp)}<h2>Health</h2>
<p><a href="/admin/jobs">Jobs</a>: background work, and failed jobs.</p>
<p><a href="/admin/announcement">Announcement</a>: a text on the pages of everyone who is signed in.</p>
<p><a href="/admin/audit">Audit log</a>: sign-ins, new tokens and changes to accounts.</p>
<p><a href="/admin/calls">Calls</a>: how many, and which errors.</p>
<p><a href="/admin/providers">Providers</a>: whether they respond.</p>
${health}`
  show(res, { title: 'Administration', main }, error)
}

async function giveCredits(services: AccountServices, res: Response): Promise<void> {
  const { accounts, ledger } = services
  const values = formOf(res)
  const error = await faultOf(async () => {
    const { id, username } = await accounts.get(values.text('username').trim())
    const microCredits = parseCredits(values.text('amount').trim())
    if (microCredits === undefined || microCredits === 0) {
      const rule = `must be more than 0 and ${CREDITS_RULE}`
      throw invalidArgument('amount', rule, `The amount ${rule}.`)
    }
    await ledger.grant(id, microCredits, noteOf(values.text('grant_note')))
    await services.record(res, 'credits_given', { subject: username, detail: formatCredits(microCredits) })
  })
  return error ? showAdmin(services, res, { error }) : res.redirect(303, `${place}?done=granted`)
}

async function makeInvitation(services: AccountServices, res: Response): Promise<void> {
  const { baseUrl, invites, signUp } = services
  let link = ''
  const error = await faultOf(async () => {
    if (signUp !== 'invite') throw new ApiError('failed_precondition', signUpSentence(signUp))
    const { secret, invite } = await invites.make(accountOf(res).id, formOf(res).text('note'))
    await services.record(res, 'invitation_made', { detail: `${invite.id} ${invite.note}` })
    link = `${baseUrl}/signup?invite=${secret}`
  })
  if (error) return showAdmin(services, res, { error })
  const main = html`<p class="notice" role="status"><b>Copy it now. It will not be shown again.</b> The first person who opens it can create one account within ${INVITE_DAYS} days.</p>
${codeBlock(link, 'The link')}<p><a href="${place}">Administration</a></p>
`
  return show(res, { title: 'The invitation', main })
}

function noteOf(text: string): string | undefined {
  const note = text
    .normalize('NFC')
    .replace(/[\p{C}\u2028\u2029]/gu, ' ')
    .trim()
  return [...note].slice(0, 200).join('') || undefined
}

function grantForm(csrfToken: string, { typed, error }: Rejected): Html {
  return form(
    '/admin/credits',
    csrfToken,
    html`${usernameField({ value: typed?.text('username'), autocomplete: 'off' })}${textField({
      label: 'Credits',
      name: 'amount',
      error,
      input: { value: typed?.text('amount'), inputmode: 'decimal', required: true, autocomplete: 'off' },
    })}${textField({
      label: 'Note',
      name: 'grant_note',
      hint: "Shown in the account's ledger. Optional.",
      input: { value: typed?.text('grant_note'), maxlength: 200, autocomplete: 'off' },
    })}<button>Give</button>
`,
  )
}

function signUpSentence(signUp: 'open' | 'closed'): string {
  return signUp === 'open'
    ? 'Anyone can sign up here because the SIGNUP setting is open, so invitations are not needed.'
    : 'Nobody can sign up here, because the SIGNUP setting is closed. Create accounts with onedoor account create NAME.'
}

function signUpText(signUp: 'open' | 'closed'): Html {
  return html`<p>${signUpSentence(signUp)}</p>\n`
}

function inviteParts(
  invited: readonly Invite[],
  csrfToken: string,
  timeZone: string,
  now: number,
  { typed, error }: Rejected,
): Html {
  const shown = invited.slice(0, invitesOnPage)
  const rows = shown.map((invite) => [html`${invite.note}`, moment(invite.createdAtMs, timeZone), state(invite)])
  function state({ id, note, usedAtMs, expiresAtMs }: Invite): Html {
    if (usedAtMs !== undefined) return html`used ${moment(usedAtMs, timeZone)}`
    if (expiresAtMs <= now) return html`expired ${moment(expiresAtMs, timeZone)}`
    return html`open until ${moment(expiresAtMs, timeZone)}
${buttonForm('/admin/invites/withdraw', csrfToken, ['invite', id], 'Revoke', {
  class: 'second',
  'aria-label': `Revoke the invitation for ${note}`,
})}`
  }
  const older =
    invited.length > shown.length &&
    html`<p><a href="${place}?invites_before=${shown.at(-1)?.id}">Older invitations</a></p>\n`
  return html`${rows.length > 0 && recordTable('Invitations, newest first', ['For', 'Made', 'State'], rows)}${older}${form(
    '/admin/invites',
    csrfToken,
    html`${textField({
      label: 'For whom',
      name: 'note',
      hint: 'Shown in the list of invitations.',
      error,
      input: { value: typed?.text('note'), required: true, maxlength: 100, autocomplete: 'off' },
    })}<button>Create an invitation</button>
`,
  )}`
}

async function healthParts(services: AccountServices, res: Response): Promise<Html> {
  const { store, health } = services
  const startedAt = performance.now()
  const database = await store.ping().then(
    () => `responds in ${Math.max(1, Math.round(performance.now() - startedAt))} ms`,
    () => 'does not respond',
  )
  const findings = await health()
  const mebibytes = Math.round(process.memoryUsage.rss() / 1024 / 1024)
  return html`${await problemParts(services, res)}${await trafficParts(services)}<dl>
<dt>Database</dt><dd>${store.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${database}</dd>
<dt>This process</dt><dd>running for ${durationText(process.uptime())}, with ${mebibytes} MiB of memory, on Node ${process.versions.node}</dd>
${findings.map(({ what, state, detail, link }) => html`<dt>${capitalized(what)}</dt><dd>${state}: ${detail}${link !== undefined && html` (<a href="${link}">more</a>)`}</dd>\n`)}</dl>
<p class="note">For programs: <a href="/health/ready">readiness</a>, <a href="/metrics">metrics</a>.</p>
`
}

/** One decimal, as text. */
function mebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1).replace(/\.0$/, '')
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A duration in its largest unit, rounded down: `3 hours`. */
export function durationText(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const
  const [length, name] = units.find(([each]) => seconds >= each) ?? [1, 'second']
  const count = Math.floor(seconds / length)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
