import type { Message } from '@bufbuild/protobuf'
import { Slices } from '#runtime/base/slices.ts'
import { AtATime } from '#runtime/limits/at-a-time.ts'
import { answerJson, type Described } from '../kernel/transcoding/transcode.ts'

const turns = new AtATime(1)
const slices = new Slices()

/**
 * A message of a stream as JSON. What is published once is written for every subscriber, so all streams together give the event
 * loop back every few milliseconds.
 */
export async function answerInTurn(described: Described, message: Message): Promise<string> {
  if (!slices.isOver) return answerJson(described, message)
  return turns.run('', async () => {
    if (slices.isOver) await slices.next()
    return answerJson(described, message)
  })
}
