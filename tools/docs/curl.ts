/**
 * As much of curl as the pages use: an address, -H, -d, --get with --data-urlencode, -X, -s, and -w for the status and
 * redirect target, with -o /dev/null. Any other option fails, so that a page cannot show something untested.
 */
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    get: { type: 'boolean' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    'data-urlencode': { type: 'string', multiple: true },
    request: { type: 'string', short: 'X' },
    silent: { type: 'boolean', short: 's' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
  },
})
const url = new URL(positionals[0] as string)
for (const pair of values['data-urlencode'] ?? []) {
  const [name = '', ...rest] = pair.split('=')
  url.searchParams.append(name, rest.join('='))
}
const headers = (values.header ?? []).map((line) => line.split(/:\s*(.*)/s).slice(0, 2) as [string, string])
const method = values.request ?? (values.data === undefined ? 'GET' : 'POST')
const { data, output, 'write-out': format } = values
if (output !== undefined && output !== '/dev/null') throw new Error(`-o ${output} is not supported: write -o /dev/null`)
const response = await fetch(url, {
  method,
  headers,
  redirect: 'manual',
  ...(data === undefined ? {} : { body: data }),
})
const body = await response.text()
if (output === undefined) process.stdout.write(body)
const variables: Readonly<Record<string, string>> = {
  http_code: String(response.status),
  redirect_url: response.headers.get('location') ?? '',
}
const written = format?.replaceAll('\\n', '\n').replace(/%\{(\w+)\}/g, (_, name: string) => {
  const value = variables[name]
  if (value === undefined) throw new Error(`-w %{${name}} is not supported: add it to tools/docs/curl.ts`)
  return value
})
process.stdout.write(written ?? '')
