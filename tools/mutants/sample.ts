/** Chosen entries of a list in its order, the same for the same seed. */
export function sampleOf<Entry>(entries: readonly Entry[], count: number, seed: number): Entry[] {
  let state = seed >>> 0
  const next = () => {
    // The generator of Numerical Recipes: enough to spread a sample.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  const ranked = entries.map((_, index) => ({ index, rank: next() })).sort((a, b) => a.rank - b.rank)
  const kept = ranked.slice(0, count).map(({ index }) => index)
  return kept.sort((a, b) => a - b).map((index) => entries[index] as Entry)
}
