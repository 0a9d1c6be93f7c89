import { isIP } from 'node:net'
import { Counter } from '#runtime/base/metrics.ts'
import { once } from '#runtime/base/once.ts'
import { handles } from '#runtime/jobs/kind.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { mailPaths } from './attachments.ts'
import { purge } from './delete-message.ts'
import { resolverFor } from './dns-resolver.ts'
import type { SmtpDoor } from './incoming/smtp-server.ts'
import { Outbox } from './jobs/deliver.ts'
import { deliverJob } from './jobs/deliver-job.ts'
import { createMailbox } from './mailbox.ts'
import { signingKey } from './outgoing/dkim.ts'
import { createTransport } from './outgoing/smtp-transport.ts'
import { MailReader } from './parsing/mail-parser.ts'
import { ImapClient } from './providers/imap-client.ts'
import { createWebmail } from './providers/webmail.ts'
import { createSend } from './send.ts'
import type { mailSettings } from './settings.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type World = FamilyWorld<typeof mailSettings>

/** Opens the mail: its methods and page, the SMTP server of MAIL_PORT, and what brings mail to other servers. */
export async function openMail(world: World): Promise<OpenFamily<'mail'>> {
  const { settings, search, bus, baseUrl, limits, queue, transfers } = world
  const { mailDomain: domain, mailPort: port } = settings
  const receivesOutside = domain !== undefined && port !== undefined
  const host = hostOf(baseUrl, domain)
  const reader = new MailReader({ dns: settings.mailDnsServers, host })
  const outbox = openOutbox(world, host)
  const perDay = limits.exact({
    name: 'local-mail',
    unit: 'messages to accounts of this server',
    per: 'account',
    quota: settings.localMailPerDay,
    windowMs: dayMs,
  })
  const door = await openDoor(world, reader, outbox)
  const idHost = domain ?? host
  const imapClient = openImap(world)
  const sending = { search, bus, domain, idHost, queue, limits, perDay, usesCredits: transfers.isOn }
  return {
    handlers: {
      ...createMailbox({ baseUrl, domain, receivesOutside }),
      ...createWebmail({ ...world, imapClient }),
      send: createSend(sending),
    },
    paths: [mailPaths({ world, reader })],
    visitorPages: async (site) =>
      (await import('./pages/routes.ts')).mailPages(site, { world, baseUrl, domain, receivesOutside }),
    pages: async (site) =>
      (await import('./pages/settings-page.ts')).mailSettingsPages(site, {
        world,
        host,
        domain,
        receivesOutside,
        imapClient,
      }),
    jobs: [handles(deliverJob, outbox.run)],
    schedules: [hourly('mail.purge', (signal) => purge(world, settings.mailKeepDays, signal))],
    async close() {
      await door?.close()
      await Promise.all([reader.close(), imapClient.close()])
    },
  }
}

/** The name of this server as other mail servers know it. */
function hostOf(baseUrl: string, domain: string | undefined): string {
  const { hostname } = new URL(baseUrl)
  const isName = hostname.includes('.') && isIP(hostname) === 0
  return isName ? hostname : (domain ?? 'localhost')
}

function openOutbox(world: World, host: string): Outbox {
  const { settings, clock, log, outbound } = world
  const { mailDomain: domain = 'localhost', smtpUrl, mailMxPort: mxPort, mailDnsServers } = settings
  const transport = createTransport({
    domain,
    host,
    smtpUrl,
    mxPort,
    key: once(() => signingKey(world)),
    resolver: () => resolverFor(mailDnsServers),
    isAllowed: outbound.allows,
  })
  const outcomes = new Counter({
    name: 'onedoor_mail_sent_total',
    help: 'Mail to other servers by outcome of each try: delivered, deferred to a later try, failed for good, or returned after delivery',
    labelNames: ['outcome'] as const,
    registers: [world.metrics],
  })
  return new Outbox({ world, clock, log, domain, transport, count: (outcome) => outcomes.inc({ outcome }) })
}

function openImap({ metrics, outbound }: World): ImapClient {
  const outcomes = new Counter({
    name: 'onedoor_mail_imap_jobs_total',
    help: 'Uses of connected IMAP accounts by outcome: ok, or the kind of failure (status is a refused name or password)',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  return new ImapClient({ allows: outbound.allows, count: (outcome) => outcomes.inc({ outcome }) })
}

/** Listens for mail from outside, if the settings say so. */
async function openDoor(world: World, reader: MailReader, outbox: Outbox): Promise<SmtpDoor | undefined> {
  const { settings, clock, log, limits } = world
  const { mailDomain: domain, mailPort: port, mailHost, mailTlsCert: cert, mailTlsKey: key, mailMaxBytes } = settings
  if (port === undefined) return undefined
  if (domain === undefined)
    throw new Error('MAIL_PORT is set, but not MAIL_DOMAIN: set the domain of the addresses, too.')
  // What speaks SMTP is loaded only where mail arrives.
  const [{ Receiver }, smtp] = await Promise.all([
    import('./incoming/receiver.ts'),
    import('./incoming/smtp-server.ts'),
  ])
  const common = { per: 'address', quota: settings.mailInPerHour, windowMs: hourMs } as const
  const receiver = new Receiver({
    world,
    reader,
    clock,
    domain,
    maxBytes: mailMaxBytes,
    bounced: (tx, bounce) => outbox.bounced(tx, bounce),
  })
  const outcomes = new Counter({
    name: 'onedoor_mail_received_total',
    help: 'Mail from other servers by outcome: stored, refused for good, or deferred until it is brought again',
    labelNames: ['outcome'] as const,
    registers: [world.metrics],
  })
  return smtp.SmtpDoor.open({
    host: mailHost,
    port,
    domain,
    maxBytes: mailMaxBytes,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    receiver,
    perHour: limits.swift({ name: 'mail-in', unit: 'messages', ...common }),
    connectionsPerHour: limits.swift({ name: 'mail-connections', unit: 'connections', ...common }),
    count: (outcome) => outcomes.inc({ outcome }),
    log,
  })
}
