import { type Message, toBinary } from '@bufbuild/protobuf'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import type { SharedMessage } from '../kernel/shared-message.ts'
import { type Described, responseJson } from '../kernel/transcoding/transcode.ts'

/** Smaller messages are encoded separately for each reader. */
const minSharedBytes = 16 * 1024

/** What a stream sends: its type, and its pending messages that other streams share. */
interface Sent extends Described {
  readonly shared?: SharedMessage[]
}

interface CacheLimits {
  /** The size of the cache of the large messages that were written last. */
  readonly maxBytes: number
  /** After how many milliseconds without a large message the cache is cleared. */
  readonly idleMs: number
}

const usualLimits: CacheLimits = { maxBytes: 16 * 1024 * 1024, idleMs: 1000 }

/** A large message that was written. */
interface Written extends Pick<Described, 'method' | 'registry'> {
  /** Its bytes, or the shared message. */
  readonly message: Uint8Array | SharedMessage
  readonly line: Buffer
}

/**
 * Encodes the messages of streams. A message published once is encoded once for all who read it at about the same time.
 *
 * @param write encodes a message as JSON
 */
export function createResponseWriter(write = responseJson, { maxBytes, idleMs } = usualLimits) {
  const slices = new Slices()
  let cached: Written[] = []
  let cachedBytes = 0
  let clearing: NodeJS.Timeout | undefined

  function store(written: Written): void {
    cached.push(written)
    cachedBytes += sizeOf(written)
    while (cachedBytes > maxBytes) cachedBytes -= sizeOf(cached.shift() as Written)
    clearing ??= setTimeout(() => {
      cached = []
      cachedBytes = 0
      clearing = undefined
    }, idleMs).unref()
    clearing.refresh()
  }

  function known(described: Described, isIt: (message: Written['message']) => boolean): Buffer | undefined {
    const { method, registry } = described
    return cached.find((each) => each.method === method && each.registry === registry && isIt(each.message))?.line
  }

  function written({ method, registry, ...described }: Described, message: Message, of: Written['message']): Buffer {
    const line = Buffer.from(`${write({ ...described, method, registry }, message)}\n`)
    if (line.length >= minSharedBytes) store({ method, registry, message: of, line })
    return line
  }

  /** A message as a line of JSON with its end; the same bytes for everybody if it is large. */
  async function line(described: Sent, message: Message): Promise<string | Buffer> {
    // Many streams read the same message, so together they yield to the event loop every few milliseconds.
    if (slices.isOver) await slices.next()
    const { shared = [] } = described
    const [first] = shared
    if (first && toBinary(described.method.output, message).length === 0) {
      shared.shift()
      return known(described, (each) => each === first) ?? written(described, first.message(), first)
    }
    const bytes = toBinary(described.method.output, message)
    if (bytes.length < minSharedBytes) return `${write(described, message)}\n`
    const isIt = (each: Written['message']) => each instanceof Uint8Array && Buffer.compare(each, bytes) === 0
    return known(described, isIt) ?? written(described, message, bytes)
  }

  return {
    line,
    /** A message as JSON. */
    async json(described: Sent, message: Message): Promise<string | Buffer> {
      const whole = await line(described, message)
      return typeof whole === 'string' ? whole.slice(0, -1) : whole.subarray(0, -1)
    },
  }
}

/** The source of a shared message is smaller than its JSON. */
function sizeOf({ message, line }: Written): number {
  return line.length + (message instanceof Uint8Array ? message.length : line.length)
}

/** The writer of all streams of the process. */
export const responsesInOrder = createResponseWriter()
