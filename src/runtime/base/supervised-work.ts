import { constants, setPriority } from 'node:os'

/** The work of the program of a `SupervisedProcess`: answers one piece after the other until its server has gone. */
export function answerWork<Work, Answer>(answer: (work: Work) => Answer | Promise<Answer>): void {
  // The server comes first.
  setPriority(constants.priority.PRIORITY_LOW)
  process.on('message', async (work: Work) => process.send?.(await answer(work)))
  // The server decides when this ends, also if a signal goes to both.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit())
  process.send?.('ready')
}
