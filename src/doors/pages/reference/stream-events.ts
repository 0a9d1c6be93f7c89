import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Html, html } from '#runtime/base/html.ts'
import { once } from '#runtime/base/once.ts'
import type { Document, Schema } from '#runtime/base/openapi.ts'
import { prose } from '../kit/prose.ts'
import { type FieldTree, fieldTree } from './field-tree.ts'
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
export async function streamPart(id: string, tree: Omit<FieldTree, 'prefix'>): Promise<Html | undefined> {
  const { streams, components } = await load()
  const events = streams[id]
  if (!events) return undefined
  const document = { components } as Document
  return html`<h2 id="stream">Events of the stream</h2>
<p>With <code>Accept: text/event-stream</code>. The <code>data</code> of each event is one line of JSON.</p>
${events.map(({ name, schema }) => {
  const fields = fieldsOf(document, schema)
  const { description } = fieldOf(document, name, schema, true)
  return html`<h3 id="stream-${name}"><code>${name}</code></h3>
${prose(description, tree.link)}${fields.length > 0 && fieldTree(fields, { ...tree, prefix: `stream-${name}` })}`
})}`
}
