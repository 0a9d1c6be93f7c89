import { type Request, type Response, Router } from 'express'
import { factorReset, RESET_HOURS } from '#runtime/accounts/administered.ts'
import { roleOf } from '#runtime/accounts/namespaces.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf } from '#runtime/kit/site.ts'
import { bytesPerMib, quotaFrom } from '#runtime/store/quota/settings.ts'
import type { Quota } from '#runtime/store/store-errors.ts'
import { buttonForm, form, moment, notice, problem, textField } from '../kit/form-fields.ts'
import { codeBlock } from '../kit/layout.ts'
import { auditAddress } from './admin-audit.ts'
import { beginByPassword, beginForm, beginPlace } from './impersonation-pages.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/admin/account'

const notices: Readonly<Record<string, string>> = {
  disabled: 'The account is disabled.',
  enabled: 'The account is enabled.',
  promoted: 'The account is now an administrator.',
  demoted: 'The account is no longer an administrator.',
  factor: 'The second factor was turned off.',
  quota: 'The quota was set.',
  ended: 'You no longer see the pages of the account.',
  general: 'The quota was removed. QUOTA_MIB applies to the account.',
}

/** The address of the page on which an account is administered. */
export function adminAccountAddress(username: string): string {
  return `${place}?username=${encodeURIComponent(username)}`
}

/** `/admin/account`: disables, enables, promotes and demotes one account, sets its quota, and resets its password and second factor. */
export function adminAccountPages(services: AccountServices): Router {
  const { administered, record } = services
  const router = Router()
  router.get(place, (req, res) => {
    const username = typeof req.query.username === 'string' ? req.query.username : ''
    return showAccount(services, res, username, { done: noticeOf(notices, req.query.done) })
  })
  const changes: Readonly<Record<string, (username: string) => Promise<void>>> = {
    disabled: (username) => administered.disable(username),
    enabled: (username) => administered.enable(username),
    promoted: (username) => administered.setAdministrator(username, true),
    demoted: (username) => administered.setAdministrator(username, false),
  }
  for (const [done, change] of Object.entries(changes)) {
    router.post(`${place}/${done}`, async (_req: Request, res: Response) => {
      const username = formOf(res).text('username')
      const error = await faultOf(async () => {
        await change(username)
        await record(res, `account_${done as 'disabled' | 'enabled' | 'promoted' | 'demoted'}`, { subject: username })
      })
      return error
        ? showAccount(services, res, username, { error })
        : res.redirect(303, `${adminAccountAddress(username)}&done=${done}`)
    })
  }
  router.post(`${place}/factor`, async (_req, res) => {
    const username = formOf(res).text('username')
    const error = await faultOf(async () => {
      await administered.resetSecondFactor(username)
      await record(res, 'second_factor_reset', { subject: username })
      await services.accountMail.inform((await services.accounts.get(username)).id, factorReset)
    })
    return error
      ? showAccount(services, res, username, { error })
      : res.redirect(303, `${adminAccountAddress(username)}&done=factor`)
  })
  router.post(beginPlace, async (req, res) => {
    const error = await faultOf(() => beginByPassword(services, req, res))
    if (error) await showAccount(services, res, formOf(res).text('username'), { error })
  })
  router.post(`${place}/quota`, (_req, res) => setQuota(services, res, (typed) => quotaFrom(typed)))
  router.post(`${place}/general`, (_req, res) => setQuota(services, res, () => undefined))
  router.post(`${place}/reset`, (_req, res) => showResetLink(services, res))
  return router
}

/** Sets the quota of an account, or removes it if `bytesFrom` returns undefined. */
async function setQuota(
  services: AccountServices,
  res: Response,
  bytesFrom: (typed: string) => number | undefined,
): Promise<void> {
  const { accounts, quotas, record } = services
  const values = formOf(res)
  const username = values.text('username')
  let bytes: number | undefined
  const error = await faultOf(async () => {
    bytes = bytesFrom(values.text('quota').trim())
    await quotas.set((await accounts.get(username)).id, bytes)
    const [action, detail] =
      bytes === undefined ? (['quota_removed', undefined] as const) : (['quota_set', sizeText(bytes)] as const)
    await record(res, action, { subject: username, detail })
  })
  return error
    ? showAccount(services, res, username, { error })
    : res.redirect(303, `${adminAccountAddress(username)}&done=${bytes === undefined ? 'general' : 'quota'}`)
}

async function showAccount(
  services: AccountServices,
  res: Response,
  username: string,
  { error, done }: { error?: ApiError; done?: string | undefined } = {},
): Promise<void> {
  const { accounts, administered, profiles, quotas } = services
  const account = await accounts.get(username)
  const [{ timeZone }, disabledAt, factor, used, quota] = await Promise.all([
    profiles.get(accountOf(res).id),
    administered.disabledAt(username),
    services.secondFactor.state(account.id),
    quotas.used(account.id),
    quotas.of(account.id),
  ])
  const act = (action: string, label: string) =>
    buttonForm(`${place}/${action}`, visitorOf(res).csrfToken, ['username', username], label)
  const main = html`${notice(done)}${problem(error)}<dl>
<dt>Role</dt><dd>${roleOf(account)}</dd>
<dt>Namespace</dt><dd>${account.namespace}</dd>
<dt>Since</dt><dd>${moment(account.createdAtMs, timeZone)}</dd>
${disabledAt !== undefined && html`<dt>Disabled</dt><dd>since ${moment(disabledAt, timeZone)}</dd>\n`}</dl>
<h2>Storage</h2>
<p>${sizeText(used)} of ${sizeText(quota.bytes)}.</p>
${quotaForms({ username, quota, error, typed: error && formOf(res).text('quota') }, visitorOf(res).csrfToken)}<h2>Password</h2>
<p>Create a one-time link for setting a new password. The link is valid for ${RESET_HOURS} hours.</p>
${act('reset', 'Create a reset link')}<h2>Second factor</h2>
${factor.isOn ? act('factor', 'Turn off the second factor') : html`<p>Signing in requires no code.</p>\n`}<h2>Access</h2>
<p>${
    disabledAt === undefined
      ? 'A disabled account is signed out. It cannot sign in or use its tokens, but its data is not deleted.'
      : 'The account cannot sign in or use its tokens until it is enabled.'
  }</p>
${disabledAt === undefined ? act('disabled', 'Disable') : act('enabled', 'Enable')}<h2>Role</h2>
${account.isNamespaceAdmin ? act('demoted', 'Demote to a user') : act('promoted', 'Promote to an administrator')}${await beginForm(services, res, { username, error })}<h2>Audit log</h2>
<p><a href="${auditAddress({ account: username })}">Entries by and about ${username}</a></p>
<p><a href="/admin">Administration</a></p>
`
  show(res, { title: username, main, withScript: services.passkeys.arePossible() }, error)
}

function quotaForms(
  shown: { username: string; quota: Quota; error: ApiError | undefined; typed: string | undefined },
  csrfToken: string,
): Html {
  const { username, quota, error, typed } = shown
  const field = textField({
    label: 'Quota, MiB',
    name: 'quota',
    hint: 'If it is less than the account stores, nothing is deleted, but the account cannot add anything.',
    error,
    input: { value: typed || quota.bytes / bytesPerMib, inputmode: 'numeric', required: true, autocomplete: 'off' },
  })
  return html`${form(
    `${place}/quota`,
    csrfToken,
    html`<input type="hidden" name="username" value="${username}">\n${field}<button>Set the quota</button>\n`,
  )}${quota.isOwn && buttonForm(`${place}/general`, csrfToken, ['username', username], 'Remove the quota')}`
}

async function showResetLink({ administered, baseUrl, record }: AccountServices, res: Response): Promise<void> {
  const username = formOf(res).text('username')
  const link = `${baseUrl}/reset?token=${await administered.makeResetLink(username)}`
  await record(res, 'reset_link_made', { subject: username })
  const main = html`<p class="notice" role="status"><b>Copy it now. It will not be shown again.</b> It sets a new password for
<b>${username}</b>, once and within ${RESET_HOURS} hours. Earlier links for this account no longer work.</p>
${codeBlock(link, 'The link')}<p><a href="${adminAccountAddress(username)}">${username}</a></p>
`
  show(res, { title: 'The reset link', main })
}
