/**
 * The most similar candidate, if one is close enough: by the number of edits (a letter added, removed, changed or swapped with its
 * neighbour), at most a third of its length.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const near = candidates
    .map((candidate) => ({ candidate, distance: edits(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.candidate
}

/** A name without what writers vary: `createMany`, `create_many` and `Create-Many` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

function edits(from: string, to: string): number {
  // Words longer than any name are similar to none; the table below grows with the product of the lengths.
  if (from.length > 60) return Number.POSITIVE_INFINITY
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      const above = rows[row - 1] as number[]
      const isSame = from[row - 1] === to[column - 1]
      let distance = Math.min(
        (above[column] as number) + 1,
        (line[column - 1] as number) + 1,
        (above[column - 1] as number) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        distance = Math.min(distance, (rows[row - 2]?.[column - 2] as number) + 1)
      }
      line.push(distance)
    }
    rows.push(line)
  }
  return rows[from.length]?.[to.length] as number
}
