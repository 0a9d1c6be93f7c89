import { attributes, type Html, html } from '#runtime/base/html.ts'
import { type LinkOf, prose } from '../kit/prose.ts'
import { boundsText, type Field, typeText } from './schema-fields.ts'

/** Where the page of a named object is; undefined if it has none. */
export type TypeLink = (name: string) => string | undefined

export interface FieldTree {
  /** What the ids of the fields' places begin with, such as `argument`. */
  readonly prefix: string
  readonly link: LinkOf
  readonly typeLink: TypeLink
  /** Whether a field without `required` may be absent, as in a result, or is optional, as in arguments. */
  readonly isResult?: true
}

interface Node {
  readonly field: Field
  readonly inner: Node[]
}

/**
 * Fields as a tree: those inside objects and lists open with their parents.
 *
 * @param fields each after its parent, named by its path, such as `note.title` and `items[].id`
 */
export function fieldTree(fields: readonly Field[], options: FieldTree): Html {
  return branch(treeOf(fields), options)
}

function treeOf(fields: readonly Field[]): Node[] {
  const top: Node[] = []
  const byName = new Map<string, Node>()
  for (const field of fields) {
    const node: Node = { field, inner: [] }
    byName.set(field.name, node)
    const parent = field.name.replace(/(?:\[\])*\.[^.]+$/, '')
    const above = parent === field.name ? undefined : byName.get(parent)
    ;(above?.inner ?? top).push(node)
  }
  return top
}

function branch(nodes: readonly Node[], options: FieldTree): Html {
  return html`<ul class="fields">
${nodes.map((node) => leaf(node, options))}</ul>
`
}

function leaf({ field, inner }: Node, options: FieldTree): Html {
  const { prefix, link, typeLink, isResult } = options
  const { name, schema, itemSchema, typeName, isRequired, description } = field
  const place = `${prefix}-${name.replaceAll('[]', '').replaceAll('.', '-')}`
  const shown = name.slice(name.lastIndexOf('.') + 1)
  const page = typeName && typeLink(typeName)
  const presence = isRequired ? (isResult ? undefined : html` <b class="required">required</b>`) : optional(isResult)
  return html`<li id="${place}">
<p class="field"><a class="place" href="#${place}"><code>${shown}</code></a> <span class="type">${typeText(schema, itemSchema)}${
    page ? html` <a href="${page}">${typeName}</a>` : undefined
  }</span>${presence}</p>
${prose(description, link)}${limitsOf(field)}${
  inner.length > 0 &&
  html`<details${attributes({ open: inner.length <= maxOpen })}>
<summary>${inner.length === 1 ? 'Its field' : `Its ${inner.length} fields`}</summary>
${branch(inner, options)}</details>
`
}</li>
`
}

/** Objects with more fields are closed at first, so that the page stays short. */
const maxOpen = 6

function optional(isResult: true | undefined): Html {
  return html` <span class="optional">${isResult ? 'may be absent' : 'optional'}</span>`
}

/** Bounds, unit, accepted values and default, each in a few words. */
function limitsOf({ name, schema, itemSchema }: Field): Html | undefined {
  const values = schema.enum ?? itemSchema?.enum
  const unit = unitOf(name)
  const parts = [
    ...(values ? [html`one of ${listed(values)}`] : []),
    ...boundsText(schema).map((text) => html`${text}`),
    ...(itemSchema ? boundsText(itemSchema).map((text) => html`each ${text}`) : []),
    ...(unit ? [html`in ${unit}`] : []),
    ...(schema.default === undefined ? [] : [html`default <code>${String(schema.default)}</code>`]),
  ]
  if (parts.length === 0) return undefined
  return html`<p class="note">${parts.map((part, index) => (index === 0 ? part : html`; ${part}`))}</p>`
}

function listed(values: readonly unknown[]): Html[] {
  return values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${String(value)}</code>`)
}

/** The units at the end of names, as the API's conventions have them. */
const units: Readonly<Record<string, string>> = {
  bytes: 'bytes',
  deg: 'degrees',
  ft: 'feet',
  g: 'grams',
  kcal: 'kilocalories',
  km: 'kilometres',
  kt: 'knots',
  fpm: 'feet per minute',
  m: 'metres',
  ms: 'milliseconds',
  nm: 'nautical miles',
  pct: 'per cent',
  s: 'seconds',
  usd: 'US dollars',
}

function unitOf(name: string): string | undefined {
  const [, suffix = ''] = /_([a-z]+)$/.exec(name) ?? []
  return units[suffix]
}
