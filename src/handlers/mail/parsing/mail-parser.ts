import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '#runtime/base/environment.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import type { Log } from '#runtime/base/log.ts'
import { addressGroup } from '#runtime/limits/client-address.ts'
import type { AuthenticationResult, ParsedMessage, ParsingJob, ParsingResult, SmtpOrigin } from './parsed-message.ts'

const maxHeapMib = 256
/** The longest time that a message waits for others, is parsed, and has its sender checked: for each of the three. */
const maxParseMs = 20_000
/**
 * Messages that are being parsed or wait, and their bytes, of which the process has a copy. One more is accepted only
 * if it leaves as much free as its subject already holds: the account that reads it, or the address group that
 * delivers it.
 */
const maxWaiting = 40
const maxBytes = 128 * 1024 * 1024
/** How long the process idles before it ends, so that an idle server does not hold its memory. */
const idleMs = 30_000

/** A message that cannot be parsed. Its sentence is the end of an SMTP reply. */
export class RejectedMessage extends Error {}

interface Waiting {
  readonly subject: string
  resolve(result: ParsingResult): void
  reject(failure: Error): void
  readonly job: ParsingJob
  timer: NodeJS.Timeout
  readonly isRetry: boolean
  /** Undefined while it waits for others; `sent` until the process begins with it. */
  phase?: 'sent' | NonNullable<Report['phase']>
}

/** A message from the process. */
interface Report {
  readonly id: number
  /** What the process does with it now. */
  readonly phase?: 'parsing' | 'checking'
  readonly result?: ParsingResult
  /** An unexpected one, which is no fault of the message. */
  readonly failure?: Error
}

export interface ParserOptions {
  /** The DNS servers to query; those of the system if not given. */
  readonly dns: readonly string[] | undefined
  /** The name of this server. */
  readonly host: string
  readonly log: Pick<Log, 'error'>
}

/** A stored message, which is loaded once there is room for it. */
export interface StoredMessage {
  readonly bytes: number
  /** Undefined if it was deleted. */
  load(): Promise<Uint8Array | undefined>
}

/**
 * Parses messages in a separate process with bounded time and memory: hostile messages must not make others wait. A
 * worker thread would not do: one that runs out of memory within a single step ends the whole process.
 */
export class MailParser {
  readonly #options: ParserOptions
  readonly #fork: typeof fork
  readonly #waiting = new Map<number, Waiting>()
  /** Subjects whose messages wait for others; the one whose turn comes next is first. */
  readonly #turns = new Set<string>()
  #lastSubject = ''
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0
  readonly #accepted = new FairLimiter({ maxRunning: maxWaiting, leavesRoom: true })
  readonly #bytes = new FairLimiter({ maxRunning: maxBytes, leavesRoom: true })

  /** @param start starts the process; only given in tests */
  constructor(options: ParserOptions, start = fork) {
    this.#options = options
    this.#fork = start
  }

  /**
   * Parses a message from outside and authenticates its sender.
   *
   * @param authentication of the sender, if it is known: then no name server is asked
   * @throws RejectedMessage if it cannot be parsed; ApiError unavailable if too many wait, or if it may be parsed later
   */
  async message(
    raw: Uint8Array,
    from: SmtpOrigin,
    authentication?: AuthenticationResult,
  ): Promise<{ message: ParsedMessage; authentication: AuthenticationResult }> {
    const { dns, host } = this.#options
    const subject = addressGroup(from.ip)
    const job = { kind: 'message', raw, from, authentication, dns, host } as const
    const result = await this.#run(subject, raw.byteLength, async () => job)
    if (result && 'message' in result) return result
    throw new RejectedMessage('message cannot be read')
  }

  /**
   * The bytes of an attachment of a stored message.
   *
   * @param owner id of the account that reads it
   * @param index from 0
   * @returns undefined if it does not exist
   * @throws ApiError unavailable
   */
  async attachment(owner: string, stored: StoredMessage, index: number): Promise<Uint8Array | undefined> {
    const reading = this.#run(owner, stored.bytes, async () => {
      const raw = await stored.load()
      return raw && { kind: 'attachment', raw, index }
    })
    const result = await orUnavailable(reading, 'This file cannot be read. Download the whole message.')
    return result && 'bytes' in result ? result.bytes : undefined
  }

  /**
   * The document of the frame that shows a message in HTML.
   *
   * @param owner id of the account that reads it
   * @param stored the message, if the HTML names attached pictures
   * @throws ApiError unavailable
   */
  async frame(owner: string, html: string, stored?: StoredMessage): Promise<string> {
    const reading = this.#run(owner, (stored?.bytes ?? 0) + html.length, async () => {
      return { kind: 'frame', html, raw: await stored?.load() }
    }).then((result) => {
      if (result && 'frame' in result) return result.frame
      throw new RejectedMessage('message cannot be read')
    })
    return orUnavailable(reading, 'This message cannot be shown. Use the link “Original” below to download it.')
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#end(new Error('the server is stopping'))
  }

  /** @param jobOf called once there is room for this many bytes */
  async #run(
    subject: string,
    bytes: number,
    jobOf: () => Promise<ParsingJob | undefined>,
  ): Promise<ParsingResult | undefined> {
    const release = this.#bytes.tryTake(subject, bytes)
    const end = release && this.#accepted.tryTake(subject)
    if (!end) {
      release?.()
      throw new ApiError('unavailable', 'Too many messages are being read. Try again in a moment.', { retryAfterS: 10 })
    }
    try {
      const job = await jobOf()
      return job && (await this.#parse(subject, job))
    } finally {
      end()
      release()
      this.#idleIfDone()
    }
  }

  #parse(subject: string, job: ParsingJob): Promise<ParsingResult> {
    return new Promise((resolve, reject) => this.#send({ subject, job, resolve, reject, isRetry: false }))
  }

  #send(request: Omit<Waiting, 'timer' | 'phase'>): void {
    clearTimeout(this.#idle)
    this.#count += 1
    const id = this.#count
    this.#waiting.set(id, { ...request, timer: this.#timerOf(id) })
    this.#turns.add(request.subject)
    this.#beginNext()
  }

  /** Messages are parsed one after the other, so that it is known which one ends the process. */
  #beginNext(): void {
    if (this.#waiting.values().some(({ phase }) => phase === 'sent' || phase === 'parsing')) return
    const first = this.#next()
    if (!first) return
    const [id, next] = first
    this.#lastSubject = next.subject
    const child = this.#started()
    this.#enter(id, next, 'sent')
    child.ref()
    child.channel?.ref()
    // A failure to send is noticed when the process ends.
    child.send({ id, job: next.job }, () => undefined)
  }

  /** Subjects take turns: one that has had its turn goes behind all that wait by then. */
  #next(): [number, Waiting] | undefined {
    if (this.#turns.delete(this.#lastSubject)) this.#turns.add(this.#lastSubject)
    for (const turn of this.#turns) {
      const found = this.#waiting.entries().find(([, { subject, phase }]) => subject === turn && phase === undefined)
      if (found) return found
      this.#turns.delete(turn)
    }
    return undefined
  }

  #enter(id: number, waiting: Waiting, phase: NonNullable<Waiting['phase']>): void {
    clearTimeout(waiting.timer)
    waiting.timer = this.#timerOf(id)
    waiting.phase = phase
  }

  /** If this server was busy itself, the process may have reported progress in time: that is read first. */
  #timerOf(id: number): NodeJS.Timeout {
    const expireUnlessReported = () => {
      if (this.#waiting.get(id)?.timer === timer) this.#expire(id)
    }
    const timer = setTimeout(() => setImmediate(expireUnlessReported), maxParseMs)
    return timer
  }

  /**
   * Others may be why a message waits. One whose sender is checked while another is parsed may wait for that, which has
   * its own time.
   */
  #expire(id: number): void {
    const phase = this.#waiting.get(id)?.phase
    const isBehind = phase === 'checking' && this.#isParsing()
    if (phase === undefined || isBehind) this.#taken(id)?.reject(interrupted())
    else this.#giveUp('message takes too long to read')
  }

  /**
   * Ends the process. The message that it was parsing is rejected for good, or else the only one whose sender it was
   * authenticating, unless it had been sent another. Without such a culprit, any of those that it has begun may be the
   * cause, so all of them are to be delivered again. The others are parsed by another process, once.
   *
   * @param isCrash if the message being parsed is no likelier cause than those whose senders were authenticated
   */
  #giveUp(reason: string, isCrash = false): void {
    const entries = [...this.#waiting]
    const parsing = entries.filter(([, { phase }]) => phase === 'parsing')
    const checking = entries.filter(([, { phase }]) => phase === 'checking')
    const suspects = parsing.length > 0 && !isCrash ? parsing : [...parsing, ...checking]
    const [culprit] = suspects
    const isKnown = suspects.length === 1 && entries.every(([, { phase }]) => phase !== 'sent')
    if (culprit && isKnown) this.#taken(culprit[0])?.reject(new RejectedMessage(reason))
    const others = entries.filter((entry) => !suspects.includes(entry) && !entry[1].isRetry)
    for (const [id] of others) this.#taken(id)
    void this.#end(interrupted())
    for (const [, { subject, job, resolve, reject }] of others) {
      this.#send({ subject, job, resolve, reject, isRetry: true })
    }
  }

  #isParsing(): boolean {
    return this.#waiting.values().some(({ phase }) => phase === 'parsing')
  }

  #taken(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    clearTimeout(waiting?.timer)
    this.#waiting.delete(id)
    return waiting
  }

  #started(): ChildProcess {
    if (this.#child) return this.#child
    const program = fileURLToPath(new URL(`./parser-process${extname(import.meta.url)}`, import.meta.url))
    const child = this.#fork(program, [], {
      execArgv: [`--max-old-space-size=${maxHeapMib}`],
      // Nothing of the server's environment: it holds secrets.
      env: { PATH: environment.PATH, NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.on('message', (report: Report) => this.#receive(report))
    child.once('error', (failure) => this.#child === child && void this.#end(failure))
    child.once('exit', (_code, signal) => {
      if (this.#child !== child) return
      // V8 ends a process that runs out of memory with this signal.
      if (signal === 'SIGABRT') this.#giveUp('message takes too much memory')
      // This one comes from outside, such as from the kernel when the machine has no memory left.
      else if (signal !== 'SIGKILL' && this.#isParsing()) this.#giveUp('message cannot be read', true)
      else void this.#end(interrupted())
    })
    return child
  }

  #receive({ id, phase, result, failure }: Report): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    if (phase) this.#enter(id, waiting, phase)
    else {
      this.#taken(id)
      if (!result) {
        this.#options.log.error({ err: failure }, 'parsing mail failed')
        waiting.reject(interrupted())
      } else if ('fault' in result) waiting.reject(new RejectedMessage(result.fault))
      else waiting.resolve(result)
    }
    this.#beginNext()
  }

  async #end(reason: Error): Promise<void> {
    const child = this.#child
    this.#child = undefined
    for (const { timer, reject } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(reason)
    }
    this.#waiting.clear()
    this.#turns.clear()
    if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    child.ref()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  #idleIfDone(): void {
    if (this.#accepted.running > 0 || !this.#child) return
    // An idle process must not keep a finished server alive.
    this.#child.unref()
    this.#child.channel?.unref()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#end(new Error('idle')), idleMs)
    this.#idle.unref()
  }
}

/** Replaces the sentence of a rejected message, which is for SMTP, with one for a person who opens a stored message. */
function orUnavailable<T>(reading: Promise<T>, sentence: string): Promise<T> {
  return reading.catch((failure: unknown) => {
    throw failure instanceof RejectedMessage ? new ApiError('unavailable', sentence, { cause: failure }) : failure
  })
}

function interrupted(): ApiError {
  return new ApiError('unavailable', 'The message could not be read to the end. Try again.', { retryAfterS: 30 })
}
