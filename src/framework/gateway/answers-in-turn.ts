import { type Message, toBinary } from '@bufbuild/protobuf'
import { Slices } from '#runtime/base/slices.ts'
import { answerJson, type Described } from '../kernel/transcoding/transcode.ts'

/** Smaller messages are written anew for each reader. */
const minSharedBytes = 16 * 1024
interface Keeping {
  /** How much is kept of the large messages that were written last. */
  readonly maxBytes: number
  /** After how many milliseconds without another one nothing is kept. */
  readonly forMs: number
}

const usualKeeping: Keeping = { maxBytes: 16 * 1024 * 1024, forMs: 1000 }

/** A large message that was written. */
interface Written extends Pick<Described, 'method' | 'registry'> {
  readonly message: Uint8Array
  readonly line: Buffer
}

/** Writes the messages of streams. What is published once is written once, for all who read it at about the same time. */
export interface AnswerWriter {
  /** A message as a line of JSON with its end; the same bytes for everybody if it is large. */
  line(described: Described, message: Message): Promise<string | Buffer>
  /** A message as JSON. */
  json(described: Described, message: Message): Promise<string | Buffer>
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

  async function line(described: Described, message: Message): Promise<string | Buffer> {
    // What is published once is read by many streams, so all together give the event loop back every few milliseconds.
    if (slices.isOver) await slices.next()
    const bytes = toBinary(described.method.output, message)
    if (bytes.length < minSharedBytes) return `${write(described, message)}\n`
    const { method, registry } = described
    const known = kept.find(
      (each) => each.method === method && each.registry === registry && Buffer.compare(each.message, bytes) === 0,
    )
    if (known) return known.line
    const written = { method, registry, message: bytes, line: Buffer.from(`${write(described, message)}\n`) }
    keep(written)
    return written.line
  }

  return {
    line,
    async json(described, message) {
      const whole = await line(described, message)
      return typeof whole === 'string' ? whole.slice(0, -1) : whole.subarray(0, -1)
    },
  }
}

function sizeOf({ message, line }: Written): number {
  return message.length + line.length
}

/** The writer of all streams of the process. */
export const answersInTurn = createAnswerWriter()
