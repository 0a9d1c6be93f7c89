const framing = /<(?=\/?(?:i?frame|frameset|object|embed|fencedframe|portal)(?![a-z0-9-]))/gi
const linking = /<(\/?)link(?![a-z0-9-])/gi

/**
 * The source of an app, with the SDK before its own scripts and without what the sandbox would allow: frames, links, by which
 * Firefox connects to any host, and closed shadow roots. Instead of a link it has a `<meta>`, which leaves the rest of the head
 * in place. The same as in the SDK for what scripts insert.
 */
export function withSdk(source: string, sdk: string): string {
  const safe = source
    .replace(framing, '<x-')
    .replace(linking, '<$1meta')
    .replace(/shadowrootmode/gi, 'shadowrootmode=open data-mode')
  return `<!doctype html>\n<script>${sdk}</script>\n${safe}`
}
