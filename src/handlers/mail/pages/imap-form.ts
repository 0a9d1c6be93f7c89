import { type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf, type Site, type Visit } from '#runtime/kit/site.ts'
import type { MailDeps } from '../index.ts'
import { RejectedLogin } from '../providers/imap-client.ts'
import { type ImapForm, imap, imapPage, loginIn, sealable, subjectOf } from '../providers/imap-login.ts'

/** Login attempts of one account in an hour: each reaches somebody else's server. */
const triesPerHour = 20
const hourMs = 3_600_000
const connectionsPage = '/settings/connections'

const empty: ImapForm = { host: '', port: '', encryption: 'tls', user: '', password: '' }

/** `/settings/mail/imap`: where people enter an IMAP account. Its login is tried before it is stored. */
export function imapRoutes(site: Site, { connections, limits, imapClient }: MailDeps): Router {
  const tries = limits.exact({
    name: 'imap-tries',
    unit: 'attempts to connect an IMAP account',
    per: 'account',
    quota: triesPerHour,
    windowMs: hourMs,
  })
  const below = imapPage.slice('/settings'.length)
  const routes = Router()
  routes.get(below, (_req, res) => show(site, site.visit(res), empty))
  routes.post(below, async (_req, res) => {
    const visit = site.visit(res)
    const form = formOf(visit)
    const error = await faultOf(() => connect(visit, form, res))
    if (error) return show(site, visit, form, error)
    await visit.recordConnection(imap.name)
    res.redirect(303, `${connectionsPage}?done=connected`)
  })

  async function connect({ accountId }: Visit, form: ImapForm, res: Response): Promise<void> {
    const login = loginIn(form)
    const verdict = await tries.take(accountId)
    if (verdict && !verdict.isAllowed) {
      throw new ApiError('rate_limited', `You have tried ${triesPerHour} times in an hour. Try again later.`, {
        retryAfterS: verdict.resetS,
      })
    }
    const disconnected = new AbortController()
    res.once('close', () => disconnected.abort())
    try {
      await imapClient.run({ signal: disconnected.signal, subject: accountId }, login, { kind: 'try' })
    } catch (failure) {
      throw failure instanceof RejectedLogin ? rejection(failure) : failure
    }
    await connections.enter(accountId, imap, { subject: subjectOf(login), secret: sealable(login) })
  }
  return routes
}

/** With the message of the server: some explain there that they require an app password. */
function rejection({ message, serverText }: RejectedLogin): ApiError {
  const more = serverText === undefined ? '' : ` The server reports: ${serverText}`
  return new ApiError('invalid_argument', `${message}${more}`, {
    details: [{ path: 'password', message: 'was rejected, or the user name was rejected' }],
  })
}

function formOf({ form }: Visit): ImapForm {
  const text = (name: keyof ImapForm) => form.text(name)
  return {
    host: text('host'),
    port: text('port'),
    encryption: text('encryption'),
    user: text('user'),
    password: text('password'),
  }
}

/** The password is never sent back. */
function show({ controls }: Site, visit: Visit, form: ImapForm, error?: ApiError): void {
  const { textField, choice } = controls
  const isTls = form.encryption !== 'starttls'
  const plain = { autocapitalize: 'none', spellcheck: 'false', required: true }
  const content = html`${textField({
    label: 'Server',
    name: 'host',
    hint: "The host name of the IMAP server, such as imap.example.org. See your mail provider's documentation.",
    error,
    input: { ...plain, value: form.host, maxlength: 253, autocomplete: 'off' },
  })}<fieldset>
<legend>Encryption</legend>
${choice('radio', { name: 'encryption', value: 'tls', label: 'TLS (usual)', checked: isTls })}${choice('radio', {
  name: 'encryption',
  value: 'starttls',
  label: 'STARTTLS, which switches to TLS before anything is sent',
  checked: !isTls,
})}</fieldset>
${textField({
  label: 'Port',
  name: 'port',
  hint: 'Leave this empty for the usual port: 993, or 143 with STARTTLS.',
  error,
  input: { value: form.port, inputmode: 'numeric', maxlength: 5, autocomplete: 'off' },
})}${textField({
  label: 'User name',
  name: 'user',
  hint: 'Usually the whole email address.',
  error,
  input: { ...plain, value: form.user, maxlength: 320, autocomplete: 'off' },
})}${textField({
  label: 'App password',
  name: 'password',
  hint: 'Create a separate app password for this server in the settings of your mail account, so that you can revoke it there.',
  error,
  input: { ...plain, type: 'password', maxlength: 500, autocomplete: 'off' },
})}<button>Connect</button>
`
  const main = html`${controls.problem(error)}<p>This lets this server ${imap.allows}. Only mail from the last seven days is
searched, and nothing is read until you, or a program with one of your tokens, requests it. The password is stored encrypted.</p>
${controls.form(imapPage, visit.csrfToken, content)}<p><a href="${connectionsPage}">Back to the connections</a></p>
`
  visit.show({ title: 'Connect an IMAP account', place: connectionsPage, main }, error?.status)
}
