/** Characters of the longest entry that is read. */
const maxEntry = 100_000
/** The deepest nesting of components. */
const maxNesting = 10

/** A component of a calendar. */
export interface ComponentText {
  readonly name: 'VEVENT' | 'VTIMEZONE'
  /** Undefined if it is too long to read. */
  readonly text: string | undefined
}

/** The text is not a calendar; the message is for the user. */
export class NotACalendar extends Error {}

const expectation = 'It must begin with BEGIN:VCALENDAR and end with END:VCALENDAR.'

/**
 * Splits one or more concatenated iCalendar files (RFC 5545) into the texts of their entries and time zones, lazily, so that a
 * large file need not be parsed at once. Their content is not checked.
 *
 * @throws NotACalendar if the text does not begin as a calendar, or its components are not properly nested
 */
export function* entryTexts(text: string): Generator<ComponentText> {
  const open: string[] = []
  let name: ComponentText['name'] = 'VEVENT'
  let entry: string[] | undefined
  let length = 0
  for (const line of lines(text)) {
    const [, edge, component = ''] =
      /^(BEGIN|END):([\w-]{1,40})[ \t]*$/i.exec(line)?.map((part) => part.toUpperCase()) ?? []
    if (edge === 'BEGIN') open.push(component)
    else if (open.length === 0 && line.trim() !== '')
      throw new NotACalendar(`This is not an iCalendar file. ${expectation}`)
    if (open.length > 0 && open[0] !== 'VCALENDAR') {
      throw new NotACalendar('This is not an iCalendar file. It must begin with BEGIN:VCALENDAR.')
    }
    if (edge === 'BEGIN' && (component === 'VEVENT' || component === 'VTIMEZONE') && open.length === 2) {
      name = component
      entry = []
      length = 0
    }
    if (entry) {
      length += line.length
      if (length <= maxEntry) entry.push(line)
    }
    if (edge === 'END') {
      if (open.pop() !== component) throw new NotACalendar(`This iCalendar file is damaged. ${expectation}`)
      if (entry && open.length === 1) {
        yield { name, text: length <= maxEntry ? entry.join('\r\n') : undefined }
        entry = undefined
      }
    }
    if (open.length > maxNesting) throw new NotACalendar(`This iCalendar file is damaged. ${expectation}`)
  }
  if (open.length > 0 || text.trim() === '') throw new NotACalendar(`This iCalendar file is incomplete. ${expectation}`)
}

function* lines(text: string): Generator<string> {
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const next = end === -1 ? text.length : end
    yield text.slice(at, text[next - 1] === '\r' ? next - 1 : next)
    at = next + 1
  }
}
