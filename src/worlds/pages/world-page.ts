import { textField } from '../../doors/pages/kit/form-fields.ts'
import { codeBlock, page, table } from '../../doors/pages/kit/layout.ts'
import { type Html, html } from '../../runtime/base/html.ts'
import type { Origin } from '../world/template.ts'
import { worldPath } from '../world/world-name.ts'
import { faultForm } from './fault-form.ts'
import { headOf, sandboxLinks, scriptNeeded } from './sandbox-page.ts'

interface WorldPageParts {
  readonly name: string
  /** Its public address. */
  readonly address: string
  readonly origin: Origin
  readonly isPublic: boolean
  /** The address of the page's files. */
  readonly assets: string
}

/** `/sandbox/<world>`: its address and tokens, its calls as they are made, what it has sent, its clock, faults and snapshots. */
export function worldPage({ name, address, origin, isPublic, assets }: WorldPageParts): string {
  const path = worldPath(name)
  return page({
    title: `World ${name} - Onedoor`,
    description: 'A world of this sandbox.',
    links: sandboxLinks,
    head: headOf(assets, 'world.js'),
    main: html`<p><a href="/sandbox">Sandbox</a></p>
<h1>World <code id="world">${name}</code></h1>
${scriptNeeded}<p>It started from the seed <code>${origin.seed}</code>. Its address:</p>
${codeBlock(address, 'Address of the world')}${accountTable(origin)}${!isPublic && ownPages(path)}<p class="buttons">${!isPublic && html`<button type="button" id="use" aria-describedby="use-state">Use this world</button> `}<button type="button" class="danger" id="end">End this world</button></p>
${!isPublic && html`<p class="hint" id="use-state" role="status"></p>\n`}${clockPart}<h2 id="calls-title">Calls</h2>
<p class="hint" id="calls-state" role="status">Connecting…</p>
<ol class="entries" id="calls" aria-labelledby="calls-title"></ol>
${recordings(name)}<h2 id="deliveries-title">Mail and messages</h2>
<p class="hint" id="no-deliveries">The world has sent nothing.</p>
<ol class="entries" id="deliveries" aria-labelledby="deliveries-title"></ol>
${faultForm}${snapshotPart}`,
  })
}

/** Beside a server, pages of worlds run no scripts of theirs and send no forms. */
function ownPages(path: string): Html {
  return html`<ul class="facts">
<li><a href="${path}/">Its pages</a></li>
<li><a href="${path}/docs">Its API reference</a></li>
</ul>
`
}

function accountTable({ accounts, tokens }: Origin): Html {
  const shown = [
    ...accounts,
    ...tokens.map(({ name, account, token }) => ({ username: `${name} of ${account}`, token })),
  ]
  const rows = shown.map(({ username, token }) => [html`${username}`, codeBlock(token, `Token of ${username}`)])
  return html`${table('Accounts', ['Account', 'Token'], rows)}<p class="hint">The accounts can also sign in to its pages: <code>${accounts[0]?.username}</code> with the password
<code>${accounts[0]?.password}</code>.</p>
`
}

const clockPart = html`<h2>Clock</h2>
<p><time id="time"></time> <span id="time-state"></span></p>
<p class="buttons"><button type="button" class="second" data-advance="PT1H">Advance an hour</button>
<button type="button" class="second" data-advance="P1D">Advance a day</button>
<button type="button" class="second" id="freeze">Freeze</button></p>
<form id="set-clock" class="line" autocomplete="off">
${textField({ label: 'Set it to', name: 'time-to-set', input: { required: true, placeholder: '2027-03-01T09:00:00Z', maxlength: 40 } })}<button class="second">Set</button>
</form>
<p class="hint" id="clock-state" role="status"></p>
`

/** Links to the world's calls as a seed, a workflow and tests. */
function recordings(name: string): Html {
  const path = `/sandbox/worlds/${name}`
  const link = (address: string, file: string, text: string) =>
    html`<li><a href="${address}" download="${file}">${text}</a></li>\n`
  return html`<p id="record-as">Download these calls as</p>
<ul class="facts" aria-labelledby="record-as">
${link(`${path}/recording?format=seed`, `${name}.yaml`, 'Seed')}${link(`${path}/recording?format=arazzo`, `${name}.arazzo.json`, 'Arazzo workflow')}${link(`${path}/recording?format=typescript`, `${name}.test.ts`, 'TypeScript test')}${link(`${path}/recording?format=python`, `test_${name.replaceAll('-', '_')}.py`, 'Python test')}${link(`${path}/recording?format=go`, `${name.replaceAll('-', '_')}_test.go`, 'Go test')}</ul>
`
}

const snapshotPart = html`<h2 id="snapshots-title">Snapshots</h2>
<p class="hint">A rewind puts everything back, with the clock and the faults.</p>
<form id="take-snapshot" class="line" autocomplete="off">
${textField({ label: 'Name', name: 'snapshot', input: { required: true, maxlength: 63, spellcheck: 'false' } })}<button class="second">Take a snapshot</button>
</form>
<p class="hint" id="snapshot-state" role="status"></p>
<ul class="entries" id="snapshots" aria-labelledby="snapshots-title"></ul>
`
