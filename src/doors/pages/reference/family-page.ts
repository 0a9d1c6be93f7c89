import { type Html, html } from '#runtime/base/html.ts'
import { codeBlock } from '../kit/layout.ts'
import { phrase } from '../kit/prose.ts'
import { needsFact, priceFact, servedFact } from './facts.ts'
import { servedText } from './index-page.ts'
import type { Family } from './model.ts'
import { referencePage, type Shell, type Topics } from './shell.ts'

/** `/docs/<family>`: the methods of one family. */
export function familyPage(family: Family, shell: Shell): string {
  const { link } = shell.about
  const served = servedText(family)
  return referencePage(shell, {
    at: `/docs/${family.name}`,
    title: `${family.name} - Onedoor API reference`,
    description: family.description,
    head: html`<link rel="alternate" type="text/markdown" href="/docs/${family.name}.md">
`,
    main: html`<p class="trail"><a href="/docs">API reference</a></p>
<h1>${family.name}</h1>
<p class="lead">${phrase(family.description, link)}</p>
<p class="note">Served by this server: ${served === 'served' ? 'yes' : served}. <a href="/docs/${family.name}.md">For models</a>.</p>
<ul class="methods">
${family.methods.map(
  (method) => html`<li id="${method.name}">
<p><a href="${method.docs}"><code>${method.id}</code></a> ${phrase(method.summary, link)}</p>
<p class="note"><code>${method.verb} ${method.path}</code></p>
<ul class="facts"><li>${needsFact(method)}</li><li>${priceFact(method)}</li>${
    method.isServed ? undefined : html`<li>${servedFact(method)}</li>`
  }</ul>
</li>
`,
)}</ul>
${eventsPart(shell.topics.get(family.name) ?? [])}`,
  })
}

/** What is published to the other services of this server when records of the family change. */
function eventsPart(topics: NonNullable<ReturnType<Topics['get']>>): Html | undefined {
  if (topics.length === 0) return undefined
  return html`<h2 id="events">Events</h2>
<p>When its records change, the service publishes these events to the other services of this server, which update the
search, the inbox, the stream and notifications. Each is delivered at least once.</p>
${topics.map(
  ({ name, meaning, example }) => html`<h3><code>${name}</code></h3>
<p>${phrase(meaning)}</p>
<details><summary>Example</summary>
${codeBlock(JSON.stringify(example, null, 2), `Example of the event ${name}`)}</details>
`,
)}`
}
