import type { Share } from './rows.ts'

/**
 * Divides free slots among lanes, one each in turn, in the order given.
 *
 * @param free how many jobs may begin
 * @param most how many jobs of a lane may run at a time
 * @param running how many of a lane do
 */
export function shareOut(
  lanes: readonly string[],
  { free, most, running }: { free: number; most: number; running: ReadonlyMap<string, number> },
): Share[] {
  const counts = new Map<string, number>()
  const room = (lane: string): number => most - (running.get(lane) ?? 0) - (counts.get(lane) ?? 0)
  let left = free
  for (let open = lanes.filter((lane) => room(lane) > 0); open.length > 0 && left > 0; ) {
    for (const lane of open.slice(0, left)) counts.set(lane, (counts.get(lane) ?? 0) + 1)
    left -= Math.min(open.length, left)
    open = open.filter((lane) => room(lane) > 0)
  }
  return [...counts].map(([lane, count]) => ({ lane, count }))
}
