/** A base to parse paths against; its name cannot exist. */
const here = 'http://onedoor.invalid'

/**
 * Where to go after signing in: the requested path, if it is on this server.
 *
 * @param wanted from the query or the form, so not trusted
 * @returns a path that begins with exactly one slash, so that it cannot lead to another server
 */
export function nextPage(wanted: unknown): string {
  const fallback = '/settings'
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return fallback
  // Parsed as browsers do: they drop tabs and line ends, read \ as / and resolve dots, after which `//` names a server.
  const { origin, pathname, search } = new URL(wanted, here)
  if (origin !== here || pathname.startsWith('//')) return fallback
  return pathname + search
}
