import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../base/errors.ts'
import type { HashingAnswer, HashingJob } from './hashing-jobs.ts'

/** So many may wait; with some 15 ms for each that is as long as anybody waits for a page. */
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
 * Runs a job of argon2 on a thread of its own: one after the other, and behind everything else the machine has to do. A
 * hash keeps a processor busy for some 15 ms; on the threads that the database's statements need, a few people who sign
 * in at once would make every other call wait.
 *
 * @throws ApiError unavailable when too many are waiting already
 */
export function onHashingThread(job: Omit<HashingJob, 'id'>): Promise<string | boolean> {
  if (waiting.size >= maxWaiting) {
    throw new ApiError('unavailable', 'Too many people are signing in just now; try again in a moment.', {
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
  started.on('message', (answer: HashingAnswer) => {
    const job = waiting.get(answer.id)
    waiting.delete(answer.id)
    // An idle thread must not keep a process alive that is done.
    if (waiting.size === 0) started.unref()
    if (answer.failure === undefined) job?.resolve(answer.result)
    else job?.reject(new Error(answer.failure))
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
