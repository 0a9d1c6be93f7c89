import { setImmediate, setTimeout } from 'node:timers/promises'
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { BlobStore, type BlobWriteRequest, Store as StoreDefinition } from '#generated/proto/store_pb.js'
import type { Clock } from '#runtime/base/clock.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { administratorOf, type NamespaceNaming, needAdmin } from '../../kernel/admission/roles.ts'
import { type CoreService, callerOf } from '../../kernel/host/host.ts'
import { invalid, RpcError } from '../../kernel/rpc-errors.ts'
import { Blobs } from './namespace-blobs.ts'
import { Records } from './records.ts'
import { Space } from './space.ts'
import type { KeyFilter, Place, StoreRecord } from './types.ts'

const MIB = 1024 * 1024

/**
 * HTTP/2 clients of Node.js that cancel a stream first end it as if it were complete, and cancel it in the next packet. A
 * cancelled upload must not replace anything.
 */
const CANCEL_LAG_MS = 30

/** The header with the content type of a blob in the response to a Read. */
const CONTENT_TYPE_HEADER = 'onedoor-content-type'

interface StoreServiceOptions {
  readonly store: Store
  readonly clock: Clock
  /** STORE_QUOTA_MIB: the quota of a namespace. */
  readonly quotaMib: number
  readonly naming: NamespaceNaming
  readonly log?: StoreLog | undefined
}

/** The core service `store`: records and blobs of the caller's namespace. Its owner calls `purge` regularly. */
export function storeService(options: StoreServiceOptions): CoreService & { purge(): Promise<unknown> } {
  const { store, clock, quotaMib, naming, log } = options
  const space = new Space({ store, clock, quotaBytes: quotaMib * MIB })
  const records = new Records({ store, clock, space })
  const blobs = new Blobs({ store, clock, space, log })
  return {
    name: 'store',
    register(router) {
      router.service(StoreDefinition, recordHandlers(records))
      router.service(BlobStore, blobHandlers(blobs, naming))
    },
    async purge() {
      await records.purge()
      await blobs.purge()
    },
  }
}

function place(context: HandlerContext, id: string, at: { database: string; table: string } | undefined): Place {
  const { namespace } = administratorOf(context, id)
  return { namespace, database: at?.database ?? '', table: at?.table ?? '' }
}

function recordHandlers(records: Records): ServiceImpl<typeof StoreDefinition> {
  return {
    async read({ key, options }, context) {
      const id = 'store.read'
      const at = place(context, id, options)
      if (!options?.prefix && !options?.suffix) return { records: [messageOf(await records.read(at, key))] }
      const ends = { prefix: options.prefix ? key : '', suffix: options.suffix ? key : '' }
      return { records: (await records.find(at, filterOf({ ...options, ...ends }, id))).map(messageOf) }
    },
    async write({ record, options }, context) {
      const id = 'store.write'
      const at = place(context, id, options)
      if (!record) throw invalid(id, 'record is missing.')
      await records.write(at, { ...record, expiryS: Number(record.expiry) })
      return {}
    },
    async delete({ key, options }, context) {
      await records.delete(place(context, 'store.delete', options), key)
      return {}
    },
    async *list({ options }, context) {
      const id = 'store.list'
      const pages = records.list(place(context, id, options), filterOf(options, id))
      for await (const keys of pages) yield { keys }
    },
    async databases(_request, context) {
      return { databases: await records.databases(administratorOf(context, 'store.databases').namespace) }
    },
    async tables({ database }, context) {
      const { namespace } = administratorOf(context, 'store.tables')
      return { tables: await records.tables({ namespace, database }) }
    },
  }
}

function blobHandlers(blobs: Blobs, naming: NamespaceNaming): ServiceImpl<typeof BlobStore> {
  return {
    async *read({ key, options }, context) {
      const id = 'store.blobstore.read'
      const caller = callerOf(context)
      const namespace = await naming.of(caller, options?.namespace, id)
      const blob = await blobs.read(namespace, key).catch((failure: unknown) => {
        // A caller without permission to read a blob must not learn whether it exists.
        if (failure instanceof RpcError && failure.code === 'not_found') needAdmin(caller, id)
        throw failure
      })
      if (!blob.isPublic) needAdmin(caller, id)
      if (blob.contentType !== '') context.responseHeader.set(CONTENT_TYPE_HEADER, blob.contentType)
      for await (const piece of blob.pieces) yield { blob: piece }
    },
    async write(requests, context) {
      const id = 'store.blobstore.write'
      const messages = requests[Symbol.asyncIterator]()
      const { value: first, done } = await messages.next()
      if (done) throw invalid(id, 'No message was sent. The first message must contain key and options.')
      const { key, options } = first
      const namespace = await naming.administered(context, options?.namespace, id)
      const about = { key, contentType: options?.contentType ?? '', isPublic: options?.public ?? false }
      await blobs.write(namespace, about, contentOf(first, messages, { id, signal: context.signal }))
      return {}
    },
    async delete({ key, options }, context) {
      await blobs.delete(await naming.administered(context, options?.namespace, 'store.blobstore.delete'), key)
      return {}
    },
    async list({ options }, context) {
      const namespace = await naming.administered(context, options?.namespace, 'store.blobstore.list')
      return { keys: await blobs.list(namespace, options?.prefix ?? '') }
    },
  }
}

async function* contentOf(
  first: BlobWriteRequest,
  others: AsyncIterator<BlobWriteRequest>,
  { id, signal }: { id: string; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  yield first.blob
  for (;;) {
    const { value: message, done } = await others.next()
    if (done) break
    if (message.key !== '' && message.key !== first.key) {
      throw invalid(id, 'key changes within the stream, but a stream can write only one blob.')
    }
    yield message.blob
  }
  await aMoment(CANCEL_LAG_MS)
  if (signal.aborted) throw new RpcError('request_timeout', id, 'The upload was interrupted. Nothing was stored.')
}

/** Resolves when everything received has been handled, even if the process was busy. */
async function aMoment(ms: number): Promise<void> {
  await setTimeout(ms)
  for (let turn = 0; turn < 3; turn++) await setImmediate()
}

interface Bounds {
  readonly prefix: string
  readonly suffix: string
  readonly limit: bigint
  readonly offset: bigint
  readonly order: string
}

function filterOf(options: Bounds | undefined, id: string): KeyFilter {
  const order = options?.order || 'asc'
  if (order !== 'asc' && order !== 'desc') throw invalid(id, 'options.order must be asc or desc.')
  return {
    prefix: options?.prefix ?? '',
    suffix: options?.suffix ?? '',
    order,
    limit: options?.limit ? atMost(options.limit) : undefined,
    offset: atMost(options?.offset ?? 0n),
  }
}

/** The largest number that the databases accept; no table has more records. */
function atMost(count: bigint): number {
  return Math.min(Number(count), Number.MAX_SAFE_INTEGER)
}

function messageOf({ key, value, expiryS, metadata }: StoreRecord) {
  return { key, value, expiry: BigInt(expiryS), metadata: { ...metadata } }
}
