import { attributes, type Html, html } from '#runtime/base/html.ts'
import { sampleUrl } from '#runtime/base/openapi.ts'
import { readerNow } from '../kit/reader.ts'
import { sandboxChoice, type TrialSandbox, tokenOf } from '../kit/trial-sandbox.ts'
import { priceFact } from './facts.ts'
import { type Form, type FormField, formOf } from './form-table.ts'
import type { Method } from './model.ts'
import { boundsText } from './schema-fields.ts'
import type { Shell } from './shell.ts'

/** The lines in which texts and lists are entered, and JSON. */
const lines = { text: 4, json: 8 }

/**
 * The form that calls a method of this server; undefined for a method that it does not serve at its own address.
 *
 * @param server its public address, which the samples of the call name, and its sandbox
 */
export async function trialPart(
  method: Method,
  { baseUrl, sandbox }: Pick<Shell, 'baseUrl' | 'sandbox'>,
): Promise<Html | undefined> {
  if (!method.isServed || method.isDoor || method.gatewayPath !== undefined) return undefined
  const form = await formOf(method.id)
  if (!form) return undefined
  return html`<details class="trial" id="try">
<summary>Try it</summary>
<noscript><p>Trying a method requires JavaScript. The samples on this page show how to call it from a terminal.</p></noscript>
<form id="trial" novalidate autocomplete="off" hidden${attributes({ 'data-form': JSON.stringify(withoutTexts(form)), 'data-server': baseUrl, 'data-sample-server': sampleUrl })}>
<p class="note">${effectOf(method)} Empty fields are not sent.</p>
${form.fields.map((field) => fieldPart(field, method))}${credentials(sandbox)}${exampleChoice(method, sandbox)}<p><button>Send</button> <button type="button" id="trial-cancel" hidden>Cancel</button></p>
</form>
<p class="fault" id="trial-fault" role="alert"></p>
<div id="trial-outcome"></div>
</details>
`
}

/** The page has the descriptions and examples already. */
function withoutTexts({ fields, ...form }: Form): object {
  return { ...form, fields: fields.map(({ description: _, example: __, ...field }) => field) }
}

function effectOf(method: Method): string {
  const effect = method.isRead ? 'The call goes to this server.' : 'The call goes to this server and takes effect.'
  if (method.price === 'free') return effect
  return method.price === 'varies'
    ? `${effect} The price varies: it is charged ${method.priceUnit}.`
    : `${effect} It costs ${priceFact(method)}.`
}

function fieldPart(field: FormField, method: Method): Html {
  const { name, isRequired } = field
  const id = `try-${name}`
  const hint = hintOf(field, method)
  const about = {
    id,
    name,
    spellcheck: 'false',
    'aria-required': isRequired && 'true',
    'aria-describedby': `${hint === '' ? '' : `${id}-hint `}${id}-fault`,
  }
  return html`<div class="field">
<label for="${id}"><code>${name}</code>${isRequired && html` <b class="required">required</b>`}</label>
${control(field, about)}${field.kind === 'bytes' && fileControl(id)}${emptyControl(field, id)}
${hint !== '' && html`<p class="note" id="${id}-hint">${hint}</p>\n`}<p class="fault" id="${id}-fault"></p>
</div>
`
}

type About = Parameters<typeof attributes>[0]

function control(field: FormField, about: About): Html {
  const { kind, example } = field
  switch (kind) {
    case 'choice':
      return select(field, about, [...(field.choices ?? [])])
    case 'yes or no':
      return select(field, about, ['true', 'false'])
    case 'number':
    case 'whole number':
      return html`<input${attributes({ ...about, type: 'number', step: kind === 'number' ? 'any' : '1', value: textOf(example) })}>`
    case 'date':
      return html`<input${attributes({ ...about, type: 'date', value: textOf(example) })}>`
    case 'text':
    case 'date-time':
      return html`<input${attributes({ ...about, type: 'text', value: textOf(example) })}>`
    case 'list of text':
      return area(about, lines.text, (Array.isArray(example) ? example : []).join('\n'))
    case 'object':
    case 'list of objects':
      return area(about, lines.json, example === undefined ? '' : JSON.stringify(example, null, 2))
    case 'long text':
    case 'bytes':
      return area(about, lines.text, textOf(example))
  }
}

/** Browsers drop a line break at the beginning. */
function area(about: About, rows: number, text: string): Html {
  return html`<textarea${attributes({ ...about, rows })}>\n${text}</textarea>`
}

/** An empty text as a choice is written as its JSON: an empty value means that the argument is not sent. */
function select({ isRequired, example, default: fallback }: FormField, about: About, values: string[]): Html {
  const unsent = fallback === undefined ? 'not sent' : `not sent: ${String(fallback)}`
  const shown = (value: string) => (value === '' ? '""' : value)
  return html`<select${attributes(about)}>
${!isRequired && html`<option value="">${unsent}</option>\n`}${values.map(
  (value) =>
    html`<option${attributes({ value: shown(value), selected: String(example) === value })}>${shown(value)}</option>\n`,
)}</select>`
}

function emptyControl({ mayBeEmpty, isRequired, example }: FormField, id: string): Html | undefined {
  if (!mayBeEmpty || isRequired) return undefined
  return html`
<label class="note" for="${id}-empty"><input${attributes({ type: 'checkbox', id: `${id}-empty`, checked: example === '' })}> Send it even if it is empty</label>`
}

function fileControl(id: string): Html {
  return html`
<label for="${id}-file">or the content of a file</label>
<input type="file" id="${id}-file">`
}

function textOf(example: unknown): string {
  return example === undefined ? '' : String(example)
}

const formats: Readonly<Partial<Record<FormField['kind'], string>>> = {
  'list of text': 'one entry per line',
  object: 'a JSON object',
  'list of objects': 'a list of objects as JSON',
  'date-time': 'such as 2026-11-21T09:30:00Z',
}

function hintOf(field: FormField, { args }: Method): string {
  const { name, kind, choices, alongside = {}, default: fallback } = field
  const { schema = {}, itemSchema } = args.find((argument) => argument.name === name) ?? {}
  // Bytes with another argument for their encoding can be text too.
  const format = kind === 'bytes' && Object.keys(alongside).length === 0 ? 'as base64' : formats[kind]
  return [
    ...(format ? [format] : []),
    ...(choices && kind !== 'choice' ? [`each must be one of ${choices.join(', ')}`] : []),
    ...boundsText(schema),
    ...boundsText(itemSchema ?? {}).map((text) => `each ${text}`),
    ...(fallback === undefined || kind === 'choice' || kind === 'yes or no' ? [] : [`default ${String(fallback)}`]),
  ].join('; ')
}

function credentials(sandbox: TrialSandbox | undefined): Html {
  const value = tokenOf(sandbox)
  return html`<div class="field">
<label for="try-token">Token</label>
<input type="password" id="try-token" autocomplete="off" spellcheck="false" placeholder="od_…" aria-describedby="try-token-hint"${attributes({ value })}>
<p class="note" id="try-token-hint">${
    value === undefined
      ? html`Only this tab stores it. You can create one in <a href="/settings/tokens">the settings</a>.`
      : 'It belongs to an account of this world.'
  }</p>
</div>
${sandboxChoice(sandbox, 'try-sandbox')}${
  readerNow() !== 'nobody' &&
  html`<p><label for="try-session"><input type="checkbox" id="try-session" checked> Without a token, use the account that is signed in here</label></p>\n`
}`
}

/** In a sandbox: whether it makes the call, or returns a documented example, as a mock server does. */
function exampleChoice({ errors }: Method, sandbox: TrialSandbox | undefined): Html | undefined {
  if (sandbox === undefined || (sandbox === 'offered' && readerNow() !== 'nobody')) return undefined
  const statuses = errors.filter(({ samples }) => samples.length > 0).map(({ status }) => status)
  return html`<div class="field">
<label for="try-example">Response of the sandbox</label>
<select id="try-example" autocomplete="off"><option value="">made by the call</option>
<option value="code=200">the documented example</option>
${statuses.map((status) => html`<option value="code=${status}">the documented error ${status}</option>\n`)}</select>
<p class="note">A documented example is sent as by a mock server: the call is not made.</p>
</div>
`
}

/**
 * Below the samples: for a signed-in person a button that creates a token and writes it into them, for others a link to
 * where tokens are created. Nothing if no sample needs a token.
 */
export function ownTokenPart(method: Method, samples: Readonly<Record<string, string>>): Html | undefined {
  if (!Object.values(samples).some((text) => text.includes('ONEDOOR_TOKEN'))) return undefined
  if (readerNow() === 'nobody' || method.isDoor || method.gatewayPath !== undefined)
    return html`<p class="note"><a href="/settings/tokens">Create a token</a></p>\n`
  const [family] = method.id.split('.')
  const rights = { id: method.id, family, capability: method.capability, changes: !method.isRead }
  return html`<p class="note"><button type="button" id="own-token" hidden${attributes({ 'data-rights': JSON.stringify(rights) })}>Create a token for these samples</button>
<span id="own-token-state" role="status"></span></p>
`
}
