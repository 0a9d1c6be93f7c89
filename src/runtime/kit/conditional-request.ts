import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../blobs/types.ts'

/** What a request for a file gets: all of it, a part, nothing new, or an error. */
export type Wanted =
  | { readonly status: 200 }
  | { readonly status: 206; readonly range: ByteRange }
  | { readonly status: 304 | 412 | 416 }

/** What distinguishes the versions of a file. */
export interface Validators {
  /** A strong one, with its quotes. */
  readonly etag: string
  /** Epoch milliseconds; only whole seconds count. */
  readonly modifiedMs: number
}

/**
 * Evaluates the conditions and the range of a request in the order of RFC 9110, 13.2.2. A range that is not in bytes, or
 * that is malformed, is ignored; for several ranges the whole file is sent, as 14.2 permits.
 *
 * @param size of the file in bytes
 */
export function wantedOf(
  { method, headers }: { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders },
  { etag, modifiedMs }: Validators,
  size: number,
): Wanted {
  const modifiedS = Math.floor(modifiedMs / 1000)
  const match = headers['if-match']
  if (match !== undefined) {
    if (!names(match, etag)) return { status: 412 }
  } else if (secondsOf(headers['if-unmodified-since'], Number.POSITIVE_INFINITY) < modifiedS) return { status: 412 }
  const noneMatch = headers['if-none-match']
  if (noneMatch !== undefined) {
    // Compared weakly: a copy that was compressed on the way is still a copy.
    if (names(noneMatch.replaceAll('W/', ''), etag)) return { status: 304 }
  } else if (secondsOf(headers['if-modified-since'], Number.NEGATIVE_INFINITY) >= modifiedS) return { status: 304 }
  const range = headers.range
  if (range === undefined || method !== 'GET' || !isStillRight(headers['if-range'], etag)) return { status: 200 }
  const part = partOf(range, size)
  if (part === undefined) return { status: 200 }
  return part.start > part.end ? { status: 416 } : { status: 206, range: part }
}

/** The part for one range of bytes, empty if it is beyond the file; undefined for anything else, which is ignored. */
function partOf(range: string, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.trim()) ?? []
  if (first === '') return last === '' ? undefined : { start: Math.max(0, size - Number(last)), end: size - 1 }
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Whether a list of entity tags contains this one, or any. */
function names(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((each) => each.trim() === etag)
}

/** A date is not a strong validator here: two files may be stored in one second. */
function isStillRight(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag
}

/** An HTTP date in seconds; an invalid one counts as not sent. */
function secondsOf(text: string | undefined, otherwise: number): number {
  const ms = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? otherwise : Math.floor(ms / 1000)
}
