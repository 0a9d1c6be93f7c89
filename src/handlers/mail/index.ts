import { isIP } from 'node:net'
import { Counter } from '#runtime/base/metrics.ts'
import { handles } from '#runtime/jobs/kind.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import { attachmentsRoute } from './attachments.ts'
import { mailReceived } from './contracts.ts'
import { signingKey } from './dkim.ts'
import { dkimKey } from './dkim-rotation.ts'
import { deliver, deliverJob } from './jobs/deliver.ts'
import { mailerOf } from './jobs/own-mail.ts'
import { purge } from './jobs/purge.ts'
import { migrations } from './migrations/index.ts'
import { createPolicies } from './outgoing/mta-sts.ts'
import { createTransport, type Transport } from './outgoing/smtp-transport.ts'
import { pageResourcesRoute } from './pages/page-resources.ts'
import { MailParser } from './parsing/mail-parser.ts'
import { gmail, gmailProvider, gmailSettings } from './providers/gmail.ts'
import { ImapClient } from './providers/imap-client.ts'
import { imap } from './providers/imap-login.ts'
import { createWebmail, type Webmail } from './providers/webmail.ts'
import { mailSettings } from './settings.ts'

const dayMs = 86_400_000

const ownSettings = { ...gmailSettings, ...mailSettings }

type World = FamilyWorld<typeof ownSettings>

export interface MailDeps
  extends Pick<
    World,
    | 'settings'
    | 'store'
    | 'blobs'
    | 'search'
    | 'bus'
    | 'queue'
    | 'transfers'
    | 'connections'
    | 'limits'
    | 'metrics'
    | 'clock'
    | 'log'
    | 'layout'
    | 'downloading'
    | 'baseUrl'
    | 'stack'
  > {
  /** The name of this server as other mail servers know it. */
  readonly host: string
  /** Whether mail from outside arrives. */
  readonly receivesOutside: boolean
  readonly parser: MailParser
  readonly transport: Transport
  readonly imapClient: ImapClient
  readonly webmail: Webmail
  readonly localMailLimit: Pick<Limiter, 'take'>
  /** Counts attempts to deliver mail to other servers. */
  readonly sent: Counter<'outcome'>
}

export const mail = family('mail', {
  settings: ownSettings,
  migrations,
  providers: [gmailProvider],
  connects: [gmail, imap],
  publishes: [mailReceived],
  tables: [
    {
      table: 'mail_messages',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids and times count as own text.' },
      archive: {
        file: 'mail',
        key: 'id',
        without: ['subject_key', 'counterpart', 'snippet', 'arrival_key', 'blob_id', 'html', 'trying'],
        booleans: ['unread', 'verified'],
        json: ['recipients', 'copies', 'answers_to', 'attachments', 'refs'],
        joined: {
          name: 'mail.mbox',
          blob: 'blob_id',
          pieceOf: async (row, bytes) => (await import('./outgoing/mbox.ts')).mboxOf(row, bytes),
        },
      },
    },
  ],
  examine: async (settings) => (await import('./examine.ts')).examineMail(settings),
  open,
  mailer: mailerOf,
  rotates: (settings) => [dkimKey(settings)],
  receives: (deps) => ({ mail: async (message) => (await import('./incoming/arrivals.ts')).bringMail(deps, message) }),
  health: async (deps) => (await import('./mail-health.ts')).mailHealth(deps),
  jobs: (deps) => [handles(deliverJob, (job) => deliver(deps, job))],
  schedules: (deps) => [hourly('mail.purge', (signal) => purge(deps, signal))],
  pages: [
    {
      at: '/mail',
      for: 'visitor',
      load: async (site, deps) => (await import('./pages/routes.ts')).mailPages(site, deps),
    },
    {
      at: '/settings/mail',
      for: 'owner',
      load: async (site, deps) => (await import('./pages/settings-page.ts')).mailSettingsPages(site, deps),
    },
  ],
  routes: (deps) => [attachmentsRoute(deps), pageResourcesRoute(deps)],
})

async function open(world: World): Promise<MailDeps> {
  const { settings, baseUrl, limits, outbound, metrics, stack } = world
  const host = hostOf(baseUrl, settings.mailDomain)
  const imapUses = new Counter({
    name: 'onedoor_mail_imap_jobs_total',
    help: 'Uses of connected IMAP accounts by outcome: ok, or the kind of failure (status means a rejected user name or password)',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  const imapClient = new ImapClient({ ...outbound, count: (outcome) => imapUses.inc({ outcome }) })
  stack.defer(() => imapClient.close())
  const parser = new MailParser({ dns: settings.mailDnsServers, host, log: world.log })
  stack.defer(() => parser.close())
  const deps: MailDeps = {
    ...world,
    host,
    receivesOutside: settings.mailPort !== undefined || outbound.outside !== undefined,
    parser,
    imapClient,
    transport: transportOf(world, host),
    webmail: createWebmail(world, imapClient),
    localMailLimit: limits.exact({
      name: 'local-mail',
      unit: 'messages to accounts on this server',
      per: 'account',
      get quota() {
        return settings.localMailPerDay
      },
      windowMs: dayMs,
    }),
    sent: new Counter({
      name: 'onedoor_mail_sent_total',
      help: 'Attempts to deliver mail to other servers by outcome: delivered, deferred, failed permanently, or returned after delivery',
      labelNames: ['outcome'] as const,
      registers: [metrics],
    }),
  }
  // The SMTP server is loaded only where mail arrives. It closes before what it uses.
  if (settings.mailPort !== undefined) await (await import('./incoming/smtp-server.ts')).openSmtpServer(deps)
  return deps
}

function transportOf(world: World, host: string): Transport {
  const { settings, outbound } = world
  const { outside } = outbound
  if (outside) return (message) => outside.deliver({ kind: 'mail', ...message })
  return createTransport({
    settings,
    host,
    allows: outbound.allows,
    // Read for each message, so that a rotated key is used at once.
    key: () => signingKey(world),
    policyOf: createPolicies({ ...world, dns: settings.mailDnsServers }),
  })
}

function hostOf(baseUrl: string, domain: string | undefined): string {
  const { hostname } = new URL(baseUrl)
  const isName = hostname.includes('.') && isIP(hostname) === 0
  return isName ? hostname : (domain ?? 'localhost')
}
