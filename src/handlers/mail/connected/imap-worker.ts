import { parentPort } from 'node:worker_threads'
import { failureOf, runImap } from './imap-session.ts'
import type { ImapTold, ImapWork } from './imap-types.ts'

parentPort?.on('message', async (work: ImapWork) => {
  const told: ImapTold = await runImap(work).then(
    (result) => ({ result }),
    (failure: unknown) => ({ failure: failureOf(failure) }),
  )
  parentPort?.postMessage(told)
})
