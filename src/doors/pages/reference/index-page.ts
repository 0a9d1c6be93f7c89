import { type Html, html } from '#runtime/base/html.ts'
import { codeBlock, table } from '../kit/layout.ts'
import { phrase } from '../kit/prose.ts'
import { badgeMeanings } from './facts.ts'
import type { Family } from './model.ts'
import { referencePage, type Shell } from './shell.ts'

/** How much of a family this server serves, in words. */
export function servedText({ methods }: Family): string {
  if (methods.every(({ gatewayPath }) => gatewayPath !== undefined)) return 'by the gateway'
  const served = methods.filter(({ isServed }) => isServed).length
  if (served === 0) return 'not yet'
  return served === methods.length ? 'served' : `${served} of ${methods.length} served`
}

/** A table of the families with links to their pages. */
export function familyTable(families: readonly Family[], label = 'Services'): Html {
  return table(
    label,
    ['Service', 'Purpose', 'Methods', 'Here'],
    families.map((family) => [
      html`<a href="/docs/${family.name}">${family.name}</a>`,
      phrase(family.description),
      html`${family.methods.length}`,
      family.methods.some(({ isServed }) => isServed)
        ? html`<span class="served">${servedText(family)}</span>`
        : html`${servedText(family)}`,
    ]),
  )
}

/** `/docs`: how calls work, and the families with links to their pages. */
export function indexPage(shell: Shell): string {
  const { about, baseUrl, guides } = shell
  return referencePage(shell, {
    at: '/docs',
    title: 'Onedoor API reference',
    description: 'Every service and method of this Onedoor server, with arguments, results and examples.',
    main: html`<h1>API reference</h1>
<p>Every method has its own address: <code>notes.add</code> is <code>POST ${baseUrl}/api/v1/notes/add</code>.
Methods that only read are called with GET and have their arguments in the query string. Methods that change something,
and searches with private terms, are called with POST and a JSON body.</p>
<h2>Who is calling</h2>
<p>A program sends a token. Each method lists what it needs: <b>open</b> is for anyone, <b>caller</b> and <b>account</b> need a
token, and a token must cover the service. A token without <i>Allow actions</i> is read-only.</p>
${codeBlock(`curl ${baseUrl}/api/v1/notes/list \\\n  -H "Authorization: Bearer $ONEDOOR_TOKEN"`, 'Example of a call')}
<h2>Responses</h2>
<p>A successful call returns status 200 with the value in <code>result</code>. Any other response has a sentence for people in <code>error</code> and
a stable <code>code</code> for programs; <a href="/docs/errors">the errors</a> are listed by code. Every response has an
<code>X-Request-Id</code>, which identifies the call in the server's log.</p>
${codeBlock('{"result": {"items": []}}', 'Success')}${codeBlock('{"error": "limit must be at most 100.", "code": "invalid_argument", "details": [{"path": "limit", "message": "must be at most 100"}]}', 'Failure')}
<p>Times are RFC 3339 in UTC, such as <code>2026-11-21T09:30:00.000Z</code>. Fields without a value are absent. Lengths are
counted in Unicode characters, sizes in bytes.</p>
<h2 id="badges">Badges</h2>
<dl class="badges">${badgeMeanings(about.usesCredits).map(([badge, meaning]) => html`<dt>${badge}</dt><dd>${phrase(meaning)}</dd>\n`)}</dl>
${about.groups.map(
  ({ name, families }) => html`<h2>${name}</h2>
${familyTable(families, name)}`,
)}<h2>Guides</h2>
<ul>${guides.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>\n`)}</ul>
<p class="note">For programs: <a href="/openapi.json">OpenAPI 3.0 as JSON</a>, <a href="/openapi.yaml">as YAML</a>,
<a href="/openapi.3.1.yaml">OpenAPI 3.1</a>, <a href="/openapi.3.2.yaml">3.2 with the events of streams</a>, and <a href="/api/v1">the catalogue</a>. <a href="/docs/changes">Changes</a> of each release. For models: <a href="/llms.txt">llms.txt</a>.</p>
`,
  })
}
