import { randomUUID } from 'node:crypto'
import { PiecePool } from '../base/buffer-pool.ts'
import { parseBody } from './arguments.ts'
import { Base64Text } from './base64-text.ts'

/** A long base64 text that came as an argument. Valid until the call ends. */
export interface DecodedArgument {
  /** The argument's name. */
  readonly name: string
  readonly bytes: number
  /** The length of the text. */
  readonly chars: number
  /** The original text, encoded again. */
  readonly text: string
  pieces(): Iterable<Uint8Array>
}

/** How far into a body the text has to begin. */
const maxHeadBytes = 16 * 1024
const quote = 0x22

const sharedPool = new PiecePool()

/**
 * A JSON body on arrival. One argument, if it is a long text in base64, is decoded immediately instead of being stored,
 * parsed and copied as a text of many megabytes.
 *
 * The rest of the body is parsed with a random word in the text's place. Only if exactly that word comes out as the argument was
 * the text at the right place; otherwise the body is put together again and parsed as a whole. So bodies have the same meaning,
 * and the same errors, with and without this.
 */
export class DecodingBody {
  readonly #argument: string
  readonly #opening: RegExp
  readonly #text: Base64Text
  /** What came before the text, in its place, and after it. */
  #head: Buffer[] = []
  #tail: Buffer[] = []
  #state: 'before' | 'within' | 'after' | 'whole' = 'before'
  #isReleased = false

  /** @param argument name of the argument, a word */
  constructor(argument: string, pool = sharedPool) {
    this.#argument = argument
    this.#opening = new RegExp(`"${argument}"[ \\t\\r\\n]*:[ \\t\\r\\n]*"`)
    this.#text = new Base64Text(pool)
  }

  /** Adds the next bytes. */
  add(chunk: Buffer): void {
    if (this.#isReleased) return
    if (this.#state === 'before') this.#lookIn(chunk)
    else if (this.#state === 'within') this.#decode(chunk)
    else (this.#state === 'after' ? this.#tail : this.#head).push(chunk)
  }

  /**
   * The whole body.
   *
   * @returns the argument separately if it was decoded; the body then contains another text in its place
   * @throws ApiError invalid_argument, like `parseBody`
   */
  async end(): Promise<{ body: unknown; decoded?: DecodedArgument }> {
    if (this.#state === 'after' && this.#text.end()) {
      const body = await this.#around()
      if (body) return { body, decoded: this.#decoded() }
    }
    this.#takeWhole()
    const bytes = Buffer.concat(this.#head)
    this.#head = []
    return { body: await parseBody(bytes) }
  }

  /** Releases the decoded bytes. */
  release(): void {
    this.#isReleased = true
    this.#text.release()
  }

  #lookIn(chunk: Buffer): void {
    const head = this.#head.length === 0 ? chunk : Buffer.concat([...this.#head, chunk])
    const begin = head.toString('latin1', 0, maxHeadBytes)
    const found = this.#opening.exec(begin)
    this.#head = [head]
    if (found) {
      const from = found.index + found[0].length
      this.#head = [head.subarray(0, from)]
      this.#state = 'within'
      this.#decode(head.subarray(from))
    } else if (head.length >= maxHeadBytes) {
      this.#state = 'whole'
    }
  }

  #decode(chunk: Buffer): void {
    const end = chunk.indexOf(quote)
    if (!this.#text.add(end < 0 ? chunk : chunk.subarray(0, end))) {
      this.#takeWhole()
      this.#head.push(chunk)
    } else if (end >= 0) {
      this.#state = 'after'
      this.#tail.push(chunk.subarray(end))
    }
  }

  /** Puts together again what came so far. */
  #takeWhole(): void {
    if (this.#state === 'within' || this.#state === 'after') {
      this.#head.push(Buffer.from(this.#text.text, 'latin1'), ...this.#tail)
      this.#tail = []
      this.#text.release()
    }
    this.#state = 'whole'
  }

  /** The body with another text in the place of the decoded one, if it was an argument. */
  async #around(): Promise<Record<string, unknown> | undefined> {
    const word = randomUUID()
    try {
      const body = await parseBody(Buffer.concat([...this.#head, Buffer.from(word), ...this.#tail]))
      const members = body as Record<string, unknown>
      return Object.hasOwn(members, this.#argument) && members[this.#argument] === word ? members : undefined
    } catch {
      return undefined
    }
  }

  #decoded(): DecodedArgument {
    const [text, name] = [this.#text, this.#argument]
    return {
      name,
      bytes: text.bytes,
      chars: text.chars,
      get text() {
        return text.text
      },
      pieces: () => text.pieces(),
    }
  }
}
