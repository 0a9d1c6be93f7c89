import { create, toBinary } from '@bufbuild/protobuf'
import { Broker as BrokerDefinition, MessageSchema } from '#generated/proto/broker_pb.js'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import { accountOf } from '../../kernel/admission/roles.ts'
import { type CoreService, streamOpened } from '../../kernel/host/host.ts'
import { OpenStreams } from '../../kernel/open-streams.ts'
import { callOf } from '../../kernel/rpc-call.ts'
import { createSharing } from '../../kernel/shared-message.ts'
import { checkBytes, checkName, checkTexts } from '../../kernel/texts.ts'
import { brokerBounds } from './bounds.ts'
import type { Broker, BrokerMessage } from './types.ts'

const headerBounds = { entries: brokerBounds.headerEntries, bytes: brokerBounds.headerBytes }

const messageOf = ({ header, body }: BrokerMessage) => create(MessageSchema, { header: { ...header }, body })

/**
 * The core service `broker`: messages between the accounts of the caller's namespace.
 *
 * @param encode encodes a message, once for all of its subscribers over gRPC
 */
export function brokerService(broker: Broker, encode = toBinary<typeof MessageSchema>): CoreService {
  const streams = new OpenStreams()
  // Per process: each message is delivered to every subscriber.
  const slices = new Slices()
  const shared = createSharing(MessageSchema, messageOf, encode)
  const topicOf = ({ topic }: { topic: string }, id: string) => checkName(topic, 'topic', brokerBounds.topicBytes, id)

  return {
    name: 'broker',
    register(router) {
      router.service(BrokerDefinition, {
        async publish(request, context) {
          const id = 'broker.publish'
          const { namespace } = accountOf(context, id)
          await broker.publish(namespace, topicOf(request, id), {
            header: checkTexts(request.message?.header ?? {}, 'message.header', headerBounds, id),
            body: checkBytes(request.message?.body ?? new Uint8Array(), 'message.body', brokerBounds.bodyBytes, id),
          })
          return {}
        },
        async *subscribe(request, context) {
          const id = 'broker.subscribe'
          const caller = accountOf(context, id)
          const topic = topicOf(request, id)
          const queue = request.queue && checkName(request.queue, 'queue', brokerBounds.queueBytes, id)
          using _stream = streams.open(caller, id)
          const messages = broker.subscribe(caller.namespace, topic, queue || undefined, context.signal)
          await messages.ready
          streamOpened(context)
          const { sendShared } = callOf(context)
          for await (const message of messages) {
            if (slices.isOver) await slices.next()
            sendShared?.(shared(message))
            yield sendShared ? create(MessageSchema) : messageOf(message)
          }
        },
      })
    },
  }
}
