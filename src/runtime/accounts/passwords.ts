import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../base/errors.ts'
import { once } from '../base/once.ts'
import type { HashingJob, HashingResult } from './hashing-jobs.ts'
import { newSecret } from './secrets.ts'

/** In characters, not bytes. */
export const minPasswordLength = 10
/** Enough for any passphrase; without a bound a caller could make the server hash megabytes. */
export const maxPasswordBytes = 1024

/**
 * The form in which a password is measured, hashed and compared. One keyboard sends an accented letter composed, another as
 * letter and accent; the person typed the same password (RFC 8265, OpaqueString).
 */
function prepared(password: string): string {
  return password.normalize('NFC')
}

/**
 * Rejects a password that is too short, too long or very common.
 *
 * @throws ApiError invalid_argument naming the rule
 */
export function checkPassword(password: string): void {
  const text = prepared(password)
  if ([...text].length < minPasswordLength) throw refused(`must have at least ${minPasswordLength} characters`)
  if (Buffer.byteLength(text) > maxPasswordBytes) throw refused(`must be at most ${maxPasswordBytes} bytes long`)
  if (isCommon(text)) throw refused('is one of the most common ones. Choose another one')
}

let commonPasswords: ReadonlySet<string> | undefined

/** Whether attackers try this password first (NIST SP 800-63B-4, 3.1.1.2). Case makes no difference. */
function isCommon(password: string): boolean {
  commonPasswords ??= new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  return commonPasswords.has(password.toLowerCase())
}

function refused(problem: string): ApiError {
  const details = [{ path: 'password', message: problem }]
  return new ApiError('invalid_argument', `The password ${problem}.`, { details })
}

/**
 * @returns the hash with its parameters and salt, in PHC form
 * @throws ApiError invalid_argument if the password breaks a rule
 */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password)
  return (await onHashingThread({ password: prepared(password) })) as string
}

const dummyHash = once(() => hashPassword(newSecret()))

/**
 * Whether the password is right. For an account that does not exist or has no password, the same work is done with a hash that
 * no password matches, so that the response time does not reveal which usernames exist.
 *
 * @param passwordHash the stored hash; undefined or null if there is no such account or it has no password
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  // The maximum length is public: rejecting early reveals nothing about the account.
  if (Buffer.byteLength(password) > maxPasswordBytes * 4) return false
  const stored = passwordHash || (await dummyHash())
  const isRight = await onHashingThread({ password: prepared(password), stored })
  return isRight === true && Boolean(passwordHash)
}

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
