import { type Response, Router } from 'express'
import { isAdministrator } from '#runtime/accounts/usernames.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { FamilyPages, Site } from '#runtime/kit/site.ts'
import type { SmsDeps } from '../index.ts'
import { failed, type UndeliveredRow, unconfirmed } from '../rows/messages.ts'
import { numbersOf } from '../rows/numbers.ts'

const shown = 50
const failedForMs = 7 * 86_400_000

/** `/settings/sms`: the numbers of an account; for administrators also the messages that were not delivered. */
export function smsSettingsPages(site: Site, deps: SmsDeps): Omit<FamilyPages, 'path'> {
  const routes = Router()
  routes.get('/sms', (_req, res) => show(site, deps, res))
  return { title: 'SMS', routes }
}

async function show(site: Site, deps: SmsDeps, res: Response): Promise<void> {
  const visit = site.visit(res)
  const [isAdmin, numbers] = await Promise.all([
    isAdministrator(deps.store, visit.accountId),
    deps.store.all<{ number: string }>(numbersOf({ account: visit.accountId })),
  ])
  const own = numbers.map(({ number }) => number).join(', ')
  const main = html`<p>${own === '' ? 'You have no verified number' : `Your numbers: ${own}`}. Messages from a number that you have verified (<code>sms.verify</code>) are always delivered to you.</p>
${isAdmin && (await forAdministrators(site, deps, await visit.timeZone()))}`
  visit.show({ title: 'SMS', place: '/settings/sms', main })
}

async function forAdministrators(site: Site, { settings, store, clock }: SmsDeps, timeZone: string): Promise<Html> {
  const [open, lost] = await Promise.all([
    store.all<UndeliveredRow>(unconfirmed({ limit: shown })),
    store.all<UndeliveredRow>(failed({ since: clock.now() - failedForMs, limit: shown })),
  ])
  const table = (label: string, found: readonly UndeliveredRow[]) =>
    found.length > 0 ? tableOf(site, label, found, timeZone) : html`<p>None.</p>\n`
  return html`<h2>For administrators</h2>
${settings.twilioAccountSid === undefined && html`<p>No messages are sent without TWILIO_ACCOUNT_SID.</p>\n`}<h3>Not confirmed by the carrier</h3>
${table('Messages without a confirmation', open)}<h3>Not delivered in the last seven days</h3>
${table('Messages that were not delivered', lost)}`
}

/** Shows neither the texts of messages nor the whole numbers of their recipients. */
function tableOf(site: Site, label: string, found: readonly UndeliveredRow[], timeZone: string): Html {
  return site.controls.recordTable(
    label,
    ['From', 'To', 'Channel', 'Sent', 'Why'],
    found.map((row) => [
      html`${row.username}`,
      html`${row.other_number.slice(0, 5)}…`,
      html`${row.channel === 'sms' ? 'SMS' : 'WhatsApp'}`,
      site.controls.moment(Number(row.created_at), timeZone),
      html`${row.error ?? 'no response from the carrier yet'}`,
    ]),
  )
}
