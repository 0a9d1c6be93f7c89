import { parseUrl } from '../base/parse-url.ts'

/** With a scheme, or a host name that begins with `www.` or is followed by a path. */
const addresses =
  /(?:https?:\/\/|(?<![\p{L}\p{N}@._/-])(?:www\.(?=[a-z0-9])|(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?=\/)))[^\s<>"'`“”„«»「」『』《》)\]}\\，。；！？、]*/giu

/** The web addresses in a text, as they are written, without the punctuation that ends a sentence. */
export function addressesIn(text: string): string[] {
  return (text.match(addresses) ?? []).map((address) => address.replace(/[.,;:!?]+$/u, ''))
}

/** A web address without user information, whose scheme may be omitted; undefined for other texts, such as a mail address. */
export function webAddress(text: string): URL | undefined {
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:(?!\d)/iu.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

/** Whether two texts are the same web address, however it is written. */
export function sameAddress(one: string, other: string): boolean {
  const [first, second] = [webAddress(one), webAddress(other)]
  return first !== undefined && second !== undefined && first.href === second.href
}
