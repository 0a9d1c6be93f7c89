import { html } from '#runtime/base/html.ts'
import { prose } from '../kit/prose.ts'
import { fieldTree } from './field-tree.ts'
import type { ObjectType } from './model.ts'
import { referencePage, type Shell } from './shell.ts'

/** `/docs/types/<name>`: an object that arguments or results contain, and the methods that use it. */
export function typePage(type: ObjectType, shell: Shell): string {
  const { link, types } = shell.about
  const typeLink = (name: string) => (types.has(name) ? `/docs/types/${name}` : undefined)
  return referencePage(shell, {
    at: `/docs/types/${type.name}`,
    title: `${type.name} - Onedoor API reference`,
    description: type.description || `The fields of ${type.name}.`,
    main: html`<p class="trail"><a href="/docs">API reference</a></p>
<h1><code>${type.name}</code></h1>
${prose(type.description, link)}<h2 id="fields">Fields</h2>
${fieldTree(type.fields, { prefix: 'field', link, typeLink, isResult: true })}<h2 id="used-by">Used by</h2>
<ul>${type.usedBy.map((id) => html`<li><a href="${link(id) ?? '/docs'}"><code>${id}</code></a></li>\n`)}</ul>
`,
  })
}
