import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '#generated/server/operations.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { once } from '#runtime/base/once.ts'
import type { PublicSite } from '#runtime/kit/site.ts'
import { creditsText } from '#runtime/money/amounts.ts'
import { isForEverybody, refusalOf } from '../check/callable.ts'

/** Where the documentation for authors of apps is. */
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
    does: 'lengths, and currencies by a method that everybody may call',
  },
  { name: 'notes-board', title: 'Notes board', does: 'the notes of the viewer, who has to allow that' },
  { name: 'hazards-map', title: 'Hazards map', does: 'earthquakes on a map, by fetch' },
]

const sources = new Map(
  examples.map(({ name }) => [name, once(() => readFile(join(examplesFolder, `${name}.html`), 'utf8'))]),
)

/** The source of an example; undefined if there is none of that name. */
export async function exampleSource(name: string): Promise<string | undefined> {
  return sources.get(name)?.()
}

/** The types of the SDK for editors. */
export const sdkTypes = once(() => readFile(join(import.meta.dirname, '../../../../generated/apps/sdk.d.ts'), 'utf8'))

/** The methods that apps may call, as the server decides it. */
export const callable = operations.filter((each) => each.formOf === undefined && refusalOf(each) === undefined)

const service = `const { text } = await mu.service('markets', 'convert', { amount: 100, from: 'GBP', to: 'EUR' })`
const byFetch = `const response = await fetch('/api/v1/hazards/quakes?min=5')
const { result } = await response.json()`
const failing = `try {
  await mu.service('notes', 'add', { title: 'Heron', text: 'At the weir' })
} catch ({ status, code, message, details }) {
  show(message)
}`

/** How apps are written: what they are given, what they may call, and examples. */
export function sdkMarkup(site: Pick<PublicSite, 'table'>): Html {
  return html`<p><a href="/docs/apps">The methods of apps</a></p>
<h1>Writing apps</h1>
<p>An app is one HTML document with inline styles and scripts, of at most 256 KB. Save one at <a href="/settings/apps">your apps</a>, or with <code>apps.create</code>. It runs in a frame from which it reaches nothing but the services of this server.</p>
<h2>Calling services</h2>
<p><code>mu.service(name, method, args)</code> and <code>onedoor.service(name, method, args)</code> are the same. They resolve with the result.</p>
${code(service, 'A call')}<p><code>fetch</code> takes addresses of the form <code>/api/v1/&lt;service&gt;/&lt;method&gt;</code>, and no others.</p>
${code(byFetch, 'A call by fetch')}<p>A call that fails rejects with an error that has <code>status</code>, <code>code</code>, a <code>message</code> for people and, for wrong arguments, <code>details</code>. With <code>fetch</code> they are in the response. All codes are at <a href="/docs/errors">errors</a>.</p>
${code(failing, 'A call that may fail')}<p>A call of a method that does not exist or that no app may call, or without an argument that it requires, is refused at once. For editors that know TypeScript, <a href="${sdkPath}/onedoor.d.ts">the types of every method</a> are one file beside the source.</p>
<h2>Examples</h2>
<p>Three apps that work as they are:</p>
<ul>
${examples.map(({ name, title, does }) => html`<li><a href="${sdkPath}/${name}.html">${title}</a>: ${does}</li>\n`)}</ul>
<h2>What apps may call</h2>
<p>Where a viewer has to allow a method, the page around the app asks for it at the first call, and the call fails with <code>permission_denied</code> until then. Six calls run at a time; others wait.</p>
${site.table(
  'Methods that apps may call',
  ['Method', 'What it does', 'Permission', 'Price'],
  callable.map((each) => [
    html`<a href="/docs/${each.family}#${each.method}"><code>${each.id}</code></a>`,
    html`${each.summary}`,
    html`${isForEverybody(each) ? 'not needed' : 'asked for'}`,
    html`${each.microCredits > 0 ? creditsText(each.microCredits) : each.priceUnit ? `credits ${each.priceUnit}` : 'free'}`,
  ]),
)}<h2>What is taken away</h2>
<p>No storage, cookies, workers, WebRTC, popups, frames, <code>eval</code> or <code>document.write</code>; nothing is loaded from elsewhere, and the app leads nowhere else. To keep something, call a service such as <code>notes</code>. <code>apps.test</code> says what in a source is blocked, and which calls are wrong, with the line.</p>
`
}

function code(text: string, label: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
`
}
