import { attachmentBytes, inlinePictures, parse, readMessage, UnreadableMessage } from './parse-message.ts'
import type { ParsingJob, ParsingResult } from './parsed-message.ts'

async function run(job: ParsingJob): Promise<ParsingResult> {
  try {
    const email = await parse(job.raw)
    if (job.kind === 'attachment') return { bytes: attachmentBytes(email, job.index) }
    if (job.kind === 'pictures') return { pictures: inlinePictures(email) }
    const message = readMessage(email, job.raw)
    const { authenticateSender } = await import('./sender-authentication.ts')
    return { message, authentication: await authenticateSender(job.raw, message.from, job.from, job) }
  } catch (failure) {
    if (failure instanceof UnreadableMessage) return { fault: failure.message }
    throw failure
  }
}

const report = (message: object) => new Promise<void>((resolve) => process.send?.(message, () => resolve()))

process.on('message', async ({ id, job }: { id: number; job: ParsingJob }) => {
  // Reported first, to distinguish a job that never ends from those that wait behind it.
  await report({ id, begun: true })
  try {
    await report({ id, result: await run(job) })
  } catch (failure) {
    await report({ id, failure: (failure as Error).message })
  }
})
// The server decides when this ends, even if both get a signal: it still stores messages that have arrived.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
