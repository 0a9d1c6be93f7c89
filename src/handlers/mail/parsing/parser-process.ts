import { attachmentBytes, inlinePictures, parse, readMessage, UnreadableMessage } from './parse-message.ts'
import type { ReadingJob, ReadingResult } from './parsed-message.ts'

async function done(job: ReadingJob): Promise<ReadingResult> {
  try {
    const email = await parse(job.raw)
    if (job.kind === 'attachment') return { bytes: attachmentBytes(email, job.index) }
    if (job.kind === 'pictures') return { pictures: inlinePictures(email) }
    const message = readMessage(email, job.raw)
    const { verdictOf } = await import('./sender-authentication.ts')
    return { message, verdict: await verdictOf(job.raw, message.from, job.from, job) }
  } catch (failure) {
    if (failure instanceof UnreadableMessage) return { fault: failure.message }
    throw failure
  }
}

const tell = (told: object) => new Promise<void>((resolve) => process.send?.(told, () => resolve()))

process.on('message', async ({ id, job }: { id: number; job: ReadingJob }) => {
  // What has begun is said first, so that one that never ends is told from those that wait behind it.
  await tell({ id, begun: true })
  try {
    await tell({ id, result: await done(job) })
  } catch (failure) {
    await tell({ id, failure: (failure as Error).message })
  }
})
// The server decides when this ends, also if a signal goes to both: it still stores what has arrived.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
