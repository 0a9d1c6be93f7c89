import { parentPort } from 'node:worker_threads'
import { attachmentBytes, inlinePictures, parse, readMessage, UnreadableMessage } from './parse.ts'
import type { ReadingJob, ReadingResult } from './types.ts'
import { verdictOf } from './verdict.ts'

async function done(job: ReadingJob): Promise<ReadingResult> {
  try {
    const email = await parse(job.raw)
    if (job.kind === 'attachment') return { bytes: attachmentBytes(email, job.index) }
    if (job.kind === 'pictures') return { pictures: inlinePictures(email) }
    const message = readMessage(email, job.raw)
    return { message, verdict: await verdictOf(job.raw, message.from, job.from, job) }
  } catch (failure) {
    if (failure instanceof UnreadableMessage) return { fault: failure.message }
    throw failure
  }
}

parentPort?.on('message', async ({ id, job }: { id: number; job: ReadingJob }) => {
  // What has begun is said, so that one that never ends is told from those that wait behind it.
  parentPort?.postMessage({ id, begun: true })
  try {
    parentPort?.postMessage({ id, result: await done(job) })
  } catch (failure) {
    parentPort?.postMessage({ id, failure: (failure as Error).message })
  }
})
