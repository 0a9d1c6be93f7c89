/** The size of a piece; a multiple of three, so that whole groups of base64 fill it. */
export const pooledPieceBytes = 384 * 1024

/** The maximum number of unused pieces: 12 MiB. */
const maxUnused = 32

/**
 * Memory for bytes that are needed for a short time, in pieces that are reused: new memory for each would make the garbage
 * collector run, which costs more than processing the bytes.
 */
export class PiecePool {
  readonly #unused: Buffer[] = []

  /** A piece of `pooledPieceBytes`; it still contains its previous bytes. */
  take(): Buffer {
    return this.#unused.pop() ?? Buffer.allocUnsafeSlow(pooledPieceBytes)
  }

  /** Returns pieces that nobody reads or writes any longer. */
  give(pieces: readonly Buffer[]): void {
    this.#unused.push(...pieces.slice(0, Math.max(0, maxUnused - this.#unused.length)))
  }

  /** How many pieces are free. */
  get unused(): number {
    return this.#unused.length
  }
}
