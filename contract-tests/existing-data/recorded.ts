import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { root } from '../../src/testing/program.ts'

/** A call that reads, and its result on the day of the release. */
export interface RecordedCall {
  /** Which of the tokens it is made with. */
  readonly who: string
  readonly id: string
  readonly args: Readonly<Record<string, unknown>>
  readonly result: unknown
  /** Whether others get the same result. */
  readonly isPublic: boolean
}

/** A page or a file, as it was on the day of the release. */
export interface RecordedPage {
  /** The account that is signed in; undefined without a session. */
  readonly who: string | undefined
  readonly path: string
  readonly status: number
  readonly location: string | undefined
  /** Texts on it; undefined where the bytes themselves are compared. */
  readonly texts: readonly string[] | undefined
  readonly sha256: string | undefined
}

/** The expectations of the data of a release. */
export interface Recorded {
  /** The time of the server's clock, RFC 3339. */
  readonly frozenAt: string
  /** The names of the migrations that were applied, in their order. */
  readonly migrations: readonly string[]
  readonly emptyTables: readonly string[]
  readonly tokens: Readonly<Record<string, string>>
  /** The Cookie header of each account's browser. */
  readonly cookies: Readonly<Record<string, string>>
  /** A program that one account has authorized. */
  readonly program: { readonly clientId: string; readonly refreshToken: string }
  readonly calls: readonly RecordedCall[]
  readonly pages: readonly RecordedPage[]
}

export const started = '2026-11-21T09:30:00Z'
export const password = 'correct horse battery'
/** A PNG of one pixel. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The files that hold the data of a release. */
export function dataOf(release: string) {
  const folder = join(root, 'contract-tests/released/data', `release-${release}`)
  return {
    folder,
    dataDir: join(folder, 'data-dir.tar.zst'),
    postgres: join(folder, 'postgres.sql.zst'),
    backup: join(folder, 'instance.backup'),
    expected: join(folder, 'expected.json'),
  }
}

/** The settings of the frozen instance. */
export const instanceSettings = { BASE_URL: 'https://onedoor.example', MAIL_DOMAIN: 'onedoor.example' }
/** Calls no provider. */
export const exampleProviders = { PROVIDERS: 'examples' }

/** Requests a page or a file. */
export async function fetchPage(
  url: string,
  { who, path, texts }: Pick<RecordedPage, 'who' | 'path' | 'texts'>,
  cookies: Readonly<Record<string, string>>,
): Promise<RecordedPage> {
  const response = await fetch(url + path, {
    headers: { Accept: 'text/html', ...(who === undefined ? {} : { Cookie: cookies[who] as string }) },
    redirect: 'manual',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const seen = { who, path, status: response.status, location: response.headers.get('location') ?? undefined }
  if (texts) return { ...seen, texts: texts.filter((text) => bytes.includes(text)), sha256: undefined }
  return { ...seen, texts, sha256: createHash('sha256').update(bytes).digest('hex') }
}
