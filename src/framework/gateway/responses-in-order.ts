import { type Message, toBinary } from '@bufbuild/protobuf'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import type { SharedMessage } from '../kernel/shared-message.ts'
import { answerJson, type Described } from '../kernel/transcoding/transcode.ts'

/** Smaller messages are written anew for each reader. */
const minSharedBytes = 16 * 1024

/** What a stream sends: its type, and what it shares with other streams, whose turn has yet to come. */
interface Sent extends Described {
  readonly shared?: SharedMessage[]
}

interface Keeping {
  /** How much is kept of the large messages that were written last. */
  readonly maxBytes: number
  /** After how many milliseconds without another one nothing is kept. */
  readonly forMs: number
}

const usualKeeping: Keeping = { maxBytes: 16 * 1024 * 1024, forMs: 1000 }

/** A large message that was written. */
interface Written extends Pick<Described, 'method' | 'registry'> {
  /** Its bytes, or the shared message that it is. */
  readonly message: Uint8Array | SharedMessage
  readonly line: Buffer
}

/** Writes the messages of streams. What is published once is written once, for all who read it at about the same time. */
export interface AnswerWriter {
  /** A message as a line of JSON with its end; the same bytes for everybody if it is large. */
  line(described: Sent, message: Message): Promise<string | Buffer>
  /** A message as JSON. */
  json(described: Sent, message: Message): Promise<string | Buffer>
}

/** @param write makes the JSON of a message */
export function createAnswerWriter(write = answerJson, { maxBytes, forMs } = usualKeeping): AnswerWriter {
  const slices = new Slices()
  let kept: Written[] = []
  let keptBytes = 0
  let forgetting: NodeJS.Timeout | undefined

  function keep(written: Written): void {
    kept.push(written)
    keptBytes += sizeOf(written)
    while (keptBytes > maxBytes) keptBytes -= sizeOf(kept.shift() as Written)
    forgetting ??= setTimeout(() => {
      kept = []
      keptBytes = 0
      forgetting = undefined
    }, forMs).unref()
    forgetting.refresh()
  }

  function known(described: Described, isIt: (message: Written['message']) => boolean): Buffer | undefined {
    const { method, registry } = described
    return kept.find((each) => each.method === method && each.registry === registry && isIt(each.message))?.line
  }

  function written({ method, registry, ...described }: Described, message: Message, of: Written['message']): Buffer {
    const line = Buffer.from(`${write({ ...described, method, registry }, message)}\n`)
    if (line.length >= minSharedBytes) keep({ method, registry, message: of, line })
    return line
  }

  async function line(described: Sent, message: Message): Promise<string | Buffer> {
    // What is published once is read by many streams, so all together give the event loop back every few milliseconds.
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
    async json(described, message) {
      const whole = await line(described, message)
      return typeof whole === 'string' ? whole.slice(0, -1) : whole.subarray(0, -1)
    },
  }
}

/** What a shared message was made of is smaller than its JSON. */
function sizeOf({ message, line }: Written): number {
  return line.length + (message instanceof Uint8Array ? message.length : line.length)
}

/** The writer of all streams of the process. */
export const answersInTurn = createAnswerWriter()
