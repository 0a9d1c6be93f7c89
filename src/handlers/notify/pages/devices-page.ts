import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Controls } from '#runtime/kit/site.ts'
import { type Device, maxLabelLength } from '../devices.ts'

export const place = '/settings/notifications'

export interface DevicesPage {
  readonly devices: readonly Device[]
  readonly csrfToken: string
  readonly timeZone: string
  /** PUSH */
  readonly isOn: boolean
  /** For the browser's subscription. */
  readonly publicKey: string
}

/** The devices of an account, this browser, and what comes while the page is open. */
export function devicesPage(controls: Controls, { devices, csrfToken, timeZone, isOn, publicKey }: DevicesPage): Html {
  return html`<h2>This browser</h2>
<div id="this-browser"${attributes({ 'data-key': publicKey, 'data-on': String(isOn) })}>
<p>${
    isOn
      ? 'Notifications are not shown in this browser yet.'
      : 'This instance sends no notifications: its operator has switched them off.'
  }</p>
<button hidden>Show notifications in this browser</button>
<p class="fault" role="alert"></p>
</div>
<noscript><p class="note">Allowing notifications needs JavaScript.</p></noscript>
<h2>Devices</h2>
${devices.length > 0 ? deviceTable(controls, devices, timeZone) : html`<p>You have no devices yet.</p>\n`}${
  isOn &&
  devices.length > 0 &&
  controls.form(`${place}/test`, csrfToken, html`<button class="second">Send a test notification</button>\n`)
}<h2>On this page</h2>
<p id="live-state">While this page is open, it can show notifications as they come; that needs JavaScript.</p>
<ul id="live-notifications" aria-live="polite" aria-label="Notifications"></ul>
<script src="/notify/page.js" defer></script>
`
}

function deviceTable({ moment, recordTable }: Controls, devices: readonly Device[], timeZone: string): Html {
  const rows = devices.map(({ id, label, createdAtMs, lastNotifiedAtMs, endpointSha256 }) => [
    html`<span${attributes({ 'data-endpoint': endpointSha256 })}>${label}</span>`,
    moment(createdAtMs, timeZone),
    lastNotifiedAtMs === undefined ? html`never` : moment(lastNotifiedAtMs, timeZone),
    html`<a href="${place}/${id}" aria-label="Change ${label}">Change</a>`,
  ])
  return recordTable('Devices, newest first', ['Device', 'Added', 'Last notified', 'Change'], rows)
}

/** One device: its name, and its removal. */
export function devicePage(
  { form, problem, textField }: Controls,
  { id, label }: Pick<Device, 'id' | 'label'>,
  { csrfToken, error }: { csrfToken: string; error?: ApiError | undefined },
): Html {
  return html`<p><a href="${place}">All devices</a></p>
${problem(error)}${form(
  `${place}/${id}`,
  csrfToken,
  html`${textField({
    label: 'Name',
    name: 'label',
    error,
    input: { value: label, required: true, maxlength: maxLabelLength },
  })}<button>Save</button>
`,
)}
<h2>Remove</h2>
<p>The device is not notified any more. It can be added again in its browser.</p>
${form(`${place}/${id}/remove`, csrfToken, html`<button class="second">Remove the device</button>\n`)}`
}
