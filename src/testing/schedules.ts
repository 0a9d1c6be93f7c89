import { expect } from 'vitest'

/**
 * Which schedules a server of the running test file has: in the tests of a family, those of the family, as all of the
 * product's are due whenever a test moves the clock by an hour; elsewhere all.
 *
 * @param others further schedules of a family's tests: `accounts` for those whose names begin with `accounts.`, or one name
 * @param testPath of the test file
 * @returns whether the schedule of this name runs
 */
export function scheduleFilter(
  others: readonly string[] = [],
  testPath = expect.getState().testPath ?? '',
): (name: string) => boolean {
  const family = /\/src\/handlers\/([\w-]+)\//.exec(testPath)?.[1]
  if (family === undefined) return () => true
  return (name) => [family, ...others].some((owner) => name === owner || name.startsWith(`${owner}.`))
}
