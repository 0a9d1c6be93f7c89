import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '#generated/server/operations.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { once } from '#runtime/base/once.ts'
import type { PublicSite } from '#runtime/kit/site.ts'
import { creditsText } from '#runtime/money/amounts.ts'
import { isForEverybody, refusalOf } from '../check/callable.ts'

/** Path of the guide for authors of apps. */
export const sdkPath = '/docs/apps/sdk'
const examplesFolder = join(import.meta.dirname, '../../../../examples/apps')

interface Example {
  readonly name: string
  readonly title: string
  readonly does: string
}

const examples: readonly Example[] = [
  {
    name: 'unit-converter',
    title: 'Unit converter',
    does: 'converts lengths, and currencies with a method that anyone may call',
  },
  { name: 'notes-board', title: 'Notes board', does: "shows the viewer's notes, if the viewer has allowed this" },
  { name: 'hazards-map', title: 'Hazards map', does: 'shows earthquakes on a map, using fetch' },
]

const sources = new Map(
  examples.map(({ name }) => [name, once(() => readFile(join(examplesFolder, `${name}.html`), 'utf8'))]),
)

/** The source of an example; undefined for an unknown name. */
export async function exampleSource(name: string): Promise<string | undefined> {
  return sources.get(name)?.()
}

/** The types of the SDK for editors. */
export const sdkTypes = once(() => readFile(join(import.meta.dirname, '../../../../generated/apps/sdk.d.ts'), 'utf8'))

export const callable = operations.filter((each) => each.formOf === undefined && refusalOf(each) === undefined)

const service = `const { text } = await mu.service('markets', 'convert', { amount: 100, from: 'GBP', to: 'EUR' })`
const byFetch = `const response = await fetch('/api/v1/hazards/quakes?min=5')
const { result } = await response.json()`
const failing = `try {
  await mu.service('notes', 'add', { title: 'Heron', text: 'At the weir' })
} catch ({ status, code, message, details }) {
  show(message)
}`

/** The guide for authors: how to call services, examples, and the methods that apps may call. */
export function sdkMarkup(site: Pick<PublicSite, 'table'>, usesCredits: boolean): Html {
  return html`<p><a href="/docs/apps">Methods of the apps service</a></p>
<h1>Writing apps</h1>
<p>An app is one HTML document with inline styles and scripts, of at most 256 KiB. Save one at <a href="/settings/apps">your apps</a>, or with <code>apps.create</code>. It runs in a frame that can reach only the services of this server.</p>
<h2>Calling services</h2>
<p><code>mu.service(name, method, args)</code> and the equivalent <code>onedoor.service(name, method, args)</code> resolve with the result.</p>
${code(service, 'A call')}<p><code>fetch</code> accepts only addresses of the form <code>/api/v1/&lt;service&gt;/&lt;method&gt;</code>.</p>
${code(byFetch, 'A call with fetch')}<p>A call that fails rejects with an error that has <code>status</code>, <code>code</code>, a <code>message</code> for people and, for invalid arguments, <code>details</code>. With <code>fetch</code>, these fields are in the response. <a href="/docs/errors">Errors</a> lists all codes.</p>
${code(failing, 'A call that may fail')}<p>A call to an unknown or forbidden method, or without a required argument, fails immediately. For editors that support TypeScript, <a href="${sdkPath}/onedoor.d.ts">the types of all methods</a> are available in one file.</p>
<h2>Examples</h2>
<p>Three complete apps:</p>
<ul>
${examples.map(({ name, title, does }) => html`<li><a href="${sdkPath}/${name}.html">${title}</a>: ${does}</li>\n`)}</ul>
<h2>What apps may call</h2>
<p>If a method needs the viewer's permission, the page around the app asks for permission at the first call. Until the viewer allows the method, calls fail with <code>permission_denied</code>. Six calls run concurrently, and further calls wait.</p>
${site.table(
  'Methods that apps may call',
  ['Method', 'What it does', 'Permission', ...(usesCredits ? ['Price'] : [])],
  callable.map((each) => [
    html`<a href="/docs/${each.family}/${each.method}"><code>${each.id}</code></a>`,
    html`${each.summary}`,
    html`${isForEverybody(each) ? 'not needed' : 'needed'}`,
    ...(usesCredits ? [html`${priceText(each)}`] : []),
  ]),
)}<h2>What is blocked</h2>
<p>Storage, cookies, workers, WebRTC, popups, frames, <code>eval</code>, <code>document.write</code>, resources from other addresses and navigation to other pages are blocked. To store data, call a service such as <code>notes</code>. <code>apps.test</code> reports syntax errors and calls to methods that apps may not call, with their line numbers.</p>
`
}

function priceText({ microCredits, priceUnit }: (typeof callable)[number]): string {
  if (microCredits > 0) return creditsText(microCredits)
  return priceUnit ? `credits ${priceUnit}` : 'free'
}

function code(text: string, label: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
`
}
