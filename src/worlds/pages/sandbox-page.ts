import { textField } from '../../doors/pages/kit/form-fields.ts'
import { page } from '../../doors/pages/kit/layout.ts'
import { type Html, html } from '../../runtime/base/html.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'

/** What the pages of a sandbox load. */
export function headOf(assets: string, script: string): Html {
  return html`<link rel="stylesheet" href="${assets}/account.css">
<link rel="stylesheet" href="${assets}/sandbox.css">
<script type="module" src="${assets}/${script}"></script>
<script type="module" src="${assets}/copy.js"></script>
`
}

/** In the navigation, in place of signing in: accounts belong to worlds. */
export const sandboxLinks = html`<a href="/sandbox">Sandbox</a>`

export const scriptNeeded = html`<noscript><p>This page requires JavaScript. The API at
<a href="/sandbox/openapi.json">/sandbox/openapi.json</a> does the same.</p></noscript>
<p class="problem" role="alert" id="problem" hidden></p>
`

/**
 * `/sandbox`: a form that makes a world, and where everyone trusts each other, the list of worlds.
 *
 * @param assets the address of its files
 */
export function sandboxPage({ isPublic }: SandboxParts, assets: string): string {
  return page({
    title: 'Sandbox - Onedoor',
    description: 'Worlds for development and tests, each a separate server.',
    links: sandboxLinks,
    head: headOf(assets, 'sandbox.js'),
    main: html`<h1>Sandbox</h1>
<p>Each world is a separate server with example data, and has its own records, clock and faults. Nothing leaves it: mail and
messages are shown on its page.</p>
${scriptNeeded}${isPublic && html`<p>Anyone who knows the name of a world can use it. It is deleted a day after its last call.</p>\n`}<h2>New world</h2>
<form id="new-world" autocomplete="off">
${!isPublic && nameField}<div class="field"><label for="seed">Seed</label>
<select id="seed" name="seed" aria-describedby="seed-hint"><option value="">as the sandbox was started</option></select>
<p class="hint" id="seed-hint">The records that it starts with.</p></div>
<button>Make a world</button>
</form>
${!isPublic && html`<h2>Worlds</h2>\n<p id="no-worlds">No worlds yet.</p>\n<ul class="entries" id="worlds"></ul>\n`}`,
  })
}

const nameField = textField({
  label: 'Name',
  name: 'name',
  hint: 'Lower-case letters, digits and hyphens. Without a name, the world gets a random one.',
  input: { maxlength: 63, spellcheck: 'false' },
})
