import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { type KV, type KvEntry, Kvm } from '@nats-io/kv'
import type { Version } from '../registry/version.ts'
import type { Nats } from './connection.ts'

const readAtOnce = 32

/** What a key of the registry's bucket holds: one version of a service. */
export interface Content {
  readonly namespace: string
  readonly version: Version
}

export interface Entry {
  readonly key: string
  readonly revision: number
  /** Undefined where it was deleted. */
  readonly content: Content | undefined
}

/** The registry's bucket in NATS. */
export interface Bucket {
  /** Undefined for a key that never was. */
  get(key: string): Promise<Entry | undefined>
  /** What is there under a filter such as `acme.>`, and a revision from before it was read. */
  all(filter: string): Promise<{ revision: number; entries: Entry[] }>
  /**
   * Replaces what the key holds, or deletes it.
   *
   * @returns false when the key has another revision than that of `before`
   */
  replace(key: string, before: Entry | undefined, content: string | undefined): Promise<boolean>
  /** Every change after that revision, in order, until the signal aborts. */
  follow(revision: number, signal: AbortSignal): Promise<AsyncIterable<Entry>>
  /** The newest revision. */
  revision(): Promise<number>
}

function entryOf(entry: KvEntry): Entry {
  const { key, revision } = entry
  return { key, revision, content: entry.operation === 'PUT' ? entry.json<Content>() : undefined }
}

/** Creates the bucket if it does not exist. */
export async function openBucket(nats: Nats, name: string): Promise<Bucket> {
  const kv: KV = await new Kvm(nats.jetstream).create(name, { history: 1 })
  const info = (filter?: string) =>
    nats.manager.streams.info(`KV_${name}`, filter ? { subjects_filter: `$KV.${name}.${filter}` } : {})
  const get = async (key: string): Promise<Entry | undefined> => {
    const entry = await kv.get(key)
    return entry ? entryOf(entry) : undefined
  }
  return {
    get,
    async all(filter) {
      const { state } = await info(filter)
      const keys = Object.keys(state.subjects ?? {}).map((subject) => subject.slice(`$KV.${name}.`.length))
      const entries: Entry[] = []
      while (keys.length > 0) {
        const read = await Promise.all(keys.splice(0, readAtOnce).map(get))
        entries.push(...read.flatMap((entry) => (entry?.content ? entry : [])))
      }
      return { revision: state.last_seq, entries }
    },
    async replace(key, before, content) {
      try {
        if (content !== undefined) await kv.put(key, content, { previousSeq: before?.revision ?? 0 })
        else if (before) await kv.purge(key, { previousSeq: before.revision })
        return true
      } catch (error) {
        if (isWrongRevision(error)) return false
        throw error
      }
    },
    async follow(revision, signal) {
      const entries = await kv.watch({ resumeFromRevision: revision + 1 })
      const stop = (): void => entries.stop()
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop)
      return (async function* () {
        for await (const entry of entries) if (!signal.aborted) yield entryOf(entry)
      })()
    },
    revision: async () => (await info()).state.last_seq,
  }
}

/** Whether a message was refused because its subject has another last message than was expected. */
export function isWrongRevision(error: unknown): boolean {
  const codes: number[] = [JetStreamApiCodes.StreamWrongLastSequence, JetStreamApiCodes.StreamWrongLastSequenceUnknown]
  return error instanceof JetStreamApiError && codes.includes(error.code)
}
