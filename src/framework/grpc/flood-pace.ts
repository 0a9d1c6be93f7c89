import type { Duplex } from 'node:stream'

const pauseMs = 250
const maxWaiting = 40
/** How much of a waiting connection is read, as by any stream that is not consumed. */
const maxBufferedBytes = 64 * 1024

interface Paced {
  /** In the order of their turns; each is called when its turn has come. */
  readonly waiting: Set<() => void>
}

/**
 * Spaces out the HTTP/2 connections of an address that opens and resets streams: 64 KiB do so with 700 of them
 * before Node counts the first, which takes up to 30 ms and leaves much to collect. They are not refused, because
 * others may have the same address.
 */
export class FloodPace {
  /** By address, from a flood until 250 ms later, or until the last that waits has had its turn. */
  readonly #paced = new Map<string, Paced>()

  /** Records that a connection of this address flooded. */
  note(address: string): void {
    if (this.#paced.has(address)) return
    const paced = { waiting: new Set<() => void>() }
    this.#paced.set(address, paced)
    this.#serveLater(address, paced)
  }

  /**
   * Waits until a new connection of the address is to be served.
   *
   * @returns false if it is not to be served: too many wait, or it has closed
   */
  async turn(address: string, connection: Duplex): Promise<boolean> {
    const paced = this.#paced.get(address)
    if (!paced) return true
    if (paced.waiting.size >= maxWaiting) return false
    const putBack = readUntilEnd(connection)
    const isServed = await new Promise<boolean>((resolve) => {
      const start = () => resolve(true)
      paced.waiting.add(start)
      connection.once('close', () => {
        paced.waiting.delete(start)
        resolve(false)
      })
    })
    putBack()
    return isServed
  }

  #serveLater(address: string, paced: Paced): void {
    setTimeout(() => {
      const [next] = paced.waiting
      if (next) {
        paced.waiting.delete(next)
        next()
        this.#serveLater(address, paced)
      } else this.#paced.delete(address)
    }, pauseMs).unref()
  }
}

/**
 * Reads a connection, because it closes only after what was sent before its end is read.
 *
 * @returns puts back what was read
 */
function readUntilEnd(connection: Duplex): () => void {
  const pieces: Buffer[] = []
  let size = 0
  const read = (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    if (size >= maxBufferedBytes) connection.pause()
  }
  connection.on('data', read).resume()
  return () => {
    connection.off('data', read).pause()
    if (!connection.destroyed && size > 0) connection.unshift(Buffer.concat(pieces))
  }
}
