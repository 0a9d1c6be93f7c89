import type { Argument, Family, Method } from './model.ts'

/** A word as a shell reads it: bare if that is safe, otherwise in single quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * The call that the document shows, as a curl command.
 *
 * @param baseUrl public address of the server, without a slash at its end
 */
export function curlOf(method: Method, baseUrl: string): string {
  const isOpen = method.needs === 'open' && method.price === 'free'
  const args = method.args.filter(({ example }) => example !== undefined)
  return command(method, baseUrl, { args, body: method.bodyExample, withToken: !isOpen })
}

/**
 * The shortest call of a method, as a curl command: with a token, and with the arguments that it requires. If all
 * arguments of an open method are optional, those of the document's example: such methods need one of several, a name
 * or a point.
 */
export function shortestCurlOf(method: Method, baseUrl: string): string {
  const required = method.args.filter(({ isRequired }) => isRequired)
  const needsAny = required.length === 0 && method.needs === 'open'
  const args = needsAny ? method.args.filter(({ example }) => example !== undefined) : required
  const fromBody = args.filter(({ place }) => place === 'body').map(({ name, example }) => [name, example])
  const body = method.bodyExample === undefined ? undefined : Object.fromEntries(fromBody)
  return command(method, baseUrl, { args, body, withToken: true })
}

function command(
  { verb, path }: Method,
  baseUrl: string,
  { args, body, withToken }: { args: readonly Argument[]; body: unknown; withToken: boolean },
): string {
  const query = args.filter(({ place }) => place === 'query')
  const form = query.length > 0 ? ' --get' : verb === 'POST' && body === undefined ? ' -X POST' : ''
  return [
    `curl${form} ${shellWord(baseUrl + filled(path, args))}`,
    ...(withToken ? ['-H "Authorization: Bearer $ONEDOOR_TOKEN"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`]),
    ...query.flatMap(({ name, example }) =>
      (Array.isArray(example) ? example : [example]).map(
        (value) => `--data-urlencode ${shellWord(`${name}=${value}`)}`,
      ),
    ),
  ].join(' \\\n  ')
}

function filled(path: string, args: readonly Argument[]): string {
  return path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = args.find((argument) => argument.place === 'path' && argument.name === name)?.example
    return value === undefined ? placeholder : encodeURIComponent(String(value))
  })
}

/**
 * The served method that best shows the use of a token: it only reads, needs a caller rather than being open to anyone,
 * is free if there is a choice, and needs no existing record, like lists.
 *
 * @param covers whether the token covers the family of that name
 */
export function methodToTry(families: readonly Family[], covers: (family: string) => boolean): Method | undefined {
  const drawbacks = ({ needs, price, name, verb, args }: Method) =>
    [needs === 'open', price !== 'free', name !== 'list', args.some(({ isRequired }) => isRequired), verb !== 'GET']
      .map(Number)
      .join('')
  return families
    .filter(({ name }) => covers(name))
    .flatMap(({ methods }) => methods)
    .filter(({ isServed, isDoor, isRead }) => isServed && !isDoor && isRead)
    .toSorted((a, b) => drawbacks(a).localeCompare(drawbacks(b)))[0]
}
