/** The longest entry that is read, in characters. */
const maxEntry = 100_000
/** The deepest nesting of components. */
const maxNesting = 10

/** The text is no calendar; the message says what to do. */
export class NotACalendar extends Error {}

const expectation = 'it begins with BEGIN:VCALENDAR and ends with END:VCALENDAR.'

/**
 * Divides an iCalendar file (RFC 5545), or several in one, into the texts of its VEVENT components, one at a time, so
 * that a large file need not be parsed at once. What is inside an entry is not looked at.
 *
 * @returns undefined for an entry that is too long to be read
 * @throws NotACalendar where it does not begin as a calendar, or where components do not end in the order they began
 */
export function* entryTexts(text: string): Generator<string | undefined> {
  const open: string[] = []
  let entry: string[] | undefined
  let length = 0
  for (const line of lines(text)) {
    const [, edge, component = ''] =
      /^(BEGIN|END):([\w-]{1,40})[ \t]*$/i.exec(line)?.map((part) => part.toUpperCase()) ?? []
    if (edge === 'BEGIN') open.push(component)
    else if (open.length === 0 && line.trim() !== '')
      throw new NotACalendar(`This is not an iCalendar file: ${expectation}`)
    if (open.length > 0 && open[0] !== 'VCALENDAR') {
      throw new NotACalendar('This is not an iCalendar file: it must begin with BEGIN:VCALENDAR.')
    }
    if (edge === 'BEGIN' && component === 'VEVENT' && open.length === 2) {
      entry = []
      length = 0
    }
    if (entry) {
      length += line.length
      if (length <= maxEntry) entry.push(line)
    }
    if (edge === 'END') {
      if (open.pop() !== component) throw new NotACalendar(`This iCalendar file is damaged: ${expectation}`)
      if (entry && open.length === 1) {
        yield length <= maxEntry ? entry.join('\r\n') : undefined
        entry = undefined
      }
    }
    if (open.length > maxNesting) throw new NotACalendar(`This iCalendar file is damaged: ${expectation}`)
  }
  if (open.length > 0 || text.trim() === '')
    throw new NotACalendar(`This is not a whole iCalendar file: ${expectation}`)
}

function* lines(text: string): Generator<string> {
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const next = end === -1 ? text.length : end
    yield text.slice(at, text[next - 1] === '\r' ? next - 1 : next)
    at = next + 1
  }
}
