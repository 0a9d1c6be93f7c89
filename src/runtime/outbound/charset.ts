import { TextDecoder } from 'node:util'

const sniffedBytes = 1024
const metaCharset = /<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}["']?\s{0,5}([\w.:-]{1,40})/i

/**
 * Decodes a text as browsers do: by its byte order mark, else by the charset of its content type, else, for HTML, by the
 * one it declares, else as UTF-8.
 *
 * @param isStrict whether bytes that are invalid in that charset throw instead of becoming replacement characters
 * @throws TypeError for such bytes, RangeError for an unknown charset
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, isStrict = false): string {
  const label = byteOrderMark(bytes) ?? charsetOf(contentType) ?? (isHtml(contentType) ? sniffed(bytes) : undefined)
  return decoder(label ?? 'utf-8', isStrict).decode(bytes)
}

/** The charset parameter of a content type, in lower case. */
function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType ?? '')?.[1]?.toLowerCase()
}

/** The media type of a content type, in lower case and without parameters. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  return type === '' ? undefined : type
}

function isHtml(contentType: string | undefined): boolean {
  const type = mediaTypeOf(contentType)
  return type === 'text/html' || type === 'application/xhtml+xml'
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function sniffed(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, sniffedBytes))
  const label = metaCharset.exec(start)?.[1]?.toLowerCase()
  // A page that could be read up to this point is not UTF-16, even if it says so (HTML standard).
  return label?.startsWith('utf-16') ? 'utf-8' : label
}

function decoder(label: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(label, { fatal })
  } catch (error) {
    if (fatal) throw error
    return new TextDecoder('utf-8')
  }
}
