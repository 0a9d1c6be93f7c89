import { type Response, Router } from 'express'
import type { Clock } from '#runtime/base/clock.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { FamilyPages, Site } from '#runtime/kit/site.ts'
import { totalOf } from '#runtime/store/total.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { domainOf } from '../mail-address.ts'
import { infoOf, type MailboxOptions } from '../mailbox.ts'
import { type DnsRecord, dnsRecords, signingKey } from '../outgoing/dkim.ts'
import type { ImapClient } from '../providers/imap-client.ts'
import { recipientsIn } from '../results.ts'
import { type LeavingRow, leaving, queuedCount } from '../rows/deliveries.ts'
import type { mailSettings } from '../settings.ts'
import { imapRoutes } from './imap-form.ts'

const shown = 50
const failedForMs = 7 * 86_400_000

export interface SettingsPageOptions extends Pick<MailboxOptions, 'domain' | 'receivesOutside'> {
  readonly world: FamilyWorld<typeof mailSettings> & { readonly clock: Clock }
  /** The name of this server as other mail servers know it. */
  readonly host: string
  readonly imapClient: Pick<ImapClient, 'run'>
}

/** `/settings/mail`: the address of an account; for administrators also the records of DNS, and what has not left. */
export function mailSettingsPages(site: Site, options: SettingsPageOptions): FamilyPages {
  const routes = Router()
  routes.get('/mail', (_req, res) => show(site, options, res))
  routes.use(imapRoutes(site, options))
  return { path: '/mail', title: 'Mail', routes }
}

async function show(site: Site, options: SettingsPageOptions, res: Response): Promise<void> {
  const visit = site.visit(res)
  const { store } = options.world
  const account = await store.get<{ is_admin: unknown }>(
    store.sql('accounts').select('is_admin').where({ id: visit.accountId }),
  )
  const { text } = infoOf(options, visit.reader?.username ?? '', undefined)
  const main = html`<p>${text}</p>
<p><a href="/mail">Read and write mail</a></p>
<p><a href="/settings/connections">Connect a web-mail account</a>, so that programs with a token of yours can search and read it</p>
${asBoolean(account?.is_admin) && (await forAdministrators(site, options, await visit.timeZone()))}`
  visit.show({ title: 'Mail', place: '/settings/mail', main, styles: ['/mail/page.css'] })
}

async function forAdministrators(site: Site, options: SettingsPageOptions, timeZone: string): Promise<Html> {
  const { world, domain } = options
  const since = world.clock.now() - failedForMs
  const [queued, waiting, failed] = await Promise.all([
    totalOf(world.store, queuedCount({})),
    world.store.all<LeavingRow>(leaving({ delivery: 'queued', since: 0, limit: shown })),
    world.store.all<LeavingRow>(leaving({ delivery: 'failed', since, limit: shown })),
  ])
  return html`<h2>For administrators</h2>
${domain === undefined ? html`<p>Without MAIL_DOMAIN nothing leaves or arrives.</p>\n` : await recordsMarkup(site, options, domain)}<h3>Waiting to leave</h3>
<p>${queued === 1 ? '1 message' : `${queued} messages`}</p>
${waiting.length > 0 && tableOf(site, 'Messages that wait', waiting, timeZone)}<h3>Not delivered in the last seven days, or come back</h3>
${failed.length > 0 ? tableOf(site, 'Messages that were not delivered', failed, timeZone) : html`<p>None.</p>\n`}`
}

async function recordsMarkup(site: Site, { world, host }: SettingsPageOptions, domain: string): Promise<Html> {
  const key = await signingKey(world)
  const records = dnsRecords(domain, host, key, world.settings.smtpUrl !== undefined)
  const row = ({ name, type, value, why }: DnsRecord) => [
    html`${name}`,
    html`${type}`,
    html`<code class="record">${value}</code>`,
    html`${why}`,
  ]
  return html`<h3>Records of DNS</h3>
<p>Set these where the domain is managed, so that mail arrives and others believe what is sent.</p>
${site.controls.recordTable('Records of DNS', ['Name', 'Type', 'Value', 'What for'], records.map(row))}`
}

/** Without what the messages say, and to whom exactly. */
function tableOf(site: Site, label: string, rows: readonly LeavingRow[], timeZone: string): Html {
  return site.controls.recordTable(
    label,
    ['From', 'To', 'Sent', 'Tries', 'Last'],
    rows.map((row) => [
      html`${row.username}`,
      html`${domainOf(recipientsIn(row)[0]?.address ?? '')}`,
      site.controls.moment(Number(row.created_at), timeZone),
      html`${Number(row.tries)}`,
      html`${row.delivery_error ?? 'not tried yet'}`,
    ]),
  )
}
