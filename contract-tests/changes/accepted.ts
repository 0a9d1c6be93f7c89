/** The heading of the list of accepted changes, which explains its format. */
export const acceptedHeading = `# Accepted changes that break clients

Every change between released/openapi.json and generated/openapi.json that breaks clients is listed here, word for word as
the build reports it, with its reason:

    - \`notes.add application/json.text: maxLength was 100000, is 50000\`: why, in a sentence or more

An entry without its change fails too. \`npm run release:document\` makes the current document the released one and
empties this list.
`

/**
 * Reads the list: reason by change. Throws for an entry that has no reason.
 *
 * @param text the file's content
 */
export function readAccepted(text: string): Map<string, string> {
  const accepted = new Map<string, string>()
  for (const line of text.replace(acceptedHeading, '').split(/\n(?=- )/)) {
    const entry = /^- `(.+?)`:?\s*(.*)$/s.exec(line.trim())
    if (!entry) continue
    const [, change = '', reason = ''] = entry
    if (reason.trim().length < 20) throw new Error(`The accepted change \`${change}\` has no reason.`)
    accepted.set(change, reason.trim())
  }
  return accepted
}

/** Open tasks: unaccepted changes, and entries whose change does not exist. */
export function judgeChanges(
  changes: readonly string[],
  accepted: ReadonlyMap<string, string>,
): { unaccepted: string[]; idle: string[] } {
  return {
    unaccepted: changes.filter((change) => !accepted.has(change)),
    idle: [...accepted.keys()].filter((change) => !changes.includes(change)),
  }
}
