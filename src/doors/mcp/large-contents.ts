/** A text that is too long for a model, and where to read it. */
export interface LargeContent {
  /** Where it was in the result: `content`, `items[2].text`. */
  readonly path: string
  readonly chars: number
  readonly uri: string
  readonly mediaType: string | undefined
}

/** The maximum of characters of one content in a result. */
const maxContentChars = 100_000

interface Cut {
  readonly json: string
  readonly result: unknown
  readonly omitted: readonly LargeContent[]
}

/**
 * A result without contents of more than `maxContentChars` characters, as far as they can be read elsewhere: at the `url`
 * beside them, or at the address of the call. A sentence replaces them.
 *
 * @param json the result as JSON
 * @param addressOf where the call can be made again, by the path of the content; undefined if it cannot
 */
export function withoutLargeContents(
  json: string,
  result: unknown,
  addressOf: (path: string) => string | undefined,
): Cut {
  if (json.length <= maxContentChars) return { json, result: isPlain(result) ? result : JSON.parse(json), omitted: [] }
  const omitted: LargeContent[] = []
  const cut = JSON.parse(json)
  leaveOut(cut, '', addressOf, omitted)
  return omitted.length === 0 ? { json, result: cut, omitted } : { json: JSON.stringify(cut), result: cut, omitted }
}

/** Whether it can be written unchanged: an object without a toJSON method. */
function isPlain(result: unknown): boolean {
  return typeof result === 'object' && result !== null && !Array.isArray(result) && !('toJSON' in result)
}

function leaveOut(
  at: unknown,
  path: string,
  addressOf: (path: string) => string | undefined,
  omitted: LargeContent[],
): void {
  if (Array.isArray(at)) {
    for (const [index, each] of at.entries()) leaveOut(each, `${path}[${index}]`, addressOf, omitted)
    return
  }
  if (typeof at !== 'object' || at === null) return
  const members = at as Record<string, unknown>
  for (const [name, value] of Object.entries(members)) {
    const here = path === '' ? name : `${path}.${name}`
    if (typeof value !== 'string') leaveOut(value, here, addressOf, omitted)
    else if (value.length > maxContentChars) {
      const uri = typeof members.url === 'string' ? members.url : addressOf(here)
      if (uri === undefined) continue
      const mediaType = typeof members.type === 'string' ? members.type : undefined
      omitted.push({ path: here, chars: value.length, uri, mediaType })
      members[name] = `Omitted because it has ${value.length} characters. It is available at ${uri}`
    }
  }
}
