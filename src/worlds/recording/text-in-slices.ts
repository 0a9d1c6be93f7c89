import { Slices } from '../../runtime/base/yield-to-event-loop.ts'

/**
 * Joins the pieces of a text that takes long to write.
 *
 * @param slices what the work is divided into, after each piece at most
 */
export async function textInSlices(pieces: Iterable<string>, slices = new Slices()): Promise<string> {
  const written: string[] = []
  for (const piece of pieces) {
    written.push(piece)
    if (slices.isOver) await slices.next()
  }
  return written.join('')
}
