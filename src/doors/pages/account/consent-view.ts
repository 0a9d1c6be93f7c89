import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { FormValues } from '#runtime/kit/site.ts'
import { oauthPaths } from '#runtime/oauth/metadata.ts'
import type { Program } from '#runtime/oauth/programs.ts'
import { targetOf } from '#runtime/oauth/redirects.ts'
import type { RefusedRequest, SignInRequest } from '#runtime/oauth/requests.ts'
import { resourceOf } from '#runtime/oauth/resources.ts'
import { scopeText } from '#runtime/oauth/scopes.ts'
import { choice, form, problem } from '../kit/form-fields.ts'

interface ConsentParts {
  readonly username: string
  readonly csrfToken: string
  readonly baseUrl: string
  readonly sent?: FormValues
  readonly error?: ApiError | undefined
}

interface View {
  readonly title: string
  readonly main: Html
}

/** The page that asks whether a program may act for an account. */
export function consentView(request: SignInRequest, parts: ConsentParts): View {
  const { program, redirectUri } = request
  const { username, csrfToken, baseUrl, sent, error } = parts
  const who =
    program.host ?? (targetOf(redirectUri).isOnDevice ? 'a program on this device' : targetOf(redirectUri).name)
  const main = html`${problem(error)}<p>You are signed in as <b>${username}</b>.</p>
${asker(program, redirectUri)}${form(
  oauthPaths.authorize,
  csrfToken,
  html`${hiddenFields(request, baseUrl)}${choices(request, sent)}<p>${place(request, baseUrl)} The permission ends when you revoke it at
<a href="/settings/programs">Programs</a>, after 30 days without use, or after a year.</p>
<p><button name="decision" value="allow">Allow</button>
<button class="second" name="decision" value="refuse">Refuse</button></p>
`,
)}`
  return { title: `Let ${who} use your account?`, main }
}

/** The page about a request that cannot be granted. @param back the address that returns the error to the program */
export function refusedView({ program, redirectUri, error }: RefusedRequest, back: string): View {
  const { name } = targetOf(redirectUri)
  const main = html`<p>${named(program)} cannot sign in: its request is invalid.</p>
<p class="problem">${error.message} (<code>${error.code}</code>)</p>
<p><a href="${back}">Return to the program at ${name}</a></p>
`
  return { title: 'The program cannot sign in', main }
}

/** A program's own name is text by strangers: it is in quotation marks, after the verified facts. */
function named({ host, name }: Program): Html {
  if (host === undefined) return name === undefined ? html`A program` : html`A program that calls itself “${name}”`
  return name === undefined ? html`<b>${host}</b>` : html`<b>${host}</b>, which calls itself “${name}”,`
}

function asker(program: Program, redirectUri: string): Html {
  const { isOnDevice, name: target } = targetOf(redirectUri)
  const who = html`<p>${named(program)} requests access${program.host === undefined ? '. The name is not verified.' : '.'}</p>\n`
  if (isOnDevice) {
    return html`${who}<p>The response goes to a program on this device, at <b>${target}</b>. Any program on the device could have sent this
request: allow it only if you have just started to sign in from there.</p>
`
  }
  return html`${who}<p>The response goes to <b>${target}</b>. Allow it only if you have just come from there.</p>
`
}

function place({ audience }: SignInRequest, baseUrl: string): Html {
  return audience === 'mcp'
    ? html`The program may use them only at <code>${resourceOf('mcp', baseUrl)}</code>.`
    : html`The program may use them everywhere on <code>${baseUrl}</code>.`
}

/** The request as hidden fields, which the form sends back. */
function hiddenFields(
  { program, redirectUri, state, challenge, audience, scopes }: SignInRequest,
  baseUrl: string,
): Html {
  const values: Readonly<Record<string, string | undefined>> = {
    response_type: 'code',
    client_id: program.id,
    redirect_uri: redirectUri,
    scope: scopeText(scopes),
    state,
    resource: resourceOf(audience, baseUrl),
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  return html`${Object.entries(values).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">\n`,
  )}`
}

function choices({ scopes }: SignInRequest, sent: FormValues | undefined): Html {
  const { services, capabilities, actions } = scopes
  const names = [...services, ...capabilities]
  const isTicked = (name: string) => (sent ? sent.all('service').includes(name) : true)
  return html`<fieldset>
<legend>What it may use</legend>
<div class="boxes">
${names.map((value) => choice('checkbox', { name: 'service', value, label: value, checked: isTicked(value) }))}</div>
</fieldset>
${
  actions
    ? choice('checkbox', {
        name: 'actions',
        value: 'yes',
        label: html`<b>Allow actions</b>: it may also add, change, delete and send. Otherwise it is read-only.`,
        checked: sent ? sent.has('actions') : true,
      })
    : html`<p>It is read-only: it cannot add, change, delete or send anything.</p>\n`
}`
}
