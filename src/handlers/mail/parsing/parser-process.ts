import { frameDocument } from './frame-document.ts'
import { attachmentBytes, inlinePictures, parse, readMessage, UnreadableMessage } from './parse-message.ts'
import type { ParsingJob, ParsingResult } from './parsed-message.ts'

/** The part of a job that may need much time and memory; what it returns hashes the body and waits for DNS. */
async function begin(job: ParsingJob): Promise<() => Promise<ParsingResult>> {
  if (job.kind === 'frame') {
    const frame = frameDocument(job.html, job.raw ? inlinePictures(await parse(job.raw)) : [])
    return async () => ({ frame })
  }
  const email = await parse(job.raw)
  if (job.kind === 'attachment') {
    const bytes = attachmentBytes(email, job.index)
    return async () => ({ bytes })
  }
  const message = readMessage(email, job.raw)
  const { authentication } = job
  if (authentication) return async () => ({ message, authentication })
  const { authenticateSender } = await import('./sender-authentication.ts')
  return async () => ({ message, authentication: await authenticateSender(job.raw, message.from, job.from, job) })
}

const report = (message: object) => new Promise<void>((resolve) => process.send?.(message, () => resolve()))

process.on('message', async ({ id, job }: { id: number; job: ParsingJob }) => {
  try {
    await report({ id, phase: 'parsing' })
    const finish = await begin(job)
    await report({ id, phase: 'checking' })
    await report({ id, result: await finish() })
  } catch (failure) {
    if (failure instanceof UnreadableMessage) await report({ id, result: { fault: failure.message } })
    else await report({ id, failure })
  }
})
// The server decides when this ends, even if both get a signal: it still stores messages that have arrived.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
