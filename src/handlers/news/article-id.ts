import { createHash } from 'node:crypto'
import { parseUrl } from '#runtime/base/parse-url.ts'

/** Parameters by which sites find out where readers come from: of networks, of programs that measure, of big publishers. */
const tracking = new RegExp(
  `^(?:${[
    'utm[_-]\\w+|mtm_\\w+|pk_(?:campaign|kwd|keyword|source|medium|content|cid)|at_\\w+|ns_(?:mchannel|source|campaign|linkname|fee)',
    'fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mkt_tok|_hsenc|_hsmi|vero_id',
    'mc_cid|mc_eid|ref_src|cmp|cmpid|xtor|traffic_source|smid|ftag|ocid|ncid|wt\\.mc_id',
  ].join('|')})$`,
  'i',
)

/**
 * An article's address as all feeds have it in common: without fragment, parameters of tracking, a slash at its end, and
 * whether it is read over TLS. It is what articles are told apart by, not where they are.
 *
 * @returns undefined for what is no address of the web
 */
export function sameArticle(address: string): string | undefined {
  const url = parseUrl(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined
  const query = [...url.searchParams].filter(([name]) => !tracking.test(name))
  const search = new URLSearchParams(query).toString()
  const host = url.host.replace(/^www\./, '')
  return `${host}${url.pathname.replace(/\/+$/, '')}${search ? `?${search}` : ''}`
}

/** The id of an article, the same in news, archive and bookmarks: by its address. */
export function articleId(address: string): string | undefined {
  const same = sameArticle(address)
  return same === undefined ? undefined : `news_${digest(same)}`
}

/** The id of a feed, by its address. */
export function feedId(url: string): string {
  return `feed_${digest(url)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The domain of an address without `www.`: who published what is there. */
export function publisherOf(address: string): string {
  return (parseUrl(address)?.hostname ?? address).replace(/^www\./, '')
}
