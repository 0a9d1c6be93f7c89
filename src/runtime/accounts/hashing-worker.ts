import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { ARGON2, type HashingJob, type HashingResult } from './hashing-jobs.ts'

// On Linux, pid 0 means only the calling thread; elsewhere it is the whole process, which must not be slowed down.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

parentPort?.on('message', ({ id, password, stored }: HashingJob) => {
  let outcome: HashingResult
  try {
    outcome = { id, result: stored === undefined ? hashSync(password, ARGON2) : verifySync(stored, password) }
  } catch (error) {
    outcome = { id, failure: (error as Error).message }
  }
  parentPort?.postMessage(outcome)
})
