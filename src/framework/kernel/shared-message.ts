import { type DescMessage, type Message, type MessageShape, toBinary } from '@bufbuild/protobuf'
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node'

/** Smaller messages are not compressed, like those that Connect encodes. */
const minCompressedBytes = 1024
const headBytes = 5
const compressions = new Map([compressionGzip, compressionBrotli].map((each) => [each.name, each]))

/** A message that many streams send: it is encoded, and compressed, once for all of them. */
export interface SharedMessage {
  /**
   * The message as a frame of gRPC.
   *
   * @param encoding the `grpc-encoding` of the stream, null for none
   */
  frame(encoding: string | null): Promise<Uint8Array>
  /** The message, for doors that write it in another form. */
  message(): Message
}

/**
 * Shares the encoded form of a message among all who send it, as long as its source is referenced.
 *
 * @param messageOf creates the message; the same object is the same message
 * @param encode encodes it
 */
export function createSharing<Source extends object, Desc extends DescMessage>(
  desc: Desc,
  messageOf: (source: Source) => MessageShape<Desc>,
  encode: (desc: Desc, message: MessageShape<Desc>) => Uint8Array = toBinary,
): (source: Source) => SharedMessage {
  const shared = new WeakMap<Source, SharedMessage>()
  return (source) => {
    const known = shared.get(source)
    if (known) return known
    const made = createSharedMessage(
      () => messageOf(source),
      () => encode(desc, messageOf(source)),
    )
    shared.set(source, made)
    return made
  }
}

function createSharedMessage(message: () => Message, encode: () => Uint8Array): SharedMessage {
  const smaller = new Map<string, Promise<Uint8Array>>()
  let plain: Uint8Array | undefined
  return {
    message,
    async frame(encoding) {
      plain ??= frameOf(0, encode())
      const bytes = plain.subarray(headBytes)
      const compression = bytes.length < minCompressedBytes ? undefined : compressions.get(encoding ?? '')
      if (!compression) return plain
      const known = smaller.get(compression.name)
      if (known) return known
      const made = compression.compress(bytes).then((compressed) => frameOf(1, compressed))
      smaller.set(compression.name, made)
      return made
    },
  }
}

function frameOf(flags: number, bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(headBytes + bytes.length)
  frame[0] = flags
  new DataView(frame.buffer).setUint32(1, bytes.length)
  frame.set(bytes, headBytes)
  return frame
}

/**
 * Puts shared messages in place of their empty placeholders in a stream.
 *
 * @param frames the stream of a method, a frame in each piece
 * @param waiting shared messages whose turn has yet to come, in order
 */
export async function* withShared(
  frames: AsyncIterable<Uint8Array>,
  waiting: SharedMessage[],
  encoding: string | null,
): AsyncGenerator<Uint8Array> {
  for await (const frame of frames) {
    const isPlace = frame.length === headBytes && frame.every((byte) => byte === 0)
    const message = isPlace ? waiting.shift() : undefined
    yield message ? await message.frame(encoding) : frame
  }
}
