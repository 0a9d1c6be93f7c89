import { parseUrl } from '#runtime/base/parse-url.ts'

const maxAddress = 2000

/**
 * A link of a feed as an absolute HTTP address without credentials.
 *
 * @param base of relative links; undefined if they have no base
 * @returns undefined for any other link
 */
export function webAddress(link: unknown, base: string | undefined): string | undefined {
  if (typeof link !== 'string') return undefined
  const text = link.trim()
  const url = text !== '' && URL.canParse(text, base) ? parseUrl(new URL(text, base).href) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return url.href.length > maxAddress ? undefined : url.href
}
