import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { seedError } from './seed-error.ts'

/** The text of a seed as the worker read it. */
export interface SeedText {
  readonly value: unknown
  /** Line and column of each part, both from 1, by its path: `/calls/2/with`. Of a member, those of its key. */
  readonly places: ReadonlyMap<string, readonly [number, number]>
}

/** What the worker sends: the seed, or what is wrong with it. */
export type SeedReading = SeedText | { readonly fault: string }

const maxSeedBytes = 1024 * 1024
/** A seed with 2,000 calls takes less than a second. */
const limitMs = 10_000
const memoryMb = 256

/**
 * Reads YAML, of which JSON is a part. It runs in a worker that can be ended: some texts of a few kilobytes keep a parser busy
 * for minutes.
 *
 * @throws ApiError invalid_argument with line and column
 */
export async function readSeedText(text: string): Promise<SeedText> {
  if (Buffer.byteLength(text) > maxSeedBytes) throw seedError('It is larger than 1 MiB.')
  const reading = await inWorker(text)
  if ('fault' in reading) throw seedError(reading.fault)
  return reading
}

async function inWorker(text: string): Promise<SeedReading> {
  const worker = new Worker(new URL(`./seed-text-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const { promise, resolve } = Promise.withResolvers<SeedReading>()
  const tooHard = () => resolve({ fault: 'It is too complex to be read.' })
  const timer = setTimeout(tooHard, limitMs)
  worker.once('message', resolve)
  worker.once('error', tooHard)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
