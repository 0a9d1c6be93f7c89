import type { Argument, Method } from './model.ts'

/** A word as a shell reads it: bare where that is safe, otherwise in single quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * The call that the document shows, as a curl command.
 *
 * @param baseUrl public address of the server, without a slash at its end
 */
export function curlOf(method: Method, baseUrl: string): string {
  const given = method.args.filter(({ example }) => example !== undefined)
  const query = given.filter(({ place }) => place === 'query')
  const body = method.bodyExample
  const isOpen = method.needs === 'open' && method.credits === 0
  const form = query.length > 0 ? ' --get' : method.verb === 'POST' && body === undefined ? ' -X POST' : ''
  return [
    `curl${form} ${shellWord(baseUrl + filled(method.path, given))}`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $ONEDOOR_TOKEN"']),
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
