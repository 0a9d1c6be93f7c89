import { type Html, html } from '#runtime/base/html.ts'
import { commandLine, version } from '#runtime/base/version.ts'
import type { PublicPages } from '#runtime/kit/site.ts'
import { codeBlock, page } from './kit/layout.ts'
import { familyTable } from './reference/index-page.ts'
import type { Family } from './reference/model.ts'

const newAccount = `${commandLine} account create NAME
${commandLine} token create NAME --services all --actions`

const noAccountYet = html`<p><b>No account exists yet.</b> The operator creates the first one, the administrator's, with the set-up link
that the server printed when it started, or with the first command below.</p>
`

interface HomePage {
  readonly baseUrl: string
  readonly isEmpty: boolean
  readonly publicPages: readonly Pick<PublicPages, 'path' | 'title' | 'description'>[]
}

function publicPagesMarkup(pages: HomePage['publicPages']): Html {
  return html`<h2>Public pages</h2>
<ul>
${pages.map(
  ({ path, title, description }) => html`<li><a href="${path}">${title}</a>: ${description}</li>
`,
)}</ul>
`
}

/**
 * `/`: what this server is, and the first steps.
 *
 * @param isEmpty whether no account exists yet
 * @param publicPages pages that need no account
 */
export function homePage(families: readonly Family[], { baseUrl, isEmpty, publicPages }: HomePage): string {
  const methods = families.flatMap((family) => family.methods).filter(({ isDoor }) => !isDoor)
  const served = methods.filter(({ isServed }) => isServed).length
  return page({
    title: 'Onedoor',
    description: 'One account and one API for many small services.',
    main: html`<h1>Onedoor</h1>
<p>Onedoor gives you one account and one API for many small services. Each method is a plain HTTP call at its own address that accepts and returns JSON. This server responds at <code>${baseUrl}</code> and serves ${served} of the ${methods.length} methods that its API describes. Its version is ${version}.</p>
${isEmpty && noAccountYet}<h2>First steps</h2>
<p>With an account, <a href="/signin">sign in</a> and create a token at <a href="/settings/tokens">Tokens</a>.</p>
<p>The operator of this server creates accounts and tokens in the folder of the server:</p>
${codeBlock(newAccount, 'Commands that create an account and a token')}
<p>The second command prints the token only once. If <code>ONEDOOR_TOKEN</code> contains the token, these commands write a note and read it back:</p>
${codeBlock(
  `curl ${baseUrl}/api/v1/notes/add \\
  -H "Authorization: Bearer $ONEDOOR_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"title":"Groceries","text":"Oats, lemons, coffee"}'
curl --get ${baseUrl}/api/v1/notes/get \\
  -H "Authorization: Bearer $ONEDOOR_TOKEN" \\
  --data-urlencode title=Groceries`,
  'A first call',
)}
<p>The <a href="/docs">API reference</a> has every method with its arguments, results and an example.</p>
${publicPages.length > 0 && publicPagesMarkup(publicPages)}<h2>Services</h2>
${familyTable(families)}
<h2>For programs</h2>
<ul>
<li><a href="/api/v1">Catalogue of all methods</a>, as JSON, which this address also returns with <code>Accept: application/json</code></li>
<li><a href="/openapi.json">OpenAPI 3.0 as JSON</a>, <a href="/openapi.yaml">as YAML</a>, <a href="/openapi.3.1.yaml">OpenAPI 3.1</a>, <a href="/openapi.3.2.yaml">3.2</a></li>
<li><a href="/llms.txt">llms.txt</a>, an overview for models</li>
<li><a href="/health/ready">Whether the server is ready</a>, <a href="/metrics">metrics</a></li>
</ul>
`,
  })
}
