/** A file in the stand-in's drive. */
export interface StandInFile {
  readonly id: string
  readonly name: string
  readonly mimeType: string
  readonly modifiedTime: string
  readonly content: string | Buffer
  /** As Google says it for files that are not its own documents. */
  readonly size?: string
  readonly webViewLink?: string
  readonly trashed?: boolean
  /** Whether it is in a drive that several people share. */
  readonly isShared?: boolean
}

export interface DriveAnswer {
  readonly status: number
  readonly json?: unknown
  readonly body?: string | Buffer
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An error as Google's APIs word it. */
export function refusal(status: number, reason: string, message: string): DriveAnswer {
  return { status, json: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } } }
}

const defaultFields = ['kind', 'id', 'name', 'mimeType']

/** Google Drive's `files.list`, `files.get` and `files.export`, as far as they are used. */
export function createDrive(files: () => readonly StandInFile[]) {
  return (path: string, query: URLSearchParams, range: string | undefined): DriveAnswer => {
    if (path === '/drive/v3/files') return list(files(), query)
    const [, id = '', isExport] = /^\/drive\/v3\/files\/([^/]+)(\/export)?$/.exec(path) ?? []
    const file = files().find((each) => each.id === decodeURIComponent(id))
    const isHidden = file?.isShared && query.get('supportsAllDrives') !== 'true' && !isExport
    if (!file || isHidden) return refusal(404, 'notFound', `File not found: ${id}.`)
    if (isExport) return exported(file, query.get('mimeType') ?? '')
    if (query.get('alt') === 'media') return media(file, range)
    return { status: 200, json: withFields(file, query.get('fields')?.split(',') ?? defaultFields) }
  }
}

function list(files: readonly StandInFile[], query: URLSearchParams): DriveAnswer {
  const q = query.get('q') ?? ''
  const pageSize = Number(query.get('pageSize') ?? 100)
  const withShared = query.get('includeItemsFromAllDrives') === 'true' && query.get('supportsAllDrives') === 'true'
  if (/fullText/.test(q) && query.has('orderBy')) {
    return refusal(403, 'forbidden', 'Sorting is not supported for queries with fullText terms.')
  }
  let matches: (file: StandInFile) => boolean
  try {
    matches = new QueryParser(q).parse()
  } catch {
    return refusal(400, 'invalid', `Invalid Value: ${q}`)
  }
  const page = readToken(query.get('pageToken'), q)
  if (typeof page !== 'number') return page
  const found = files
    .filter((file) => (withShared || !file.isShared) && matches(file))
    .toSorted((one, other) => other.modifiedTime.localeCompare(one.modifiedTime))
  const next = page + pageSize
  const fields = /files\(([^)]*)\)/.exec(query.get('fields') ?? '')?.[1]?.split(',') ?? defaultFields
  const token = Buffer.from(JSON.stringify({ q, next })).toString('base64url')
  return {
    status: 200,
    json: {
      files: found.slice(page, next).map((file) => withFields(file, fields)),
      ...(next < found.length ? { nextPageToken: `~!!~${token}` } : {}),
    },
  }
}

/** Where a page begins: a token is one of its own search, and may be too old. */
function readToken(token: string | null, q: string): number | DriveAnswer {
  if (token === null) return 0
  if (token === 'too-old') return refusal(410, 'gone', 'The page token has expired.')
  try {
    const told = JSON.parse(Buffer.from(token.slice(4), 'base64url').toString('utf8')) as { q: string; next: number }
    if (told.q === q) return told.next
  } catch {
    // It is none.
  }
  return refusal(400, 'invalid', 'Invalid Value')
}

function exported(file: StandInFile, mimeType: string): DriveAnswer {
  if (!file.mimeType.startsWith('application/vnd.google-apps.')) {
    return refusal(403, 'fileNotExportable', 'Export only supports Docs Editors files.')
  }
  if (file.content.length > 10 * 1024 * 1024) {
    return refusal(403, 'exportSizeLimitExceeded', 'This file is too large to be exported.')
  }
  return { status: 200, body: file.content, contentType: mimeType }
}

function media({ mimeType, content }: StandInFile, range: string | undefined): DriveAnswer {
  if (mimeType.startsWith('application/vnd.google-apps.')) {
    return refusal(403, 'fileNotDownloadable', 'Only files with binary content can be downloaded.')
  }
  const bytes = Buffer.from(content)
  const end = Number(/^bytes=0-(\d+)$/.exec(range ?? '')?.[1] ?? bytes.length - 1)
  if (range !== undefined && bytes.length === 0) return refusal(416, 'requestedRangeNotSatisfiable', 'No such range')
  const body = bytes.subarray(0, end + 1)
  const isPart = range !== undefined
  return {
    status: isPart ? 206 : 200,
    body,
    contentType: mimeType,
    ...(isPart ? { headers: { 'content-range': `bytes 0-${body.length - 1}/${bytes.length}` } } : {}),
  }
}

function withFields(file: StandInFile, fields: readonly string[]): Record<string, unknown> {
  const all: Record<string, unknown> = { kind: 'drive#file', ...file }
  return Object.fromEntries(fields.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]))
}

type Predicate = (file: StandInFile) => boolean

/** The part of Drive's query language that is used, with its rules for literals. */
class QueryParser {
  readonly #tokens: string[]
  #at = 0

  constructor(q: string) {
    const pattern = /\s*(?:('(?:\\[\\']|[^\\'])*')|([A-Za-z]+)|(!=|=|\(|\)))\s*/y
    this.#tokens = []
    while (pattern.lastIndex < q.length) {
      const found = pattern.exec(q)
      if (!found) throw new Error('no token')
      this.#tokens.push((found[1] ?? found[2] ?? found[3]) as string)
    }
  }

  parse(): Predicate {
    if (this.#tokens.length === 0) return () => true
    const whole = this.#either()
    if (this.#at < this.#tokens.length) throw new Error('more than a query')
    return whole
  }

  #either(): Predicate {
    const parts = [this.#both()]
    while (this.#takes('or')) parts.push(this.#both())
    return (file) => parts.some((part) => part(file))
  }

  #both(): Predicate {
    const parts = [this.#term()]
    while (this.#takes('and')) parts.push(this.#term())
    return (file) => parts.every((part) => part(file))
  }

  #term(): Predicate {
    if (this.#takes('(')) {
      const inside = this.#either()
      if (!this.#takes(')')) throw new Error('unclosed')
      return inside
    }
    const [field, operator, value = ''] = this.#tokens.slice(this.#at, this.#at + 3)
    this.#at += 3
    const text = value.startsWith("'") ? value.slice(1, -1).replace(/\\([\\'])/g, '$1') : value
    const has = (where: string) => where.toLowerCase().includes(text.toLowerCase())
    switch (`${field} ${operator}`) {
      case 'trashed =':
        return (file) => String(file.trashed ?? false) === text
      case 'mimeType !=':
        return (file) => file.mimeType !== text
      case 'name contains':
        return (file) => has(file.name)
      case 'fullText contains':
        return (file) => has(file.name) || has(String(file.content))
      default:
        throw new Error('unknown term')
    }
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }
}
