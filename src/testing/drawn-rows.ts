/** Whether slow tests run all their rows and rounds: `npm run verify` sets it. */
export const isWhole = process.env.ONEDOOR_TEST_WHOLE === 'on'
const dayMs = 86_400_000

/**
 * Some rows of a table whose tests take long: others every day, so that all run within days, and the same for everyone on one
 * day.
 *
 * @param count how many; all rows if `ONEDOOR_TEST_WHOLE` is `on`
 */
export function drawnRows<Row>(rows: readonly Row[], count: number): Row[] {
  if (isWhole) return [...rows]
  const first = (Math.floor(Date.now() / dayMs) * count) % rows.length
  return [...rows, ...rows].slice(first, first + Math.min(count, rows.length))
}
