import type { Clock } from '../base/clock.ts'
import { Coalesced } from '../base/coalesced.ts'
import { ApiError } from '../base/errors.ts'
import { FairLimiter } from '../base/fair-limiter.ts'
import type { Log } from '../base/log.ts'
import type { Signals } from '../base/signals.ts'
import { hourly, type Schedule } from '../jobs/schedule.ts'
import { addressGroup } from '../limits/client-address.ts'
import { ChangeLog } from '../store/change-log.ts'
import type { Store, Writer } from '../store/types.ts'
import { Channels } from './channels.ts'
import {
  insertEvent,
  isResumable,
  lastEvent,
  liveEvents,
  positionOf,
  positionText,
  pruneChannel,
  purgeEvents,
} from './event-table.ts'
import { Stream, type StreamStart } from './stream.ts'
import { accessLosses, purgeLosses, recordLoss, StreamRights, validCredentials } from './stream-access.ts'
import type { Live, LiveStream, NewLiveEvent, NewStream, StreamHolder } from './types.ts'

/** How many streams may be open concurrently in one process. */
interface StreamBounds {
  readonly perAccount: number
  /** An office or a whole village may share one address. */
  readonly perAddress: number
  readonly perProcess: number
}

const streamBounds: StreamBounds = { perAccount: 20, perAddress: 200, perProcess: 5000 }

const retryAfterS = 10

/**
 * Counts open streams and rejects those beyond the limits. Accounts are not counted by address, and nobody may have more
 * than are free: anonymous readers of a few addresses leave room for everyone else.
 */
class BoundedStreams {
  readonly #bounds: StreamBounds
  readonly #limiter: FairLimiter

  constructor(bounds: StreamBounds) {
    this.#bounds = bounds
    this.#limiter = new FairLimiter({ maxRunning: bounds.perProcess, leavesRoom: true })
  }

  /**
   * @returns call it when the stream has ended
   * @throws ApiError rate_limited for the account or the address, unavailable for the process
   */
  begin({ accountId, clientAddress }: StreamHolder): () => void {
    const { perAccount, perAddress } = this.#bounds
    const [subject, most, whose] =
      accountId === undefined
        ? [addressGroup(clientAddress), perAddress, 'address']
        : [accountId, perAccount, 'account']
    if (this.#limiter.runningOf(subject) >= most) throw tooMany(`Your ${whose} has ${most} open streams`)
    const release = this.#limiter.tryTake(subject)
    if (release) return release
    throw new ApiError('unavailable', 'The server has too many open streams. Try again in a moment.', { retryAfterS })
  }
}

function tooMany(what: string): ApiError {
  return new ApiError(
    'rate_limited',
    `${what}, the maximum. Close one, such as a page in another tab, and then try again.`,
    {
      retryAfterS,
    },
  )
}

/** The topic of signals. */
const topic = 'live'
/** After how many published events a process prunes the channel. */
const pruneEvery = 32

export interface LiveTimes {
  /** How often to query the database, in case a signal was lost. */
  readonly pollMs: number
  /** Proxies close connections that are quiet for a minute, some after 30 seconds. */
  readonly beatMs: number
  /** How often to check whether tokens and sessions have expired. */
  readonly expiryMs: number
}

const usualTimes: LiveTimes = { pollMs: 500, beatMs: 15_000, expiryMs: 30_000 }

export interface LiveOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** Carries signals between the processes; closed by its owner. */
  readonly signals: Signals
  readonly bounds?: StreamBounds
  readonly times?: LiveTimes
}

/** The streams of one process. */
export class OpenLive implements Live {
  readonly schedules: readonly Schedule[]
  readonly #options: LiveOptions
  readonly #times: LiveTimes
  readonly #events: ChangeLog
  readonly #losses: ChangeLog
  readonly #channels: Channels
  readonly #rights = new StreamRights()
  readonly #bounds: BoundedStreams
  readonly #streams = new Set<Stream>()
  readonly #lossListeners = new Set<(subjects: ReadonlySet<string> | 'unknown') => void>()
  readonly #running = new Set<Promise<void>>()
  #timers: NodeJS.Timeout[] = []
  #unlisten: (() => void) | undefined
  #started: Promise<void> | undefined
  #users = 0
  readonly #looking = new Coalesced(() => this.#lookOnce())
  readonly #applyingLosses = new Coalesced(() => this.#applyLossesOnce())
  #lossFailure: unknown
  #isFailing = false
  #published = 0
  #isStopping = false

  constructor(options: LiveOptions) {
    const { store, clock, bounds = streamBounds, times = usualTimes } = options
    this.#options = options
    this.#times = times
    this.#events = new ChangeLog(store, liveEvents)
    this.#losses = new ChangeLog(store, accessLosses)
    this.#channels = new Channels(store, {
      beforeDelivery: () => this.#applyLosses(),
      onFailure: (error) => this.#failed(error),
    })
    this.#bounds = new BoundedStreams(bounds)
    this.schedules = [
      hourly('live.purge_events', (signal) => purgeEvents(store, clock.now(), signal)),
      hourly('live.purge_losses', () => purgeLosses(store)),
    ]
  }

  /** How many streams are open. */
  get count(): number {
    return this.#streams.size
  }

  async publish(tx: Writer, event: NewLiveEvent): Promise<void> {
    await insertEvent(tx, event, this.#options.clock.now())
    tx.afterCommit(() => {
      this.#options.signals.send(topic)
      this.#published += 1
      if (this.#published % pruneEvery === 0) this.#inBackground(pruneChannel(this.#options.store, event.channel))
    })
  }

  async loseAccess(tx: Writer, subject: string): Promise<void> {
    await recordLoss(tx, subject)
    tx.afterCommit(() => this.accessChanged())
  }

  accessChanged(): void {
    this.#options.signals.send(topic)
  }

  onLoss(listener: (subjects: ReadonlySet<string> | 'unknown') => void): () => void {
    const own = (subjects: ReadonlySet<string> | 'unknown') => listener(subjects)
    this.#lossListeners.add(own)
    this.#inBackground(this.#use())
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#lossListeners.delete(own)
      this.#release()
    }
  }

  async open({ channel, holder, subjects = [], isAllowed, after, last }: NewStream): Promise<LiveStream> {
    if (this.#isStopping) throw stopping()
    const { store } = this.#options
    const { credentialId } = holder
    using stack = new DisposableStack()
    stack.defer(this.#bounds.begin(holder))
    stack.defer(() => this.#release())
    await this.#use()
    let held: DisposableStack | undefined
    const stream: Stream = new Stream({ store, channel, last: last?.event, onEnd: () => this.#ended(stream, held) })
    stack.defer(this.#rights.watch(credentialId, subjects, () => stream.finish('lost')))
    const joined = await this.#channels.join(channel, (event) => stream.receive(event))
    stack.defer(() => joined.leave())
    // Check again: a loss since the caller was identified was not watched yet.
    if (credentialId !== undefined && !(await this.#stands(credentialId))) throw credentialEnded()
    if (isAllowed && !(await isAllowed())) throw accessLost()
    const isOver = (await last?.isOver()) ?? false
    const position = after || (last && positionText({ seq: 0, atMs: this.#options.clock.now() }))
    const seq = isOver ? await lastEvent(store, channel) : joined.seq
    stream.begin({ ...(await this.#startOf(channel, seq, position)), isOver })
    if (this.#isStopping) throw stopping()
    if (stream.end === 'lost') throw accessLost()
    held = stack.move()
    this.#streams.add(stream)
    return stream
  }

  /** Ends the streams whose credentials have expired, and delivers what was published, without waiting for a timer. */
  async settle(): Promise<void> {
    if (this.#users === 0) return
    await this.#rights.checkCredentials(this.#options.store, this.#options.clock.now())
    await this.#looking.run()
  }

  /** Ends all streams and opens no more: before the ports are drained. Readers learn when to reconnect. */
  endStreams(): void {
    this.#isStopping = true
    for (const stream of [...this.#streams]) stream.finish('stopping')
  }

  /** Ends the streams; resolves when the store is no longer used. */
  async close(): Promise<void> {
    this.endStreams()
    this.#stop()
    await this.#looking.idle()
    await Promise.all([...this.#running])
    await this.#channels.idle()
  }

  #ended(stream: Stream, held: DisposableStack | undefined): void {
    this.#streams.delete(stream)
    held?.dispose()
  }

  async #stands(credentialId: string): Promise<boolean> {
    const { store, clock } = this.#options
    return (await validCredentials(store, [credentialId], clock.now())).has(credentialId)
  }

  async #startOf(channel: string, upTo: number, after: string | undefined): Promise<Omit<StreamStart, 'isOver'>> {
    const { store, clock } = this.#options
    const now = clock.now()
    if (after === undefined || after === '') return { seq: upTo, atMs: now, event: 'open', upTo }
    const position = positionOf(after)
    if (position && (await isResumable(store, channel, { position, last: upTo, now }))) {
      return { ...position, event: 'open', upTo }
    }
    return { seq: upTo, atMs: now, event: 'reset', upTo }
  }

  /** Registers another reader, and resolves once all later changes will be seen. */
  #use(): Promise<void> {
    this.#users += 1
    this.#started ??= this.#start()
    return this.#started
  }

  #release(): void {
    this.#users -= 1
    if (this.#users === 0) this.#stop()
  }

  async #start(): Promise<void> {
    const { signals } = this.#options
    const { pollMs, beatMs, expiryMs } = this.#times
    this.#events.reset()
    this.#losses.reset()
    this.#unlisten = signals.listen(topic, () => this.#look())
    this.#timers = [
      setInterval(() => this.#look(), pollMs).unref(),
      setInterval(() => this.#beat(), beatMs).unref(),
      setInterval(() => this.#checkExpiry(), expiryMs).unref(),
    ]
    this.#look()
    await this.#looking.idle()
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    this.#unlisten?.()
    this.#unlisten = undefined
    this.#started = undefined
  }

  /** Looks for changes: now, or again after the look that is in progress. */
  #look(): void {
    void this.#looking.run()
  }

  async #lookOnce(): Promise<void> {
    if (this.#users === 0) return
    try {
      await this.#applyLosses()
      this.#channels.look(await this.#events.poll())
      this.#isFailing = false
    } catch (error) {
      this.#failed(error)
    }
  }

  /**
   * Ends the streams whose access was lost by anything committed before the call.
   *
   * @throws what the store throws when it does not respond
   */
  async #applyLosses(): Promise<void> {
    await this.#applyingLosses.run()
    if (this.#lossFailure !== undefined) throw this.#lossFailure
  }

  async #applyLossesOnce(): Promise<void> {
    try {
      const lost = await this.#losses.poll()
      if (lost === 'unknown') await this.#rights.checkAll(this.#options.store, this.#options.clock.now())
      else this.#rights.lose(lost)
      if (lost === 'unknown' || lost.size > 0) for (const listener of [...this.#lossListeners]) listener(lost)
      this.#lossFailure = undefined
    } catch (error) {
      this.#lossFailure = error
    }
  }

  #beat(): void {
    for (const stream of this.#streams) stream.beat()
  }

  #checkExpiry(): void {
    const { store, clock } = this.#options
    this.#inBackground(this.#rights.checkCredentials(store, clock.now()))
  }

  #inBackground(work: Promise<void>): void {
    const run = work
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#running.delete(run)
      })
    this.#running.add(run)
  }

  /** A database that does not respond says nothing about the readers: the next look catches up. */
  #failed(error: unknown): void {
    if (!this.#isFailing) this.#options.log.warn({ err: error }, 'live events unavailable')
    this.#isFailing = true
  }
}

function stopping(): ApiError {
  return new ApiError('unavailable', 'The server is stopping. Open the stream again in a moment.', { retryAfterS: 1 })
}

function credentialEnded(): ApiError {
  return new ApiError('unauthenticated', 'The token or session ended while the stream was being opened.')
}

function accessLost(): ApiError {
  return new ApiError('permission_denied', 'You no longer have access to this.')
}
