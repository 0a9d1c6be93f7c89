import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../base/errors.ts'
import type { HashingJob, HashingResult } from './hashing-jobs.ts'

/** Maximum number of waiting jobs; at about 15 ms each, that is as long as people wait for a page. */
const maxWaiting = 500
const retryAfterS = 10

interface Waiting {
  resolve(result: string | boolean): void
  reject(failure: Error): void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let count = 0

/**
 * Runs an argon2 job on a separate thread, one after the other and with low priority. A hash keeps a processor busy for
 * about 15 ms; on the threads that database statements need, a few simultaneous sign-ins would delay every other call.
 *
 * @throws ApiError unavailable if too many are already waiting
 */
export function onHashingThread(job: Omit<HashingJob, 'id'>): Promise<string | boolean> {
  if (waiting.size >= maxWaiting) {
    throw new ApiError('unavailable', 'Too many people are signing in right now. Try again in a moment.', {
      retryAfterS,
    })
  }
  count += 1
  const id = count
  return new Promise((resolve, reject) => {
    worker ??= startWorker()
    waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, ...job } satisfies HashingJob)
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL(`./hashing-worker${extname(import.meta.url)}`, import.meta.url))
  started.on('message', (outcome: HashingResult) => {
    const job = waiting.get(outcome.id)
    waiting.delete(outcome.id)
    // An idle thread must not keep a finished process alive.
    if (waiting.size === 0) started.unref()
    if (outcome.failure === undefined) job?.resolve(outcome.result)
    else job?.reject(new Error(outcome.failure))
  })
  const end = (cause: Error) => {
    if (worker !== started) return
    worker = undefined
    for (const job of waiting.values()) job.reject(cause)
    waiting.clear()
  }
  started.on('error', end)
  started.on('exit', (code) => end(new Error(`The thread that hashes passwords ended with code ${code}`)))
  return started
}
