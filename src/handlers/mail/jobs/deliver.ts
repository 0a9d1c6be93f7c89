import { inboxItem } from '#handlers/inbox/contracts.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { iso } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Writer } from '#runtime/store/types.ts'
import { DeliveryFailure } from '../outgoing/mail-servers.ts'
import { compose } from '../outgoing/mime-message.ts'
import type { Transport } from '../outgoing/smtp-transport.ts'
import { giveBack, recalled } from '../refund.ts'
import { recipientsIn } from '../results.ts'
import * as rows from '../rows/messages.ts'
import { givenUpAfterMs, waitMs } from './deliver-job.ts'

const maxError = 500

export interface OutboxOptions {
  readonly world: Pick<FamilyWorld, 'store' | 'bus' | 'transfers'>
  readonly clock: Clock
  readonly log: Log
  readonly domain: string
  readonly transport: Transport
  readonly count: (outcome: 'delivered' | 'deferred' | 'failed' | 'returned') => void
}

/**
 * Mail that leaves. A message is `queued` from the transaction that charges for it, until the transaction that says that a mail
 * server has taken it, or never will. If the process ends between the answer of that server and this transaction, the message
 * is brought once more, with the same bytes and the same Message-ID, by which receivers know it.
 */
export class Outbox {
  readonly #options: OutboxOptions

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** A run of the job. Rejects to be tried again. */
  readonly run = async ({ payload, attempt, account }: Job<{ message: string }>): Promise<void> => {
    const { world, clock, log, domain, transport } = this.#options
    const row = await rows.findWhole(world.store, { id: payload.message, owner: account ?? '' })
    if (row?.delivery !== 'queued') return
    const [to] = recipientsIn(row)
    // Whoever deletes it before this gets the credit back at once, and nothing leaves.
    if (!to || !(await world.store.write((tx) => rows.beginAttempt(tx, row.id, attempt)))) return
    try {
      await transport({ from: row.from_address, to: to.address, raw: await compose(row, domain) })
    } catch (failure) {
      const told =
        failure instanceof DeliveryFailure ? failure : new DeliveryFailure('It could not be sent.', false, failure)
      return this.#failed(row, told, attempt)
    }
    await world.store.write((tx) =>
      rows.setDelivery(tx, { id: row.id, delivery: 'delivered', error: null, from: ['queued'], now: clock.now() }),
    )
    this.#options.count('delivered')
    log.info({ message: row.id, attempt }, 'mail delivered')
  }

  async #failed(row: rows.MessageRow, failure: DeliveryFailure, attempt: number): Promise<void> {
    const { world, clock, log } = this.#options
    const now = clock.now()
    const isOver = now - Number(row.created_at) >= givenUpAfterMs
    if (!failure.isPermanent && !isOver) {
      this.#options.count('deferred')
      if (!(await this.#note(row, failure, attempt))) return
      throw new JobFailure(failure.message, waitMs(attempt), failure)
    }
    const error = `${failure.isPermanent ? '' : 'Given up after two days. '}${failure.message}`.slice(0, maxError)
    await world.store.write((tx) => this.#giveUp(tx, row, error))
    this.#options.count('failed')
    log.info({ message: row.id, attempt, err: failure }, 'mail given up')
  }

  /** While it is queued, the message says why it has not left yet. False if it was deleted meanwhile. */
  async #note(row: rows.MessageRow, failure: DeliveryFailure, attempt: number): Promise<boolean> {
    const { world, clock } = this.#options
    const error = `Not delivered yet: ${failure.message}`.slice(0, maxError)
    return world.store.write(async (tx) => {
      const { changes } = await tx.run(
        tx
          .sql('mail_messages')
          .where({ id: row.id, delivery: 'queued', trying: attempt })
          .update({ delivery_error: error, tries: attempt, trying: null, updated_at: clock.now() }),
      )
      return changes === 1 || !(await this.#isRecalled(tx, row))
    })
  }

  async #giveUp(tx: Writer, row: rows.SummaryRow, error: string): Promise<void> {
    const { world, clock } = this.#options
    const now = clock.now()
    if (await rows.setDelivery(tx, { id: row.id, delivery: 'failed', error, from: ['queued'], now })) {
      await giveBack(world, tx, row, 'mail that could not be delivered')
      await this.#tell(tx, row, error)
    } else await this.#isRecalled(tx, row)
  }

  /** Whether a message was deleted while it was tried to deliver it. That has failed, so the credit is returned. */
  async #isRecalled(tx: Writer, row: rows.SummaryRow): Promise<boolean> {
    if (await rows.exists(tx, row.id)) return false
    await giveBack(this.#options.world, tx, row, recalled)
    return true
  }

  async #tell(tx: Writer, row: rows.SummaryRow, error: string): Promise<void> {
    const now = this.#options.clock.now()
    const to = recipientsIn(row)[0]?.address ?? ''
    await this.#options.world.bus.publish(
      tx,
      inboxItem,
      {
        account: row.owner,
        kind: 'mail',
        key: row.thread,
        title: row.subject ?? '(no subject)',
        text: `Your message to ${to} of ${iso(row.created_at)} was not delivered. ${error}`,
        link: `/mail?id=${row.id}`,
        from: 'mailer-daemon',
        id: `${row.id} failed`,
        role: 'other',
        at: now,
      },
      { key: row.thread, account: row.owner, at: now },
    )
  }

  /**
   * Mail of an account came back after a server had taken it. Only a message that names the Message-ID of one that left can say
   * so, which nobody but its receivers knows; nothing is refunded, because they could ask for it.
   */
  async bounced(tx: Writer, bounce: { account: string; messageIds: readonly string[]; text: string }): Promise<void> {
    const { account: owner, messageIds, text } = bounce
    const found = await tx.all<{ id: string }>(
      tx
        .sql('mail_messages')
        .select('id')
        .where({ owner, direction: 'outgoing' })
        .whereIn('message_id', messageIds)
        .whereIn('delivery', ['queued', 'delivered'])
        .limit(5),
    )
    const error = `It came back: ${text.replace(/\s+/g, ' ').trim().slice(0, 400)}`
    for (const { id } of found) {
      const returned = { id, delivery: 'failed', error, from: ['delivered'], now: this.#options.clock.now() } as const
      if (await rows.setDelivery(tx, returned)) this.#options.count('returned')
    }
  }
}
