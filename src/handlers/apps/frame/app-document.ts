const framing = /<(?=\/?(?:i?frame|frameset|object|embed|fencedframe|portal)(?![a-z0-9-]))/gi

/** The source of an app, with the SDK before its own scripts and without frames, which the sandbox would allow. */
export function withSdk(source: string, sdk: string): string {
  return `<!doctype html>\n<script>${sdk}</script>\n${source.replace(framing, '<x-')}`
}
