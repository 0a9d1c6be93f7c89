import { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { Publisher } from '../bus/bus.ts'
import { handles, type Job, type JobHandler, jobKind } from '../jobs/kind.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Store, Writer } from '../store/types.ts'
import { accountNotice } from './account-notice.ts'
import { createAdministered } from './administered.ts'
import { createRecoveryAddresses, recoveryAddressOf } from './recovery-addresses.ts'

/** How long a link can be used that was requested by mail. */
export const MAILED_RESET_MINUTES = 30

/** A message of the server itself. */
export interface OwnMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail of the server itself. */
export interface Mailer {
  /** The address as mail is sent to it; undefined if it is not one, or is a mailbox of this server. */
  outsideAddress(typed: string): string | undefined
  /** Resolves when a mail server has accepted the message. @throws JobFailure to be retried or given up */
  send(mail: OwnMail, run: { readonly attempt: number; readonly signal: AbortSignal }): Promise<void>
}

const securityPage = '/settings/security'

const mailJob = jobKind(
  'accounts.mail',
  z.discriminatedUnion('about', [
    z.object({
      about: z.literal('notice'),
      ...{ to: z.string(), subject: z.string(), text: z.string(), link: z.string() },
    }),
    z.object({ about: z.literal('confirmation'), account: z.string(), address: z.string() }),
    z.object({ about: z.literal('reset'), username: z.string() }),
  ]),
)
type About = z.output<typeof mailJob.schema>

/** What an account's owner should know. */
export interface Notice {
  readonly title: string
  readonly text: string
}

/** A notice, and the path on this server that shows more. */
export interface LinkedNotice extends Notice {
  readonly link: string
}

interface Options {
  readonly store: Store
  readonly clock: Clock
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly bus: Pick<Publisher, 'publish'>
  /** The public address. Links in mail never depend on a header of a request. */
  readonly baseUrl: string
}

/** Notifies the owners of accounts, also by mail if they have a recovery address. */
export class AccountMail {
  /** Undefined if the server cannot send mail. */
  mailer: Mailer | undefined
  readonly #options: Options
  readonly job: JobHandler

  constructor(options: Options) {
    this.#options = options
    this.job = handles(mailJob, (job) => this.#send(job))
  }

  /** Publishes a notice, and mails it. */
  async inform(accountId: string, { title, text }: Notice): Promise<void> {
    const notice = { title, text, link: securityPage }
    await this.#options.store.write((tx) => this.informWithin(tx, accountId, notice))
  }

  /** The same in a transaction. */
  async informWithin(tx: Writer, accountId: string, notice: LinkedNotice): Promise<void> {
    const { queue, bus } = this.#options
    const { title: subject, text, link } = notice
    const payload = { id: newId('notice'), account: accountId, ...notice }
    await bus.publish(tx, accountNotice, payload, { account: accountId, key: payload.id })
    // The address of this moment: a notice that it was removed or replaced has to reach it.
    const to = await recoveryAddressOf(tx, accountId)
    if (to === undefined) return
    await queue.enqueue(tx, mailJob, { about: 'notice', to, subject, text, link }, { account: accountId })
  }

  /** Sends a code to an address that is to become the recovery address. */
  async sendCode(tx: Writer, accountId: string, address: string): Promise<void> {
    const mail = { about: 'confirmation', account: accountId, address } as const
    await this.#options.queue.enqueue(tx, mailJob, mail, { account: accountId, key: accountId, ifQueued: 'replace' })
  }

  /** Sends a link to reset the password, if the account exists and has a recovery address. The caller does not learn which. */
  async sendReset(username: string): Promise<void> {
    const { store, queue } = this.#options
    const mail = { about: 'reset', username } as const
    await store.write((tx) => queue.enqueue(tx, mailJob, mail, { key: `reset ${username}` }))
  }

  async #send({ payload, attempt, signal }: Job<About>): Promise<void> {
    const mail = this.mailer && (await this.#mailFor(payload))
    if (mail) await this.mailer?.send(mail, { attempt, signal })
  }

  /** Codes and links are made when they are sent, so that no queue contains them. */
  async #mailFor(about: About): Promise<OwnMail | undefined> {
    const { store, clock, baseUrl } = this.#options
    if (about.about === 'confirmation') {
      const code = await createRecoveryAddresses({ store, clock }).newCode(about.account, about.address)
      return code === undefined ? undefined : confirmation(about.address, code, baseUrl)
    }
    if (about.about === 'notice') return notice(about, baseUrl)
    const { username } = about
    const query = store.sql('accounts').select('id').where({ username }).whereNull('closed_at').whereNull('disabled_at')
    const account = await store.get<{ id: string }>(query)
    const to = account && (await recoveryAddressOf(store, account.id))
    if (to === undefined) return undefined
    const secret = await createAdministered({ store, clock }).makeResetLink(username, MAILED_RESET_MINUTES * 60_000)
    return reset(to, username, `${baseUrl}/reset?token=${secret}`)
  }
}

function confirmation(to: string, code: string, baseUrl: string): OwnMail {
  const text = `Somebody, probably you, wants to use this address to recover an account on ${baseUrl}.

The code is ${code}. It is valid for an hour. Type it on the page ${baseUrl}${securityPage}.

If this was not you, ignore this message.
`
  return { to, subject: 'Confirm your recovery address', text }
}

function notice({ to, subject, text, link }: OwnMail & { readonly link: string }, baseUrl: string): OwnMail {
  return { to, subject, text: `${text}\n\n${baseUrl}${link}\n` }
}

function reset(to: string, username: string, link: string): OwnMail {
  const text = `Somebody, probably you, wants to set a new password for the account ${username}. This link does it, once and
within ${MAILED_RESET_MINUTES} minutes:

${link}

If this was not you, ignore this message. The password stays as it is.
`
  return { to, subject: 'Set a new password', text }
}
