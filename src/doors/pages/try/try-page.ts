import { attributes, html } from '#runtime/base/html.ts'
import { page } from '../kit/layout.ts'
import { readerNow } from '../kit/reader.ts'
import { sandboxChoice, type TrialSandbox, tokenOf } from '../kit/trial-sandbox.ts'
import { facts, needsFact, priceFact, servedFact } from '../reference/facts.ts'
import type { Family, Method } from '../reference/model.ts'

/** What the script shows of a method in addition to the API document. */
interface Shown {
  /** In the list of methods. */
  readonly row: readonly string[]
  /** When the method is opened. */
  readonly all: readonly string[]
  readonly docs: string
}

interface TryPageParts {
  /** The address of its files. */
  readonly assets: string
  readonly sandbox: TrialSandbox | undefined
}

/**
 * `/docs/try`: the methods with forms that call this server. Swagger UI renders them; searching, the token and the
 * families are this server's markup, in the style of the other pages.
 */
export function tryPage(families: readonly Family[], { assets, sandbox }: TryPageParts): string {
  const shown = Object.fromEntries(
    families.flatMap(({ methods }) => methods.map((it) => [it.id, shownOf(it)] as const)),
  )
  return page({
    title: 'Try it - Onedoor API reference',
    description: 'Every method of this Onedoor server, with a form that calls it.',
    head: html`<link rel="preload" href="/openapi.json" as="fetch" crossorigin="anonymous">
<link rel="stylesheet" href="${assets}/swagger-ui.css">
<link rel="stylesheet" href="${assets}/try.css">
<script defer src="${assets}/swagger-ui-bundle.js"></script>
<script type="module" src="${assets}/try.js"></script>
`,
    main: html`<p><a href="/docs">API reference</a></p>
<h1>Try it</h1>
<noscript><p>This page requires JavaScript. <a href="/docs">The reference</a> does not.</p></noscript>
<div class="controls">
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="notes.add, translate…">
<label for="token">Token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="od_…" aria-describedby="token-hint"${attributes({ value: tokenOf(sandbox) })}>
<p class="note" id="token-hint">Calls go to this server and take effect. Create a token in
<a href="/settings/tokens">the settings</a>. It is not stored after you leave the page.</p>
${readerNow() !== 'nobody' && ownSession}${sandboxChoice(sandbox, 'sandbox')}</div>
<h2>Methods</h2>
<p class="note" id="found" role="status"></p>
<div class="columns">
<nav class="families" aria-label="Services">
<ul>
${families.map(({ name }) => html`<li><a href="/docs/${name}" data-family="${name}">${name}</a></li>\n`)}</ul>
</nav>
<div id="try" data-shown="${JSON.stringify(shown)}"></div>
</div>
`,
  })
}

const ownSession = html`<label class="choice" for="session"><input id="session" type="checkbox" checked> Without a token, use the account that is signed in here</label>
<p class="note" id="session-fault" role="status"></p>
`

function shownOf(method: Method): Shown {
  const row = [needsFact(method), priceFact(method), ...(method.isServed ? [] : [servedFact(method)])]
  return { row, all: facts(method), docs: method.docs }
}
