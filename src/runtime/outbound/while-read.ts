import type { Deadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'

/** The body of a stream, which has `idleMs` for each piece. `end` is called once, when it is over. */
export function whileRead(
  answer: Exchange,
  deadline: Deadline,
  idleMs: number,
  end: () => void,
): Pick<Exchange, 'body' | 'close'> {
  async function* pieces() {
    try {
      deadline.restart(idleMs)
      for await (const piece of answer.body) {
        deadline.restart(idleMs)
        yield piece
      }
    } finally {
      end()
    }
  }
  return {
    body: pieces(),
    close() {
      answer.close()
      end()
    },
  }
}
