/**
 * As much of curl as the pages use: an address, -H, -d, --get with --data-urlencode, -X. Any other option fails, so that
 * a page cannot show something that is not tried.
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
  },
})
const url = new URL(positionals[0] as string)
for (const pair of values['data-urlencode'] ?? []) {
  const [name = '', ...rest] = pair.split('=')
  url.searchParams.append(name, rest.join('='))
}
const headers = (values.header ?? []).map((line) => line.split(/:\s*(.*)/s).slice(0, 2) as [string, string])
const method = values.request ?? (values.data === undefined ? 'GET' : 'POST')
const response = await fetch(url, { method, headers, ...(values.data === undefined ? {} : { body: values.data }) })
process.stdout.write(await response.text())
