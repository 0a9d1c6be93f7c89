import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Html, html } from '#runtime/base/html.ts'
import { once } from '#runtime/base/once.ts'
import type { Document, Schema } from '#runtime/base/openapi.ts'
import { prose } from '../kit/prose.ts'
import { type FieldTree, fieldTree } from './field-tree.ts'
import type { Method } from './model.ts'
import { fieldOf, fieldsOf } from './schema-fields.ts'

/** The events of each stream in the order of the spec, by operation id, and the schema of their data. */
export type StreamEvents = Readonly<Record<string, readonly { readonly name: string; readonly schema: Schema }[]>>

const load = once(
  async () =>
    JSON.parse(await readFile(join(import.meta.dirname, '../../../../generated/docs/streams.json'), 'utf8')) as Pick<
      Document,
      'components'
    > & { readonly streams: StreamEvents },
)

/** The events that a method sends as a stream; undefined if it sends none. */
export async function streamPart({ id, headers }: Method, tree: Omit<FieldTree, 'prefix'>): Promise<Html | undefined> {
  const { streams, components } = await load()
  const events = streams[id]
  if (!events) return undefined
  const isContinued = headers.some(({ name }) => name === 'Last-Event-ID')
  const document = { components } as Document
  return html`<h2 id="stream">Events of the stream</h2>
<p>With <code>Accept: text/event-stream</code>. The <code>data</code> of each event is one line of JSON.</p>
${
  isContinued
    ? html`<p>If the connection is lost, call the method again with the <code>id</code> of the last event in the header
<a href="#header-Last-Event-ID"><code>Last-Event-ID</code></a>: the stream continues after that event. Browsers and the
generated clients do so automatically.</p>`
    : html`<p>If the connection is lost, the stream cannot be continued.</p>`
}
${events.map(({ name, schema }) => {
  const fields = fieldsOf(document, schema)
  const { description } = fieldOf(document, name, schema, true)
  return html`<h3 id="stream-${name}"><code>${name}</code></h3>
${prose(description, tree.link)}${fields.length > 0 && fieldTree(fields, { ...tree, prefix: `stream-${name}` })}`
})}`
}
