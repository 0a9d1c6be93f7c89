import { parseArgs } from 'node:util'

/** The arguments of `npm run mock` and `npm run mock:proxy`. */
export interface PrismArguments {
  readonly mode: 'mock' | 'proxy'
  readonly port: number
  /** The server behind the proxy. */
  readonly upstream: string
  /** Forwarded to Prism. */
  readonly more: readonly string[]
}

const usage =
  'npm run mock -- [--port N] [--dynamic]; npm run mock:proxy -- [URL] [--port N] [--errors]. --errors returns an error if the document is violated.'

/** Reads them; the first is the mode. Throws an error with a message for the user. */
export function readPrismArguments([mode, ...args]: readonly string[]): PrismArguments {
  if (mode !== 'mock' && mode !== 'proxy') throw new Error(usage)
  const flag = { type: 'boolean' } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: mode === 'proxy',
    options: { port: { type: 'string', default: '4010' }, ...(mode === 'mock' ? { dynamic: flag } : { errors: flag }) },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('--port takes a number from 1 to 65535.')
  const [url = 'http://127.0.0.1:8080', ...others] = positionals
  if (others.length > 0 || !URL.canParse(url)) throw new Error(`Unknown argument ${others[0] ?? url}. ${usage}`)
  const more = ['errors', 'dynamic'].filter((name) => name in values).map((name) => `--${name}`)
  return { mode, port, upstream: url.replace(/\/+$/, ''), more }
}
