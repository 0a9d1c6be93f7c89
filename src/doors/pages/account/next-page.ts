/** Any address: it only has to have a name that cannot be somebody's. */
const here = 'http://onedoor.invalid'

/**
 * Where to go after signing in: the path that was asked for, if it is one of this server.
 *
 * @param wanted what the address or the form says; anybody may have written it
 * @returns a path that begins with exactly one slash, so that it cannot lead to another server
 */
export function nextPage(wanted: unknown): string {
  const fallback = '/settings'
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return fallback
  // Parsed as browsers do it: they drop tabs and line ends, read \ as / and resolve dots, and then `//` names a server.
  const { origin, pathname, search } = new URL(wanted, here)
  if (origin !== here || pathname.startsWith('//')) return fallback
  return pathname + search
}
