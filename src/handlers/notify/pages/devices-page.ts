import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Controls } from '#runtime/kit/site.ts'
import { maxLabelLength } from '../devices.ts'
import type { DeviceRow } from '../rows.ts'

export const place = '/settings/notifications'

export interface DevicesPage {
  readonly devices: readonly DeviceRow[]
  readonly csrfToken: string
  readonly timeZone: string
  /** PUSH */
  readonly isOn: boolean
  /** For the browser's subscription. */
  readonly publicKey: string
}

/** This browser, the devices of an account, and the notifications that arrive while the page is open. */
export function devicesPage(controls: Controls, { devices, csrfToken, timeZone, isOn, publicKey }: DevicesPage): Html {
  return html`<h2>This browser</h2>
<div id="this-browser"${attributes({ 'data-key': publicKey, 'data-on': String(isOn) })}>
<p>${
    isOn
      ? 'Notifications are not shown in this browser yet.'
      : 'This instance does not send notifications, because its operator has turned them off.'
  }</p>
<button hidden>Show notifications in this browser</button>
<p class="fault" role="alert"></p>
</div>
<noscript><p class="note">Allowing notifications requires JavaScript.</p></noscript>
<h2>Devices</h2>
${devices.length > 0 ? deviceTable(controls, devices, timeZone) : html`<p>You have no devices yet.</p>\n`}${
  isOn &&
  devices.length > 0 &&
  controls.form(`${place}/test`, csrfToken, html`<button class="second">Send a test notification</button>\n`)
}<h2>On this page</h2>
<p id="live-state">While this page is open, it can show notifications as they arrive. This requires JavaScript.</p>
<ul id="live-notifications" aria-live="polite" aria-label="Notifications"></ul>
<script src="/notify/page.js" defer></script>
`
}

function deviceTable({ moment, recordTable }: Controls, devices: readonly DeviceRow[], timeZone: string): Html {
  const rows = devices.map(({ id, label, created_at, last_notified_at, endpoint_sha256 }) => [
    html`<span${attributes({ 'data-endpoint': endpoint_sha256 })}>${label}</span>`,
    moment(Number(created_at), timeZone),
    last_notified_at === null ? html`never` : moment(Number(last_notified_at), timeZone),
    html`<a href="${place}/${id}" aria-label="Change ${label}">Change</a>`,
  ])
  return recordTable('Devices, newest first', ['Device', 'Added', 'Last notified', 'Change'], rows)
}

/** One device: its name, and its removal. */
export function devicePage(
  { form, problem, textField }: Controls,
  { id, label }: Pick<DeviceRow, 'id' | 'label'>,
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
<p>The device will no longer be notified. You can add it again in its browser.</p>
${form(`${place}/${id}/remove`, csrfToken, html`<button class="second">Remove the device</button>\n`)}`
}
