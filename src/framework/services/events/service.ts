import { create, fromBinary, fromJsonString } from '@bufbuild/protobuf'
import type { ServiceImpl } from '@connectrpc/connect'
import {
  type AckRequest,
  AckRequestSchema,
  type ConsumeRequest,
  EventSchema,
  Store,
  Stream,
} from '#generated/proto/events_pb.js'
import type { Clock } from '#runtime/base/clock.ts'
import { newId } from '#runtime/base/ids.ts'
import { administratorOf } from '../../kernel/admission/roles.ts'
import { type CoreService, streamOpened } from '../../kernel/host/host.ts'
import { OpenStreams } from '../../kernel/open-streams.ts'
import { callOf, type LaterMessage } from '../../kernel/rpc-call.ts'
import { invalid } from '../../kernel/rpc-errors.ts'
import { checkBytes, checkName, checkTexts } from '../../kernel/texts.ts'
import { eventBounds } from './bounds.ts'
import type { ConsumeOptions, Events, StreamEvent } from './types.ts'

const metadataBounds = { entries: eventBounds.metadataEntries, bytes: eventBounds.metadataBytes }
/** The last second that a JavaScript time can represent. */
const lastSecond = 8_640_000_000_000

interface EventsServiceOptions {
  readonly events: Events
  readonly clock: Clock
  /** How long published events are stored: events written for longer are rejected. */
  readonly retentionMs: number
}

/** The core service `events`: event streaming for the administrators of the caller's namespace and their programs. */
export function eventsService(options: EventsServiceOptions): CoreService {
  return {
    name: 'events',
    register(router) {
      router.service(Stream, streamHandlers(options))
      router.service(Store, storeHandlers(options))
    },
  }
}

function streamHandlers({ events }: EventsServiceOptions): ServiceImpl<typeof Stream> {
  const streams = new OpenStreams()
  return {
    async publish({ topic, metadata, payload, timestamp }, context) {
      const id = 'events.stream.publish'
      const { namespace } = administratorOf(context, id)
      const timestampS = secondsOf(timestamp, 'timestamp', id)
      await events.publish(namespace, {
        ...contentOf({ topic, metadata, payload }, id),
        ...(timestampS === 0 ? {} : { timestampS }),
      })
      return {}
    },
    async *consume(request, context) {
      const id = 'events.stream.consume'
      const caller = administratorOf(context, id)
      const options = consumeOptions(request, id)
      using _stream = streams.open(caller, id)
      const consumption = events.consume(caller.namespace, options, context.signal)
      await consumption.ready
      const { topic, group } = options
      if (group !== undefined) {
        const about = { namespace: caller.namespace, topic, group }
        callOf(context).onLater = (message) => acknowledgeInStream(events, about, message)
      }
      streamOpened(context)
      for await (const event of consumption) yield messageOf(event)
    },
    async ack({ topic, group, id: event, success }, context) {
      const id = 'events.stream.ack'
      const { namespace } = administratorOf(context, id)
      await events.ack(namespace, {
        topic: topicOf(topic, id),
        group: checkName(group, 'group', eventBounds.groupBytes, id),
        id: checkName(event, 'id', eventBounds.idBytes, id),
        success,
      })
      return {}
    },
  }
}

/**
 * Existing clients acknowledge on the stream on which they consume, where topic and group are known. Such a message has
 * no response: if it cannot be read, or fails, the event is sent again.
 */
function acknowledgeInStream(
  events: Events,
  { namespace, topic, group }: { namespace: string; topic: string; group: string },
  message: LaterMessage,
): void {
  const request = acknowledgement(message)
  if (!request) return
  events.ack(namespace, { topic, group, id: request.id, success: request.success }).catch(() => undefined)
}

function acknowledgement({ bytes, isJson }: LaterMessage): AckRequest | undefined {
  try {
    const options = { ignoreUnknownFields: true }
    const request = isJson
      ? fromJsonString(AckRequestSchema, Buffer.from(bytes).toString(), options)
      : fromBinary(AckRequestSchema, bytes)
    checkName(request.id, 'id', eventBounds.idBytes, 'events.stream.ack')
    return request
  } catch {
    return undefined
  }
}

function storeHandlers({ events, clock, retentionMs }: EventsServiceOptions): ServiceImpl<typeof Store> {
  return {
    async read({ topic, limit, offset }, context) {
      const id = 'events.store.read'
      const { namespace } = administratorOf(context, id)
      const page = {
        limit: Math.min(
          count(limit, 'limit', Number.MAX_SAFE_INTEGER, id) || eventBounds.readDefault,
          eventBounds.maxRead,
        ),
        offset: count(offset, 'offset', eventBounds.maxReadOffset, id),
      }
      return { events: (await events.read(namespace, topicOf(topic, id), page)).map(messageOf) }
    },
    async write({ event, ttl }, context) {
      const id = 'events.store.write'
      const { namespace } = administratorOf(context, id)
      if (!event) throw invalid(id, 'event is missing.')
      const written: StreamEvent = {
        ...contentOf(event, id),
        id: event.id ? checkName(event.id, 'event.id', eventBounds.idBytes, id) : newId('event'),
        timestampS: secondsOf(event.timestamp, 'event.timestamp', id) || Math.floor(clock.now() / 1000),
      }
      await events.write(namespace, written, ttlOf(ttl, retentionMs, id))
      return {}
    },
  }
}

function ttlOf(ttl: bigint, retentionMs: number, id: string): number | undefined {
  const most = Math.floor(retentionMs / 1000)
  if (ttl === 0n) return undefined
  if (ttl < 0n || ttl > BigInt(most))
    throw invalid(id, `ttl must be 1 to ${most} seconds, the retention on this server, or 0 for the maximum.`)
  return Number(ttl)
}

function topicOf(topic: string, id: string): string {
  return checkName(topic, 'topic', eventBounds.topicBytes, id)
}

function contentOf(event: { topic: string; metadata: Record<string, string>; payload: Uint8Array }, id: string) {
  return {
    topic: topicOf(event.topic, id),
    metadata: checkTexts(event.metadata, 'metadata', metadataBounds, id),
    payload: checkBytes(event.payload, 'payload', eventBounds.payloadBytes, id),
  }
}

function consumeOptions(request: ConsumeRequest, id: string): ConsumeOptions {
  const { ackWaitDefaultMs, ackWaitMinMs, maxAckWaitMs, maxRetryLimit, groupBytes } = eventBounds
  const ackWaitMs = request.ackWait === 0n ? ackWaitDefaultMs : Number(request.ackWait) / 1_000_000
  if (ackWaitMs < ackWaitMinMs || ackWaitMs > maxAckWaitMs) {
    throw invalid(
      id,
      `ack_wait is in nanoseconds: ${ackWaitMinMs}000000 (${ackWaitMinMs} ms) to ${maxAckWaitMs}000000 (${maxAckWaitMs / 3_600_000} hours), or 0 for ${ackWaitDefaultMs / 1000} seconds.`,
    )
  }
  // Clients of the older form send -1 for no limit.
  const retryLimit = request.retryLimit < 0n ? 0 : count(request.retryLimit, 'retry_limit', maxRetryLimit, id)
  // They send the time 0001-01-01 for no offset.
  const offsetS = request.offset < 0n ? 0 : secondsOf(request.offset, 'offset', id)
  return {
    topic: topicOf(request.topic, id),
    ...(request.group ? { group: checkName(request.group, 'group', groupBytes, id) } : {}),
    ...(offsetS === 0 ? {} : { offsetS }),
    autoAck: request.autoAck,
    ackWaitMs: Math.ceil(ackWaitMs),
    retryLimit,
  }
}

function count(value: bigint, field: string, most: number, id: string): number {
  if (value <= BigInt(most)) return Number(value)
  throw invalid(id, `${field} may be at most ${most}.`)
}

function secondsOf(value: bigint, field: string, id: string): number {
  if (value >= 0n && value <= BigInt(lastSecond)) return Number(value)
  throw invalid(id, `${field} is in seconds since 1970 and must not be negative.`)
}

function messageOf({ id, topic, metadata, payload, timestampS }: StreamEvent) {
  return create(EventSchema, { id, topic, metadata: { ...metadata }, payload, timestamp: BigInt(timestampS) })
}
