import { type DriveAnswer, refusal } from './google-drive-stand-in.ts'

/** A part of a message, as Gmail describes it. */
export interface StandInPart {
  readonly partId?: string
  readonly mimeType: string
  readonly filename?: string
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
  readonly body?: { readonly size: number; readonly data?: string; readonly attachmentId?: string }
  readonly parts?: readonly StandInPart[]
}

/** A message in the stand-in's mail. */
export interface StandInMail {
  readonly id: string
  readonly threadId: string
  readonly labelIds: readonly string[]
  /** Epoch milliseconds. */
  readonly internalDate: string
  readonly payload: StandInPart
  /** What `attachments.get` gives, by attachment id, in base64url. */
  readonly kept?: Readonly<Record<string, string>>
}

const prefix = '/gmail/v1/users/me/messages'

/** Gmail's `messages.list`, `messages.get` and `messages.attachments.get`, as far as they are used. */
export function createGmail(mail: () => readonly StandInMail[]) {
  return (path: string, query: URLSearchParams): DriveAnswer => {
    if (path === prefix) return list(mail(), query)
    const [, id = '', attachment] =
      /^\/gmail\/v1\/users\/me\/messages\/([^/]+)(?:\/attachments\/([^/]+))?$/.exec(path) ?? []
    if (!/^[0-9a-f]{1,16}$/.test(decodeURIComponent(id))) return refusal(400, 'invalidArgument', 'Invalid id value')
    const found = mail().find((each) => each.id === decodeURIComponent(id))
    if (!found) return refusal(404, 'notFound', 'Requested entity was not found.')
    if (attachment !== undefined) {
      const data = found.kept?.[decodeURIComponent(attachment)]
      return data === undefined
        ? refusal(404, 'notFound', 'Requested entity was not found.')
        : { status: 200, json: { size: Buffer.from(data, 'base64url').length, data } }
    }
    const { kept: _, ...message } = found
    const format = query.get('format') ?? 'full'
    const payload = format === 'full' ? message.payload : { headers: message.payload.headers }
    return { status: 200, json: masked({ ...message, payload }, query.get('fields')) }
  }
}

function list(mail: readonly StandInMail[], query: URLSearchParams): DriveAnswer {
  const q = query.get('q') ?? ''
  const size = Math.min(Number(query.get('maxResults') ?? 100), 500)
  let matches: Predicate
  try {
    matches = new SearchParser(q).parse()
  } catch {
    return refusal(400, 'invalidArgument', 'Invalid query')
  }
  const token = query.get('pageToken')
  if (token !== null && !/^\d{1,20}$/.test(token)) return refusal(400, 'invalidArgument', 'Invalid pageToken')
  const from = Number(token ?? 0)
  const found = mail
    .filter(({ labelIds }) => !labelIds.includes('TRASH') && !labelIds.includes('SPAM'))
    .filter(matches)
    .toSorted((one, other) => Number(other.internalDate) - Number(one.internalDate))
  const page = found.slice(from, from + size).map(({ id, threadId }) => ({ id, threadId }))
  const more = from + size < found.length
  const answer = {
    ...(page.length > 0 && { messages: page }),
    ...(more && { nextPageToken: String(from + size) }),
    resultSizeEstimate: found.length,
  }
  return { status: 200, json: masked(answer, query.get('fields')) }
}

type Mask = Map<string, Mask>

/** What the parameter `fields` of Google's APIs leaves of an answer: names, `a/b` and `a(b,c)`. */
function masked(value: unknown, fields: string | null): unknown {
  if (fields === null) return value
  const tokens = fields.match(/[A-Za-z]+|[(),/]/g) ?? []
  let at = 0
  const names = (): Mask => {
    const mask: Mask = new Map()
    do {
      const name = tokens[at++] as string
      if (tokens[at] === '(') {
        at += 1
        mask.set(name, names())
        at += 1
      } else if (tokens[at] === '/') {
        at += 1
        mask.set(name, new Map([[tokens[at++] as string, new Map()]]))
      } else mask.set(name, new Map())
    } while (tokens[at] === ',' && ++at)
    return mask
  }
  return withMask(value, names())
}

function withMask(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((each) => withMask(each, mask))
  const kept = Object.entries(value).filter(([name]) => mask.has(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withMask(inner, mask.get(name) as Mask)]))
}

type Predicate = (mail: StandInMail) => boolean

/** The part of Gmail's search language that is used: all terms, `OR` between two, brackets, `-`, and a few operators. */
class SearchParser {
  readonly #tokens: string[]
  #at = 0

  constructor(q: string) {
    this.#tokens = q.match(/[()]|-?(?:[a-z_]+:)?(?:"[^"]*"|[^\s()"]+)/gi) ?? []
  }

  parse(): Predicate {
    const whole = this.#all()
    // As Gmail does: a bracket too many ends what was open, and the rest counts as well.
    while (this.#at < this.#tokens.length) {
      this.#at += 1
      const rest = this.#all()
      if (this.#tokens[this.#at - 1] === undefined) break
      return (mail) => whole(mail) || rest(mail)
    }
    return whole
  }

  #all(): Predicate {
    const groups: Predicate[][] = []
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== ')') {
      if (this.#tokens[this.#at] === 'OR') {
        this.#at += 1
        groups.at(-1)?.push(this.#term())
      } else groups.push([this.#term()])
    }
    return (mail) => groups.every((either) => either.some((part) => part(mail)))
  }

  #term(): Predicate {
    const token = this.#tokens[this.#at++] as string
    if (token === '(') {
      const inside = this.#all()
      if (this.#tokens[this.#at] === ')') this.#at += 1
      return inside
    }
    const [, minus, key = '', written = ''] = /^(-?)(?:([a-z_]+):)?(.*)$/is.exec(token) ?? []
    const value = written.replaceAll('"', '').toLowerCase()
    const part = termOf(key.toLowerCase(), value)
    return minus === '-' ? (mail) => !part(mail) : part
  }
}

function termOf(key: string, value: string): Predicate {
  const header = (name: string) => (mail: StandInMail) =>
    (mail.payload.headers ?? []).some(
      (each) => each.name.toLowerCase() === name && each.value.toLowerCase().includes(value),
    )
  switch (key) {
    case 'after':
      return ({ internalDate }) => Number(internalDate) >= Number(value) * 1000
    case 'is':
      return ({ labelIds }) => labelIds.includes(value.toUpperCase()) === (value !== 'read')
    case 'from':
    case 'to':
    case 'subject':
      return header(key)
    case '':
      return (mail) => textOf(mail.payload).toLowerCase().includes(value)
    default:
      throw new Error('unknown operator')
  }
}

function textOf({ headers = [], body, parts = [] }: StandInPart): string {
  const data = Buffer.from(body?.data ?? '', 'base64url').toString('utf8')
  return [...headers.map(({ value }) => value), data, ...parts.map(textOf)].join('\n')
}
