import type { IncomingHttpHeaders } from 'node:http'
import type { ZodType } from 'zod'
import { jsonWithoutDirections, withoutDirections } from '../base/text/unseen.ts'
import { decodeText, mediaTypeOf } from './charset.ts'
import { OutboundFailure } from './failure.ts'
import { EntryParser, EntryTally, PayloadFault, type SkippedEntries } from './record-lists.ts'
import { parseInSlices } from './sliced-list.ts'

/**
 * How to read the body of a response: JSON with a schema, JSON with one long list (read in slices, each entry with
 * its own schema), a text, or bytes. If the reader throws, the payload is invalid. Odd entries of a long list, of
 * `listOf` and of `recordOf` are skipped. JSON and text have no characters that change the direction of text.
 */
export type Reader<T> =
  | { readonly json: ZodType<T> }
  | LongListReader<T>
  | { readonly accept: readonly string[]; text(text: string): T | Promise<T> }
  | {
      readonly accept: readonly string[]
      bytes(bytes: Buffer, contentType: string | undefined, headers: IncomingHttpHeaders): T | Promise<T>
    }

interface LongListReader<T> {
  /** The member of the outermost object that contains the list. */
  readonly list: string
  readonly entry: ZodType<unknown>
  /** Combines the entries into one result. */
  collect(entries: readonly unknown[]): T
  /** The schema of the object with an empty list. */
  readonly rest?: ZodType<unknown> | undefined
}

/**
 * Reads a JSON object whose list may be long.
 *
 * @param list the member that contains the list
 * @param entry the schema of an entry; entries that it transforms to undefined are left out
 * @param collect combines the entries into something other than a list
 * @param rest the schema of the object with an empty list, where it shows whether the list is the right one
 */
export function longList<Entry, T = readonly Entry[]>(
  list: string,
  entry: ZodType<Entry | undefined>,
  collect: (entries: readonly Entry[]) => T = (entries) => entries as T,
  rest?: ZodType<unknown>,
): Reader<T> {
  return { list, entry, collect: (entries) => collect(entries as readonly Entry[]), rest }
}

/** The media types that a reader accepts: `text/csv`, `image/*`; JSON under any of its names. */
export function acceptedTypes<T>(reader: Reader<T>): readonly string[] {
  return 'accept' in reader ? reader.accept : ['application/json']
}

/** Whether a response of this content type can be read. */
export function isAccepted(contentType: string | undefined, accepted: readonly string[]): boolean {
  if (accepted.includes('*/*')) return true
  const type = mediaTypeOf(contentType)
  if (type === undefined) return false
  return accepted.some((each) => {
    if (each === type) return true
    if (each === 'application/json') return type === 'text/json' || /^application\/[\w.-]+\+json$/.test(type)
    return each.endsWith('/*') && type.startsWith(each.slice(0, -1))
  })
}

/** A body and its headers. */
interface ReadablePayload {
  readonly bytes: Buffer
  readonly contentType: string | undefined
  readonly headers: IncomingHttpHeaders
  /** Who sent it, as the subject of a sentence. */
  readonly who: string
}

/**
 * Reads a body.
 *
 * @returns the data, and the entries that were left out of it
 * @throws OutboundFailure payload, whose cause names the undocumented field, never its value
 */
export async function readPayload<T>(
  reader: Reader<T>,
  payload: ReadablePayload,
): Promise<{ readonly data: T; readonly skipped: SkippedEntries | undefined }> {
  const tally = new EntryTally()
  const data = await dataOf(reader, payload, tally)
  return { data, skipped: tally.skipped }
}

async function dataOf<T>(
  reader: Reader<T>,
  { bytes, contentType, headers, who }: ReadablePayload,
  tally: EntryTally,
): Promise<T> {
  try {
    if ('bytes' in reader) return await reader.bytes(bytes, contentType, headers)
    const text = decodeText(bytes, contentType, true)
    if ('text' in reader) return await reader.text(withoutDirections(text))
    const json = jsonWithoutDirections(text)
    if ('list' in reader) return await readLongList(reader, json, tally)
    return tally.parse(reader.json, parseJson(json))
  } catch (cause) {
    throw new OutboundFailure('payload', `${who} sent something other than the data it documents`, {
      cause,
      advice: 'try again later',
    })
  }
}

async function readLongList<T>(
  { list, entry, collect, rest }: LongListReader<T>,
  text: string,
  tally: EntryTally,
): Promise<T> {
  const entries: unknown[] = []
  const parser = new EntryParser(entry)
  let count = 0
  const outer = await parseInSlices(text, list, (value) => {
    const parsed = parser.parse(value, `${list}[${count}]`)
    count += 1
    entries.push(...parsed.filter((each) => each !== undefined))
  }).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new PayloadFault(error.message) : error
  })
  if (rest) tally.parse(rest, outer)
  const fault = parser.end(tally)
  if (fault !== undefined) throw new PayloadFault(fault)
  return collect(entries)
}

/** The parser's own message quotes the input. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PayloadFault(text.trim() === '' ? 'the body is empty' : 'the body is not JSON')
  }
}
