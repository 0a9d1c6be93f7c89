import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Html, html } from '#runtime/base/html.ts'
import type { Deprecation } from '#runtime/base/openapi.ts'
import { table } from '../kit/layout.ts'
import { type LinkOf, phrase } from '../kit/prose.ts'
import { referencePage, type Shell } from './shell.ts'

/** A method or argument that is deprecated now. */
export interface Deprecated extends Deprecation {
  readonly method: string
  /** Undefined if the whole method is deprecated. */
  readonly argument?: string
}

/** The changes of one release. */
export interface ReleaseChanges {
  readonly methods: readonly { readonly id: string; readonly summary: string }[]
  readonly arguments: readonly { readonly method: string; readonly name: string; readonly description: string }[]
  /** What can break clients, each with its reason. */
  readonly breaking: readonly { readonly change: string; readonly reason: string }[]
}

/** generated/docs/changes.json. */
export interface ApiChanges {
  readonly deprecated: readonly Deprecated[]
  /** The changes since the last release. */
  readonly unreleased: ReleaseChanges
  /** Newest first. The first release of all has no changes and is not listed. */
  readonly releases: readonly ({ readonly version: string; readonly date: string } & ReleaseChanges)[]
}

/** The changes between the released documents and this one. */
export async function readChanges(): Promise<ApiChanges> {
  return JSON.parse(await readFile(join(import.meta.dirname, '../../../../generated/docs/changes.json'), 'utf8'))
}

/**
 * `/docs/changes`: what is deprecated and when it ends, and what each release added.
 *
 * @param shell what all pages of the reference share
 */
export function changesPage({ deprecated, unreleased, releases }: ApiChanges, shell: Shell): string {
  const { link } = shell.about
  return referencePage(shell, {
    at: '/docs/changes',
    title: 'Changes - Onedoor API reference',
    description: 'What each release added to the API, what can break programs, and what is deprecated.',
    main: html`<p class="trail"><a href="/docs">API reference</a></p>
<h1>Changes</h1>
<p>New methods, new optional arguments and new fields in results break no program, so they can be added at any time. A method or
argument that will be removed is deprecated first. Until its end it works as before, and responses of a deprecated
method have the headers <code>Deprecation</code> and <code>Sunset</code>.</p>
<h2 id="deprecated">Deprecated</h2>
${deprecated.length === 0 ? html`<p>Nothing is deprecated.</p>\n` : deprecatedTable(deprecated, link)}
<h2 id="unreleased">Since the last release</h2>
${releases.length === 0 ? html`<p>Only one version has been released so far. These are the changes since then.</p>\n` : undefined}
${changesOf(unreleased, 'since the last release', link)}
${releases.map(
  ({ version, date, ...changes }) => html`<h2 id="release-${version}">${version}</h2>
<p>Released on ${date}.</p>
${changesOf(changes, `in ${version}`, link)}`,
)}`,
  })
}

function deprecatedTable(deprecated: readonly Deprecated[], link: LinkOf): Html {
  return table(
    'Deprecated methods and arguments',
    ['Name', 'Since', 'End', 'Use instead'],
    deprecated.map(({ method, argument, since, end, instead }) => [
      argument === undefined ? code(method, link) : html`${code(method, link)}, argument ${code(argument)}`,
      html`${since}`,
      html`${end}`,
      instead === undefined ? html`no replacement` : code(instead, link),
    ]),
  )
}

function changesOf({ methods, arguments: added, breaking }: ReleaseChanges, when: string, link: LinkOf): Html {
  if (methods.length + added.length + breaking.length === 0) return html`<p>Nothing has changed.</p>\n`
  return html`${
    methods.length > 0 &&
    html`<h3>New methods and addresses</h3>
${table(
  `New methods ${when}`,
  ['Name', 'Purpose'],
  methods.map(({ id, summary }) => [code(id, link), phrase(summary)]),
)}`
  }${
    added.length > 0 &&
    html`<h3>New arguments</h3>
${table(
  `New arguments ${when}`,
  ['Name', 'Method', 'Meaning'],
  added.map(({ method, name, description }) => [code(name), code(method, link), phrase(description, link)]),
)}`
  }${
    breaking.length > 0 &&
    html`<h3>Changes that can break programs</h3>
<details>
<summary>${breaking.length} ${breaking.length === 1 ? 'change' : 'changes'}, each with its reason</summary>
<ul>${breaking.map(({ change, reason }) => html`<li>${code(change)}: ${phrase(reason, link)}</li>\n`)}</ul>
</details>
`
  }`
}

function code(text: string, link: LinkOf = () => undefined): Html {
  return phrase(`\`${text.replaceAll('`', '')}\``, link)
}
