import type { ServerResponse } from 'node:http'

/** A client that does not give up a stream that has stopped is disconnected. */
export const maxStallMs = 300_000

type Sent = string | Uint8Array
type Done = (error?: Error | null) => void

/**
 * Breaks a response as soon as its body would have more than `bytes` bytes.
 *
 * @param how `cut` closes the connection; `stall` leaves it open and sends nothing more
 */
export function breakAfter(res: ServerResponse, bytes: number, how: 'cut' | 'stall'): void {
  const { write, end } = res
  let left = bytes
  /** Writes that have not reached the connection. */
  let pending = 0
  let isBroken = false

  const cut = () => {
    if (isBroken && how === 'cut' && pending === 0) res.destroy()
  }

  function broken(done?: Done): true {
    if (!isBroken) {
      isBroken = true
      cut()
      const timer = setTimeout(() => res.destroy(), maxStallMs).unref()
      res.once('close', () => clearTimeout(timer))
    }
    if (done) process.nextTick(done)
    return true
  }

  /** Sends as much of a piece as may be sent. */
  function sends(piece: Sent, encoding: BufferEncoding | undefined): { isWhole: boolean; goesOn: boolean } {
    const data = typeof piece === 'string' ? Buffer.from(piece, encoding) : piece
    const part = data.subarray(0, left)
    left -= part.length
    if (part.length === 0) return { isWhole: data.length === 0, goesOn: true }
    pending += 1
    const goesOn = write.call(res, part, 'utf8', () => {
      pending -= 1
      cut()
    })
    return { isWhole: part.length === data.length, goesOn }
  }

  res.write = ((piece: Sent, encoding?: BufferEncoding | Done, done?: Done) => {
    const callback = typeof encoding === 'function' ? encoding : done
    if (isBroken) return broken(callback)
    const { isWhole, goesOn } = sends(piece, typeof encoding === 'function' ? undefined : encoding)
    if (!isWhole) return broken(callback)
    if (callback) process.nextTick(callback)
    return goesOn
  }) as typeof res.write

  res.end = ((piece?: Sent | Done, encoding?: BufferEncoding | Done, done?: Done) => {
    const callback = [piece, encoding, done].find((each) => typeof each === 'function')
    if (isBroken) return ended(callback)
    const isPiece = typeof piece === 'string' || piece instanceof Uint8Array
    if (isPiece && !sends(piece, typeof encoding === 'string' ? encoding : undefined).isWhole) return ended(callback)
    // Of a response that is cut before its first byte not even the head is sent.
    if (bytes === 0) return ended(callback)
    return end.call(res, callback as never, undefined as never)
  }) as typeof res.end

  function ended(done?: Done): ServerResponse {
    broken(done)
    return res
  }
}
