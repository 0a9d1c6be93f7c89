/** A mutant that no test can notice, or that none should, and why. */
interface Explained {
  /** From the project's folder on. */
  readonly file: string
  /** The line before and after, as the run prints them. */
  readonly from: string
  readonly to: string
  readonly why: string
}

const explained: readonly Explained[] = []

/** Why a mutant that survived is no gap in the tests; undefined for one that is. */
export function explanationOf(file: string, difference: string): string | undefined {
  return explained.find((each) => each.file === file && shown(each) === difference)?.why
}

/** Explanations of the named files that no survivor needed, as they are printed: the code or a test has changed since. */
export function unusedExplanations(
  files: readonly string[],
  used: readonly (readonly [file: string, difference: string])[],
): string[] {
  return explained
    .filter((each) => files.includes(each.file))
    .filter((each) => !used.some(([file, difference]) => file === each.file && difference === shown(each)))
    .map((each) => `${each.file}\n${shown(each)}`)
}

function shown({ from, to }: Explained): string {
  return `    - ${from}\n    + ${to}`
}
