import { extname } from 'node:path'
import { environment } from '#runtime/base/environment.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import type { Log } from '#runtime/base/log.ts'
import { once } from '#runtime/base/once.ts'
import { TooSlow } from '#runtime/base/supervised-process.ts'
import { SupervisedProcesses } from '#runtime/base/supervised-processes.ts'
import { findLimiter } from '#runtime/isolation/process-limits.ts'
import type { RasterJob, RasterReply } from './raster-job.ts'

const bounds = { maxRunning: 2, maxRunningPerSubject: 1, maxWaiting: 40, maxWaitingPerSubject: 8, leavesRoom: true }
/** Node itself reserves some 2 GiB of addresses; the largest picture needs far less than the rest. */
const limits = { memory: 4096, open: 256 }
const timeoutMs = 30_000
/** Decoders leak some memory, so a process is replaced after this many pictures. */
const maxWorks = 200
const retryAfterS = 5

/**
 * Reads and draws pictures in separate processes, a few at once. The first picture starts the first process; the processes end
 * when they are idle and when this is disposed of.
 */
export class RasterProcesses {
  readonly #log: Pick<Log, 'warn'>
  readonly #limiter = new FairLimiter(bounds, () => {
    const message = 'Too many pictures are being read right now. Try again in a moment.'
    return new ApiError('unavailable', message, { retryAfterS })
  })
  readonly #processes: () => Promise<SupervisedProcesses<RasterJob, RasterReply>>
  #isUsed = false

  /** @param program the module that reads and draws; only given in tests */
  constructor(
    log: Pick<Log, 'warn'>,
    program = new URL(`./raster-worker${extname(import.meta.url)}`, import.meta.url),
  ) {
    this.#log = log
    this.#processes = once(async () => {
      const { wrap } = await findLimiter(limits, environment.PATH ?? '')
      return new SupervisedProcesses({ program, maxHeapMib: 128, wrap, idleMs: 20_000, maxWorks })
    })
  }

  /**
   * @param subject whom the limits count it for: an account's id, or the name of a schedule
   * @throws ApiError unavailable when too many wait, or the picture takes too long or too much memory; the reason of the signal
   */
  run(subject: string, job: RasterJob, signal: AbortSignal): Promise<RasterReply> {
    const work = async () => {
      this.#isUsed = true
      const processes = await this.#processes()
      return processes.run(job, { timeoutMs, signal }).catch((failure: unknown) => this.#fail(failure, signal))
    }
    return this.#limiter.run(subject, work, { signal })
  }

  #fail(failure: unknown, signal: AbortSignal): never {
    if (signal.aborted) throw failure
    if (!(failure instanceof TooSlow)) this.#log.warn({ err: failure }, 'reading a picture crashed its process')
    const message = 'Reading this picture took too much time or memory. Nothing was stored.'
    throw new ApiError('unavailable', message, { retryAfterS })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isUsed) await (await this.#processes()).close()
  }
}
