/** All messages go to standard error, because standard output belongs to the command that runs afterwards. */

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Prints what is being done, and behind it how long it took.
 *
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(label, work) {
  process.stderr.write(`  ${label} ... `)
  const started = performance.now()
  try {
    const result = await work()
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stderr.write('failed\n')
    throw error
  }
}

/** A failure that is printed without its stack: the message says everything. */
export class SetupError extends Error {}
