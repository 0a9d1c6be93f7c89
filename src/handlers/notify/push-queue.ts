import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Job, JobFailure, jobKind } from '#runtime/jobs/kind.ts'
import type { JobQueue } from '#runtime/jobs/queue.ts'
import type { Live } from '#runtime/live/types.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import type { Devices, ReachableDevice } from './devices.ts'
import { messageOf, type Notification, notificationSchema, topicOf } from './notification.ts'
import type { Push, PushOutcome } from './providers/push-services.ts'

const dayMs = 86_400_000
const firstRetryMs = 30_000

/** Sends a notification to one device, after its push service was busy or for a reminder. */
export const pushJob = jobKind(
  'notify.push',
  z.object({ device: z.string(), notification: notificationSchema, until: z.int() }),
  { maxAttempts: 10, timeLimitMs: 30_000 },
)

type PushPayload = z.output<typeof pushJob.schema>

export interface NotifierOptions {
  readonly store: Store
  readonly clock: Clock
  readonly devices: Devices
  readonly push: Push
  readonly queue: JobQueue
  readonly live: Pick<Live, 'publish'>
  /** PUSH: without it only open pages are told. */
  readonly isOn: boolean
}

/** How a notification was received. */
export interface Sent {
  accepted: number
  retrying: number
  failed: number
}

/** The channel of the notifications of an account. */
export function channelOf(accountId: string): string {
  return `notify:${accountId}`
}

/** Notifies the devices and open pages of accounts. */
export class Notifier {
  readonly #options: NotifierOptions

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  /**
   * Sends a notification now; push services that are busy are asked again later.
   *
   * @throws ApiError upstream_failed if no device can be reached
   */
  async send(asker: Asker, owner: string, to: readonly ReachableDevice[], notification: Notification): Promise<Sent> {
    const { store, clock, devices, push } = this.#options
    const delivery = { message: messageOf(notification), topic: topicOf(notification), ttlS: dayMs / 1000 }
    const outcomes = await Promise.all(
      to.map(async (device) => ({ device, outcome: await push.send(asker, device, delivery) })),
    )
    const with_ = (kind: PushOutcome['kind']) =>
      outcomes.flatMap(({ device, outcome }) => (outcome.kind === kind ? [device.id] : []))
    const [accepted, gone, busy] = [with_('accepted'), with_('gone'), with_('busy')]
    await store.write(async (tx) => {
      await devices.note(tx, { accepted, gone })
      for (const { device, outcome } of outcomes) {
        if (outcome.kind !== 'busy') continue
        const runAt = clock.now() + (outcome.retryAfterMs ?? firstRetryMs)
        await this.#enqueue(tx, device, notification, runAt)
      }
      if (accepted.length + busy.length > 0) await this.#show(tx, owner, notification)
    })
    const sent = { accepted: accepted.length, retrying: busy.length }
    const failed = to.length - sent.accepted - sent.retrying
    if (failed === to.length) throw unreachable(gone.length, to.length)
    return { ...sent, failed }
  }

  /** Sends a notification soon, once the transaction is committed. */
  async sendLater(tx: Writer, owner: string, notification: Notification): Promise<void> {
    const { clock, devices, isOn } = this.#options
    for (const device of isOn ? await devices.reachableOf(owner, tx) : []) {
      await this.#enqueue(tx, device, notification, clock.now())
    }
    await this.#show(tx, owner, notification)
  }

  /** Runs a job of `pushJob`. A repeat after a crash replaces the notification that was sent, if it has a tag. */
  readonly run = async ({ id, payload, signal, isLastAttempt }: Job<PushPayload>): Promise<void> => {
    const { store, clock, devices, push } = this.#options
    const { notification, until } = payload
    const ttlS = Math.floor((until - clock.now()) / 1000)
    const device = await devices.reachable(payload.device)
    if (!device || ttlS <= 0) return
    const delivery = { message: messageOf(notification), topic: topicOf(notification), ttlS }
    const outcome = await push.send({ signal, subject: device.owner }, device, delivery)
    if (outcome.kind === 'busy') {
      if (isLastAttempt) throw new JobFailure(`The push service of ${device.id} stays away`, 'never')
      if (outcome.retryAfterMs !== undefined) throw new JobFailure('The push service is busy', outcome.retryAfterMs)
      throw new Error(`The push service of ${device.id} is away (job ${id})`)
    }
    const noted = (kind: PushOutcome['kind']) => (outcome.kind === kind ? [device.id] : [])
    await store.write((tx) => devices.note(tx, { accepted: noted('accepted'), gone: noted('gone') }))
  }

  async #enqueue(tx: Writer, device: ReachableDevice, notification: Notification, runAt: number): Promise<void> {
    const { clock, queue } = this.#options
    const payload = { device: device.id, notification, until: clock.now() + dayMs }
    await queue.enqueue(tx, pushJob, payload, { account: device.owner, runAt })
  }

  async #show(tx: Writer, owner: string, notification: Notification): Promise<void> {
    await this.#options.live.publish(tx, {
      channel: channelOf(owner),
      event: 'notification',
      data: notification,
      owner,
    })
  }
}

function unreachable(gone: number, all: number): ApiError {
  const message =
    gone === all
      ? 'None of your devices can be notified any more, and they were removed: allow notifications on /settings/notifications again.'
      : 'The push services of your devices refused the notification; nothing was sent.'
  return new ApiError('upstream_failed', message)
}
