/** The size of a piece; a multiple of three, so that whole groups of base64 fill it. */
export const pooledPieceBytes = 384 * 1024

/** How many unused pieces are kept: 12 MiB. */
const maxUnused = 32

/**
 * Memory for bytes that are held for a short time, in pieces that are used again: new memory for each would make the
 * collector run, which costs more than what the bytes are needed for.
 */
export class PiecePool {
  readonly #unused: Buffer[] = []

  /** A piece of `pooledPieceBytes`, which holds what was in it before. */
  take(): Buffer {
    return this.#unused.pop() ?? Buffer.allocUnsafeSlow(pooledPieceBytes)
  }

  /** Gives back pieces that nobody reads or writes any more. */
  give(pieces: readonly Buffer[]): void {
    this.#unused.push(...pieces.slice(0, Math.max(0, maxUnused - this.#unused.length)))
  }

  /** How many pieces wait to be used again. */
  get unused(): number {
    return this.#unused.length
  }
}
