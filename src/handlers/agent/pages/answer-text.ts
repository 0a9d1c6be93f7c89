import { type Html, html } from '#runtime/base/html.ts'

/** Addresses with what follows them, up to a space. */
const address = /https?:\/\/\S+/giu
const closing = ')]}>"\'.,;:!?*_'

/**
 * An answer of the agent as plain text. An address, also of an image, becomes a link if its host is approved; anything else stays
 * text: a model that obeys text by others could put data into it, or lead elsewhere than it says. No image is loaded.
 *
 * @param hosts in lower case, which an address has to name exactly
 */
export function answerText(text: string, hosts: readonly string[]): Html {
  const parts: (string | Html)[] = []
  let at = 0
  for (const found of hosts.length > 0 ? text.matchAll(address) : []) {
    const href = withoutClosing(found[0])
    if (!isApproved(href, hosts)) continue
    parts.push(text.slice(at, found.index), html`<a href="${href}" rel="noopener noreferrer">${href}</a>`)
    at = found.index + href.length
  }
  return html`${parts}${text.slice(at)}`
}

/** Not by a regular expression, which would try each run of such characters from each of its places. */
function withoutClosing(found: string): string {
  let end = found.length
  while (closing.includes(found.charAt(end - 1))) end -= 1
  return found.slice(0, end)
}

/** Without user information, port, or characters that are no ASCII: what is shown is exactly where the link leads. */
function isApproved(href: string, hosts: readonly string[]): boolean {
  const [, host = ''] = /^https?:\/\/([a-z0-9.-]+)(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i.exec(href) ?? []
  return hosts.includes(host.toLowerCase())
}
