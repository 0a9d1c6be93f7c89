/** Whether slow tests run all their rows and rounds: `npm run verify` sets it. */
export const isWhole = process.env.ONEDOOR_TEST_WHOLE === 'on'
const dayMs = 86_400_000

/** The number of the day, in UTC: what is drawn changes with it, and is the same for everyone. */
export const today = () => Math.floor(Date.now() / dayMs)

/** Every test file runs on one day of so many (see tools/test/choice.ts). */
export const daysOfTests = 4

/**
 * Some rows of a table whose tests take long: others at every turn of four days, so that a file that runs once in each draws
 * other rows each time.
 *
 * @param count how many; all rows if `ONEDOOR_TEST_WHOLE` is `on`
 */
export function drawnRows<Row>(rows: readonly Row[], count: number): Row[] {
  if (isWhole) return [...rows]
  const turn = Math.floor(today() / daysOfTests)
  const first = (turn * count) % rows.length
  return [...rows, ...rows].slice(first, first + Math.min(count, rows.length))
}
