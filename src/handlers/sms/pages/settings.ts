import { type Response, Router } from 'express'
import { type Html, html } from '#runtime/base/html.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { FamilyPages, Site } from '#runtime/kit/site.ts'
import { asBoolean } from '#runtime/store/values.ts'
import * as rows from '../rows/messages.ts'
import { failed, type TroubledRow, unsettled } from '../rows/undelivered.ts'
import type { smsSettings } from '../settings.ts'

const shown = 50
const failedForMs = 7 * 86_400_000

type World = Pick<FamilyWorld<typeof smsSettings>, 'settings' | 'store' | 'clock'>

/** `/settings/sms`: the numbers of an account; for administrators also the messages that are not sent. */
export function smsSettingsPages(site: Site, world: World): FamilyPages {
  const routes = Router()
  routes.get('/sms', (_req, res) => show(site, world, res))
  return { path: '/sms', title: 'SMS', routes }
}

async function show(site: Site, world: World, res: Response): Promise<void> {
  const visit = site.visit(res)
  const { store } = world
  const [account, numbers] = await Promise.all([
    store.get<{ is_admin: unknown }>(store.sql('accounts').select('is_admin').where({ id: visit.accountId })),
    store.all<{ number: string }>(rows.numbersOf({ account: visit.accountId })),
  ])
  const own = numbers.map(({ number }) => number).join(', ')
  const main = html`<p>${own === '' ? 'You have verified no number' : `Your numbers: ${own}`}. Messages from a number that you have verified (<code>sms.verify</code>) always go to you.</p>
${asBoolean(account?.is_admin) && (await forAdministrators(site, world, await visit.timeZone()))}`
  visit.show({ title: 'SMS', place: '/settings/sms', main })
}

async function forAdministrators(site: Site, { settings, store, clock }: World, timeZone: string): Promise<Html> {
  const [open, lost] = await Promise.all([
    store.all<TroubledRow>(unsettled({ limit: shown })),
    store.all<TroubledRow>(failed({ since: clock.now() - failedForMs, limit: shown })),
  ])
  const table = (label: string, found: readonly TroubledRow[]) =>
    found.length > 0 ? tableOf(site, label, found, timeZone) : html`<p>None.</p>\n`
  return html`<h2>For administrators</h2>
${settings.twilioAccountSid === undefined && html`<p>Nothing is sent without TWILIO_ACCOUNT_SID.</p>\n`}<h3>Not known whether they were sent</h3>
${table('Messages of which it is not known', open)}<h3>Not delivered in the last seven days</h3>
${table('Messages that were not delivered', lost)}`
}

/** Without what the messages say, and to whom exactly. */
function tableOf(site: Site, label: string, found: readonly TroubledRow[], timeZone: string): Html {
  return site.controls.recordTable(
    label,
    ['From', 'To', 'Channel', 'Sent', 'Why'],
    found.map((row) => [
      html`${row.username}`,
      html`${row.other_number.slice(0, 5)}…`,
      html`${row.channel === 'sms' ? 'SMS' : 'WhatsApp'}`,
      site.controls.moment(Number(row.created_at), timeZone),
      html`${row.error ?? 'no answer of the carrier yet'}`,
    ]),
  )
}
