/** Of one test; later ones are mostly the same. */
const maxLines = 20

const lines: string[] = []

/** Keeps a line that a test server logs, until the next test begins. */
export function keepLoggedError(line: string): void {
  if (lines.length < maxLines) lines.push(line)
}

/** The errors that servers have logged since the test began, as JSON lines. */
export function loggedErrors(): readonly string[] {
  return [...lines]
}

export function forgetLoggedErrors(): void {
  lines.length = 0
}
