import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { ARGON2, type HashingAnswer, type HashingJob } from './hashing-jobs.ts'

// On Linux, priority 0 names the calling thread alone; elsewhere it is the whole process, which must not be slowed down.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

parentPort?.on('message', ({ id, password, stored }: HashingJob) => {
  let answer: HashingAnswer
  try {
    answer = { id, result: stored === undefined ? hashSync(password, ARGON2) : verifySync(stored, password) }
  } catch (error) {
    answer = { id, failure: (error as Error).message }
  }
  parentPort?.postMessage(answer)
})
