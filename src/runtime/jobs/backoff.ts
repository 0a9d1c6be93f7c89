const firstMs = 5_000
const factor = 3
const maxMs = 6 * 3_600_000

/**
 * How long to wait after a failed run: 5 s, 15 s, 45 s and so on up to six hours. Half of it is random, so
 * that jobs which failed together are not retried together.
 *
 * @param attempt the number of the failed run, from 1 on
 * @param random from 0 to below 1
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(firstMs * factor ** (attempt - 1), maxMs)
  return Math.round(full / 2 + (random() * full) / 2)
}
