/** The option of an argument: `request_key` as `request-key`, `destinationURL` as `destination-url`. */
export function kebab(name: string): string {
  return name
    .replaceAll('_', '-')
    .replace(/([a-z0-9])([A-Z]+)/g, '$1-$2')
    .toLowerCase()
}

/** A word that a POSIX shell reads as exactly this text. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
