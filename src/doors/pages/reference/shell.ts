import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Topic } from '#runtime/base/topic.ts'
import type { PageParts } from '#runtime/kit/site.ts'
import { page } from '../kit/layout.ts'
import type { TrialSandbox } from '../kit/trial-sandbox.ts'
import type { About } from './about.ts'
import type { Guide } from './guides.ts'
import type { Family, Group } from './model.ts'

/** What a family publishes when its records change, by the family's name. */
export type Topics = ReadonlyMap<string, readonly Pick<Topic, 'name' | 'meaning' | 'example'>[]>

/** What all pages of the reference share. */
export interface Shell {
  readonly about: About
  readonly guides: readonly Guide[]
  readonly topics: Topics
  /** Public address of the server, without a slash at its end. */
  readonly baseUrl: string
  /** The address of the style sheets and scripts. */
  readonly assets: string
  /** The sandbox in which methods can be tried. */
  readonly sandbox?: TrialSandbox | undefined
}

interface ReferencePage extends Omit<PageParts, 'links'> {
  /** The address of the page, such as `/docs/notes/add`. */
  readonly at: string
}

/**
 * A page of the reference: the search and the list of everything beside the page itself. Without scripts the list is
 * complete, and on a narrow screen a button opens it.
 */
export function referencePage({ about, guides, assets }: Shell, { at, head, ...parts }: ReferencePage): string {
  return page({
    ...parts,
    head: html`<link rel="stylesheet" href="${assets}/contents.css">
<link rel="stylesheet" href="${assets}/reference.css">
<script type="module" src="${assets}/reference.js"></script>
${head}`,
    frame: {
      name: 'reference',
      before: html`<div class="bar">
<button class="menu" type="button" popovertarget="contents">Contents</button>
<search class="search-box" hidden>
<label for="search" class="unseen">Search methods, fields, errors, settings and guides</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search, or press /">
<p class="unseen" id="found-count" role="status"></p>
<div id="found" class="found" hidden></div>
</search>
</div>
<nav id="contents" class="contents" popover aria-label="Contents">
${contents(about.groups, guides, at)}</nav>
`,
    },
  })
}

function contents(groups: readonly Group[], guides: readonly Guide[], at: string): Html {
  const isGuide = guides.some(({ path }) => path === at)
  return html`<p class="filter" hidden><label for="filter">Filter</label> <input id="filter" type="search" autocomplete="off" spellcheck="false"></p>
<ul>
<li>${entry('/docs', 'Overview', at)}</li>
<li>${entry('/docs/errors', 'Errors', at)}</li>
<li>${entry('/docs/changes', 'Changes', at)}</li>
<li>${entry('/docs/try', 'Try it in Swagger UI', at)}</li>
</ul>
<p class="keys" hidden><label><input id="keys" type="checkbox"> Keys: <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> go on and back</label></p>
<details data-name="guides"${attributes({ open: isGuide })}>
<summary>Guides</summary>
<ul>${guides.map(({ path, title }) => html`<li>${entry(path, title, at)}</li>\n`)}</ul>
</details>
${groups.map(
  ({ name, families }) => html`<h2>${name}</h2>
${families.map((family) => familyEntry(family, at))}`,
)}`
}

function familyEntry({ name, methods }: Family, at: string): Html {
  const isCurrent = at === `/docs/${name}` || at.startsWith(`/docs/${name}/`)
  return html`<details data-name="${name}"${attributes({ open: isCurrent })}>
<summary>${name}</summary>
<ul>
<li>${entry(`/docs/${name}`, 'Overview', at)}</li>
${methods.map((method) => html`<li>${entry(method.docs, method.name, at)}</li>\n`)}</ul>
</details>
`
}

function entry(path: string, text: string, at: string): Html {
  return html`<a href="${path}"${attributes({ 'aria-current': path === at && 'page' })}>${text}</a>`
}
