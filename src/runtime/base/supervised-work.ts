import { constants, setPriority } from 'node:os'

/**
 * The main loop of the program of a `SupervisedProcess`: does one piece of work after the other until its server exits.
 *
 * @param isInBackground whether the server has priority
 */
export function answerWork<Work, Answer>(
  answer: (work: Work) => Answer | Promise<Answer>,
  { isInBackground = true } = {},
): void {
  if (isInBackground) setPriority(constants.priority.PRIORITY_LOW)
  process.on('message', async (work: Work) => process.send?.(await answer(work)))
  // The server decides when this ends, even if both receive a signal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit())
  process.send?.('ready')
}
