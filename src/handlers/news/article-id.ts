import { createHash } from 'node:crypto'
import { parseUrl } from '#runtime/base/parse-url.ts'

/** Parameters that track where readers come from: of social networks, analytics programs and large publishers. */
const tracking = new RegExp(
  `^(?:${[
    'utm[_-]\\w+|mtm_\\w+|pk_(?:campaign|kwd|keyword|source|medium|content|cid)|at_\\w+|ns_(?:mchannel|source|campaign|linkname|fee)',
    'fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mkt_tok|_hsenc|_hsmi|vero_id',
    'mc_cid|mc_eid|ref_src|cmp|cmpid|xtor|traffic_source|smid|ftag|ocid|ncid|wt\\.mc_id',
  ].join('|')})$`,
  'i',
)

/**
 * What all addresses of an article have in common: no scheme, fragment, tracking parameters or trailing slash. It identifies
 * an article and is not an address.
 *
 * @returns undefined for anything but an HTTP address
 */
export function articleKey(address: string): string | undefined {
  const url = parseUrl(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined
  const query = [...url.searchParams].filter(([name]) => !tracking.test(name))
  const search = new URLSearchParams(query).toString()
  const host = url.host.replace(/^www\./, '')
  return `${host}${url.pathname.replace(/\/+$/, '')}${search ? `?${search}` : ''}`
}

/** The id of an article, derived from its address: the same in news, archive and bookmarks. */
export function articleId(address: string): string | undefined {
  const key = articleKey(address)
  return key === undefined ? undefined : `news_${digest(key)}`
}

/** The id of a feed, derived from its address. */
export function feedId(url: string): string {
  return `feed_${digest(url)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The publisher of what is at an address: its domain without `www.`. */
export function publisherOf(address: string): string {
  return (parseUrl(address)?.hostname ?? address).replace(/^www\./, '')
}
