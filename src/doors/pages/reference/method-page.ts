import { errorHelp } from '#runtime/base/error-help.ts'
import { type ErrorCode, errorCodes } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { codeBlock } from '../kit/layout.ts'
import { phrase, prose } from '../kit/prose.ts'
import { tokenOf } from '../kit/trial-sandbox.ts'
import { examplePicture } from './example-picture.ts'
import { badges } from './facts.ts'
import { type FieldTree, fieldTree } from './field-tree.ts'
import type { Family, Method } from './model.ts'
import { samplesOf, sampleTabs } from './samples.ts'
import { referencePage, type Shell } from './shell.ts'
import { streamPart } from './stream-events.ts'
import { ownTokenPart, trialPart } from './trial.ts'

const maxRelated = 8

/** `/docs/<family>/<method>`: everything about one method, with its samples beside the text. */
export async function methodPage(family: Family, method: Method, shell: Shell): Promise<string> {
  const { link, types } = shell.about
  const tree = { link, typeLink: (name: string) => (types.has(name) ? `/docs/types/${name}` : undefined) }
  return referencePage(shell, {
    at: method.docs,
    title: `${method.id} - Onedoor API reference`,
    description: method.summary,
    head: html`<link rel="alternate" type="text/markdown" href="${method.docs}.md">
`,
    main: html`<div class="columns">
<div class="intro">
<p class="trail"><a href="/docs">API reference</a> / <a href="/docs/${family.name}">${family.name}</a></p>
<h1><code>${method.id}</code></h1>
<p class="lead">${phrase(method.summary, link)}</p>
<p class="address"><code data-copy>${method.verb} ${method.path}</code></p>
${badges(method)}
${prose(withoutSummary(method), link)}</div>
<div class="beside" role="region" aria-label="Sample and response" tabindex="0">
${await samplePart(method, shell)}</div>
<div class="text">
${await trialPart(method, shell)}<h2 id="arguments">Arguments</h2>
${method.args.length === 0 ? html`<p>None.</p>\n` : argumentsPart(method, { ...tree, prefix: 'argument' })}
${
  method.headers.length > 0 &&
  html`<h2 id="headers">Headers</h2>
${fieldTree(method.headers, { ...tree, prefix: 'header' })}`
}<h2 id="result">Result</h2>
${resultPart(method, { ...tree, prefix: 'result', isResult: true })}${await streamPart(method, { ...tree, isResult: true })}${errorsPart(method, shell)}${eventsPart(family, method, shell)}${relatedPart(method, shell)}</div>
</div>
`,
  })
}

/** The description begins with the summary as a sentence, which the page shows above. */
function withoutSummary({ summary, description }: Method): string {
  return description.startsWith(`${summary}.`) ? description.slice(summary.length + 1).trim() : description
}

async function samplePart(method: Method, { baseUrl, about, sandbox }: Shell): Promise<Html> {
  const token = tokenOf(sandbox)
  const samples = await samplesOf(method, baseUrl, token)
  return html`<h2 id="sample">Sample</h2>
${sampleTabs(method.id, samples)}${ownTokenPart(method, samples)}${
  method.exampleNote && html`<p class="note">${phrase(method.exampleNote, about.link)}</p>\n`
}${exampleResponse(method)}${await examplePicture(method)}`
}

function exampleResponse({ response, id }: Method): Html | undefined {
  if (response.example === undefined) return undefined
  const text = typeof response.example === 'string' ? response.example : JSON.stringify(response.example, null, 2)
  return html`<h2 id="response">Response</h2>
${codeBlock(text, `Example response of ${id}`)}`
}

function argumentsPart({ args }: Method, tree: FieldTree): Html {
  return fieldTree(
    args.flatMap((argument) => [argument, ...argument.parts]),
    tree,
  )
}

function resultPart({ response }: Method, tree: FieldTree): Html {
  const { status, mediaType, fields, hasEnvelope, typeName } = response
  if (mediaType === undefined) return html`<p>Status ${status} without a body.</p>\n`
  if (fields.length === 0) return html`<p>Status ${status} with <code>${mediaType}</code>.</p>\n`
  const page = typeName && tree.typeLink(typeName)
  return html`<p>Status ${status} with JSON${hasEnvelope ? html`; the value is in <code>result</code>` : undefined}${
    page ? html`, of type <a href="${page}">${typeName}</a>` : undefined
  }.</p>
${fieldTree(fields, tree)}`
}

function errorsPart({ errors, hasOlderErrors }: Method, { about }: Shell): Html | undefined {
  if (errors.length === 0) return undefined
  return html`<h2 id="errors">Errors</h2>
${errors.map(
  ({ status, description, samples }) => html`<details class="error" id="error-${status}">
<summary><b>${status}</b> ${samples.map(({ name }, index) => html`${index === 0 ? '' : ', '}${name !== undefined && html`<code>${name}</code>`}`)}</summary>
${prose(description, about.link)}${samples.map(({ name = status, body }) => errorSample(name, body))}</details>
`,
)}<p>The method can also return the errors that every method can return: <a href="/docs/errors">all errors</a>.${
    hasOlderErrors ? html` Here they have <a href="/docs/errors#older-form">the older form</a>.` : undefined
  }</p>
`
}

function errorSample(name: string, body: unknown): Html {
  const code = Object.keys(errorCodes).find((each) => each === (body as { code?: unknown }).code)
  return html`${codeBlock(JSON.stringify(body, null, 2), `Sample of the error ${name}`)}${
    code &&
    html`<p><a href="/docs/errors#${code}"><code>${code}</code></a>: ${phrase(errorHelp(code as ErrorCode))}</p>\n`
  }`
}

function eventsPart({ name }: Family, { isRead }: Method, { topics }: Shell): Html | undefined {
  const published = topics.get(name) ?? []
  if (isRead || published.length === 0) return undefined
  return html`<h2 id="events">Events</h2>
<p>Changes are published to the other services of this server as <a href="/docs/${name}#events">events of ${name}</a>: ${published.map(
    (topic, index) => html`${index === 0 ? '' : ', '}<code>${topic.name}</code>`,
  )}.</p>
`
}

/** The methods that this one's description names, and those whose descriptions name it. */
function relatedPart(method: Method, { about }: Shell): Html | undefined {
  const methods = about.families.flatMap((family) => family.methods)
  const names = (text: string, id: string) => text.includes(`\`${id}\``)
  const own = `${method.description} ${method.exampleNote ?? ''}`
  const related = methods.filter(
    ({ id, description }) => id !== method.id && (names(own, id) || names(description, method.id)),
  )
  if (related.length === 0) return undefined
  return html`<h2 id="see-also">See also</h2>
<ul>${related.slice(0, maxRelated).map(({ id, docs, summary }) => html`<li><a href="${docs}"><code>${id}</code></a> ${phrase(summary)}</li>\n`)}</ul>
`
}
