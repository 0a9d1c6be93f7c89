import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { type KV, type KvEntry, Kvm } from '@nats-io/kv'
import type { Nats } from './jetstream.ts'

const readAtOnce = 32

/** A key of a bucket with its content. */
export interface Entry<Content> {
  readonly key: string
  readonly revision: number
  /** Undefined if it was deleted. */
  readonly content: Content | undefined
}

/** A key-value bucket in NATS. */
export type Bucket<Content> = Awaited<ReturnType<typeof openBucket<Content>>>

function entryOf<Content>(entry: KvEntry): Entry<Content> {
  const { key, revision } = entry
  return { key, revision, content: entry.operation === 'PUT' ? entry.json<Content>() : undefined }
}

/** Creates the bucket if it does not exist. */
export async function openBucket<Content>(nats: Nats, name: string) {
  const kv: KV = await new Kvm(nats.jetstream).create(name, { history: 1 })
  const info = (filter?: string) =>
    nats.manager.streams.info(`KV_${name}`, filter ? { subjects_filter: `$KV.${name}.${filter}` } : {})
  /** Undefined for a key that never existed. */
  const get = async (key: string): Promise<Entry<Content> | undefined> => {
    const entry = await kv.get(key)
    return entry ? entryOf<Content>(entry) : undefined
  }
  return {
    get,
    /** The entries that match a filter such as `acme.>`, and a revision from before they were read. */
    async all(filter: string): Promise<{ revision: number; entries: Entry<Content>[] }> {
      const { state } = await info(filter)
      const keys = Object.keys(state.subjects ?? {}).map((subject) => subject.slice(`$KV.${name}.`.length))
      const entries: Entry<Content>[] = []
      while (keys.length > 0) {
        const read = await Promise.all(keys.splice(0, readAtOnce).map(get))
        entries.push(...read.flatMap((entry) => (entry?.content ? entry : [])))
      }
      return { revision: state.last_seq, entries }
    },
    /**
     * Replaces the content of the key, or deletes it.
     *
     * @returns false when the key has another revision than that of `before`
     */
    async replace(key: string, before: Entry<Content> | undefined, content: string | undefined): Promise<boolean> {
      try {
        if (content !== undefined) await kv.put(key, content, { previousSeq: before?.revision ?? 0 })
        else if (before) await kv.purge(key, { previousSeq: before.revision })
        return true
      } catch (error) {
        if (isWrongRevision(error)) return false
        throw error
      }
    },
    /** Every change after that revision, in order, until the signal aborts. */
    async follow(revision: number, signal: AbortSignal): Promise<AsyncIterable<Entry<Content>>> {
      const entries = await kv.watch({ resumeFromRevision: revision + 1 })
      const stop = (): void => entries.stop()
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop)
      return (async function* () {
        for await (const entry of entries) if (!signal.aborted) yield entryOf<Content>(entry)
      })()
    },
    /** The newest revision. */
    revision: async (): Promise<number> => (await info()).state.last_seq,
  }
}

/** Whether a message was rejected because its subject's last message is not the expected one. */
export function isWrongRevision(error: unknown): boolean {
  const codes: number[] = [JetStreamApiCodes.StreamWrongLastSequence, JetStreamApiCodes.StreamWrongLastSequenceUnknown]
  return error instanceof JetStreamApiError && codes.includes(error.code)
}
