import { type Response, Router } from 'express'
import { isAdministrator } from '#runtime/accounts/administrators.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { FamilyPages, Site } from '#runtime/kit/site.ts'
import { totalOf } from '#runtime/store/total.ts'
import { type DnsRecord, dnsRecords, signingKey } from '../dkim.ts'
import type { MailDeps } from '../index.ts'
import { domainOf } from '../mail-address.ts'
import { infoOf, recipientsIn } from '../results.ts'
import { countQueued, type DeliveryRow, inState } from '../rows/deliveries.ts'
import { imapRoutes } from './imap-form.ts'
import { mailQueueRoutes, queueButtons } from './mail-queue.ts'

const shown = 50
const failedForMs = 7 * 86_400_000

/** `/settings/mail`: the address of an account; for administrators also the DNS records and undelivered messages. */
export function mailSettingsPages(site: Site, deps: MailDeps): Omit<FamilyPages, 'path'> {
  const routes = Router()
  routes.get('/mail', (_req, res) => show(site, deps, res))
  routes.use(imapRoutes(site, deps))
  routes.use(mailQueueRoutes(site, deps))
  return { title: 'Mail', routes }
}

async function show(site: Site, deps: MailDeps, res: Response): Promise<void> {
  const visit = site.visit(res)
  const isAdmin = await isAdministrator(deps.store, visit.accountId)
  const { text } = infoOf(deps, visit.reader?.username ?? '')
  const main = html`<p>${text}</p>
<p><a href="/mail">Read and write mail</a></p>
<p><a href="/settings/connections">Connect a web-mail account</a> to let programs with one of your tokens search and read it</p>
${isAdmin && (await forAdministrators(site, deps, { timeZone: await visit.timeZone(), csrfToken: visit.csrfToken }))}`
  visit.show({ title: 'Mail', place: '/settings/mail', main, styles: ['/mail/page.css'] })
}

async function forAdministrators(
  site: Site,
  deps: MailDeps,
  { timeZone, csrfToken }: { timeZone: string; csrfToken: string },
): Promise<Html> {
  const { settings, store, clock } = deps
  const since = clock.now() - failedForMs
  const [queued, waiting, failed] = await Promise.all([
    totalOf(store, countQueued({})),
    store.all<DeliveryRow>(inState({ delivery: 'queued', since: 0, limit: shown })),
    store.all<DeliveryRow>(inState({ delivery: 'failed', since, limit: shown })),
  ])
  return html`<h2>For administrators</h2>
${settings.mailDomain === undefined ? html`<p>Without MAIL_DOMAIN, mail cannot be sent to other servers or received from them.</p>\n` : await recordsMarkup(site, deps, settings.mailDomain)}<h3>Waiting to be sent</h3>
<p>${queued === 1 ? '1 message' : `${queued} messages`}</p>
${waiting.length > 0 && tableOf(site, 'Waiting messages', waiting, timeZone, csrfToken)}<h3>Undelivered or returned in the last seven days</h3>
${failed.length > 0 ? tableOf(site, 'Undelivered messages', failed, timeZone) : html`<p>None.</p>\n`}`
}

async function recordsMarkup(site: Site, deps: MailDeps, domain: string): Promise<Html> {
  const key = await signingKey(deps)
  const records = dnsRecords(domain, deps.host, key, deps.settings.smtpUrl !== undefined)
  const row = ({ name, type, value, why }: DnsRecord) => [
    html`${name}`,
    html`${type}`,
    html`<code class="record">${value}</code>`,
    html`${why}`,
  ]
  return html`<h3>DNS records</h3>
<p>Set these records where the domain is managed. They direct mail to this server and let other servers verify the mail that it sends.</p>
${site.controls.recordTable('DNS records', ['Name', 'Type', 'Value', 'Purpose'], records.map(row))}`
}

/** Without the texts and the exact recipients of the messages. */
function tableOf(site: Site, label: string, rows: readonly DeliveryRow[], timeZone: string, csrfToken?: string): Html {
  return site.controls.recordTable(
    label,
    ['From', 'To', 'Sent', 'Tries', 'Last', ...(csrfToken === undefined ? [] : ['Actions'])],
    rows.map((row) => [
      html`${row.username}`,
      html`${domainOf(recipientsIn(row)[0]?.address ?? '')}`,
      site.controls.moment(Number(row.created_at), timeZone),
      html`${Number(row.tries)}`,
      html`${row.delivery_error ?? 'not tried yet'}`,
      ...(csrfToken === undefined ? [] : [queueButtons(site, csrfToken, row.id)]),
    ]),
  )
}
