import { errorCodes } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { codeBlock, page, table } from '../kit/layout.ts'
import { type LinkOf, phrase, prose } from '../kit/prose.ts'
import { curlOf } from './example.ts'
import { examplePicture } from './example-picture.ts'
import { facts } from './facts.ts'
import { servedText } from './index-page.ts'
import type { Family, Method } from './model.ts'
import { boundsText, type Field, typeText } from './schema-fields.ts'

export interface FamilyPageOptions {
  readonly families: readonly Family[]
  readonly baseUrl: string
  /** Where a name such as `notes.add` is described. */
  readonly link: LinkOf
}

/** `/docs/<family>`: every method of one family. */
export async function familyPage(family: Family, { families, baseUrl, link }: FamilyPageOptions): Promise<string> {
  const sections = await Promise.all(family.methods.map((method) => methodSection(method, baseUrl, link)))
  return page({
    title: `${family.name} - Onedoor API reference`,
    description: family.description,
    head: html`<link rel="alternate" type="text/markdown" href="/docs/${family.name}.md">
`,
    main: html`<p><a href="/docs">API reference</a></p>
<h1>${family.name}</h1>
<p>${phrase(family.description, link)}</p>
<p class="note">Served by this server: ${servedText(family) === 'served' ? 'yes' : servedText(family)}. <a href="/docs/${family.name}.md">For models</a>.</p>
<nav aria-label="Methods of ${family.name}">
<ul>
${family.methods.map(
  ({ name, id, summary }) => html`<li><a href="#${name}"><code>${id}</code></a> ${phrase(summary)}</li>\n`,
)}</ul>
</nav>
<details>
<summary>All services</summary>
<ul>${families.map(({ name }) => html`<li><a href="/docs/${name}">${name}</a></li>`)}</ul>
</details>
${sections}`,
  })
}

async function methodSection(method: Method, baseUrl: string, link: LinkOf): Promise<Html> {
  return html`<section class="method" id="${method.name}" aria-labelledby="${method.name}-title">
<h2 id="${method.name}-title"><a href="#${method.name}">${method.id}</a>: ${phrase(method.summary)}</h2>
<p class="address"><code>${method.verb} ${method.path}</code> <a href="${method.form}">Try it</a></p>
<ul class="facts">${facts(method).map((fact) => html`<li>${fact}</li>`)}</ul>
${prose(method.description, link)}
<h3>Arguments</h3>
${method.args.length === 0 ? html`<p>None.</p>\n` : argumentTable(method, link)}
<h3>Example</h3>
${codeBlock(curlOf(method, baseUrl), `Example call of ${method.id}`)}${
  method.exampleNote && html`<p class="note">${phrase(method.exampleNote, link)}</p>\n`
}${exampleResponse(method)}${await examplePicture(method)}
${resultPart(method, link)}${errorPart(method, link)}</section>
`
}

function argumentTable(method: Method, link: LinkOf): Html {
  const inPath = method.args.some(({ place }) => place === 'path')
  return table(
    `Arguments of ${method.id}`,
    ['Name', 'Type', 'Meaning'],
    method.args.flatMap((argument) =>
      [argument, ...argument.parts].map((field) => [
        html`<code>${field.name}</code>`,
        html`${typeText(field.schema, field.itemSchema)}, ${field.isRequired ? html`<b>required</b>` : 'optional'}${
          inPath && argument.place === 'path' ? ', in the path' : undefined
        }`,
        html`${prose(field.description, link)}${limits(field)}`,
      ]),
    ),
  )
}

/** Bounds, accepted values and default, each in a few words. */
function limits({ schema, itemSchema }: Field): Html | undefined {
  const values = schema.enum ?? itemSchema?.enum
  const parts = [
    ...(values ? [html`one of ${listed(values)}`] : []),
    ...boundsText(schema).map((text) => html`${text}`),
    ...(itemSchema ? boundsText(itemSchema).map((text) => html`each ${text}`) : []),
    ...(schema.default === undefined ? [] : [html`default <code>${String(schema.default)}</code>`]),
  ]
  if (parts.length === 0) return undefined
  return html`<p class="note">${parts.map((part, index) => (index === 0 ? part : html`; ${part}`))}</p>`
}

function valuesOf({ schema, itemSchema }: Field): Html | undefined {
  const values = schema.enum ?? itemSchema?.enum
  return values && html`<p class="note">one of ${listed(values)}</p>`
}

function listed(values: readonly unknown[]): Html[] {
  return values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${String(value)}</code>`)
}

function exampleResponse({ response, id }: Method): Html | undefined {
  if (response.example === undefined) return undefined
  const text = typeof response.example === 'string' ? response.example : JSON.stringify(response.example, null, 2)
  return codeBlock(text, `Example response of ${id}`)
}

function resultPart({ response, id }: Method, link: LinkOf): Html {
  if (response.mediaType === undefined) return html`<p>Returns ${response.status} without a body.</p>\n`
  if (response.fields.length === 0) return html`<p>Returns ${response.mediaType}.</p>\n`
  const rows = response.fields.map((field) => [
    html`<code>${field.name}</code>`,
    html`${typeText(field.schema, field.itemSchema)}${field.isRequired ? '' : ', may be absent'}`,
    html`${prose(field.description, link)}${valuesOf(field)}`,
  ])
  return html`<details>
<summary>Fields of ${response.hasEnvelope ? html`<code>result</code>` : 'the response'}</summary>
${table(`Fields of the response of ${id}`, ['Name', 'Type', 'Meaning'], rows)}</details>
`
}

const listedStatuses = new Set(Object.values(errorCodes).map(({ status }) => String(status)))

/** The status with a link to its errors. Doors also return statuses that no method has. */
function statusLink(status: string): Html {
  return listedStatuses.has(status) ? html`<a href="/docs/errors#status-${status}">${status}</a>` : html`${status}`
}

function errorPart({ errors, hasOlderErrors }: Method, link: LinkOf): Html | undefined {
  if (errors.length === 0) return undefined
  return html`<details>
<summary>Errors</summary>
<ul>${errors.map(({ status, description }) => html`<li>${statusLink(status)} ${phrase(description, link)}</li>\n`)}</ul>
<p>The method can also return the errors that every method can return: <a href="/docs/errors">all errors</a>.${
    hasOlderErrors ? html` Here they have <a href="/docs/errors#older-form">the older form</a>.` : undefined
  }</p>
</details>
`
}
