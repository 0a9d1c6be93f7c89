/** The arguments of `npm run mock` and `npm run mock:proxy`. */
export interface PrismArguments {
  readonly mode: 'mock' | 'proxy'
  readonly port: number
  /** The server behind the proxy. */
  readonly upstream: string
  /** Passed on to Prism. */
  readonly more: readonly string[]
}

const usage =
  'npm run mock -- [--port N] [--dynamic] [--errors]; npm run mock:proxy -- [URL] [--port N] [--errors]. --errors returns an error where the document is violated.'

/** Reads them; the first is the mode. Throws an error with a message for the user. */
export function readPrismArguments([mode, ...args]: readonly string[]): PrismArguments {
  if (mode !== 'mock' && mode !== 'proxy') throw new Error(usage)
  let port = 4010
  let upstream = 'http://127.0.0.1:8080'
  const more: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (arg === '--port') {
      index += 1
      port = Number(args[index])
      if (!Number.isInteger(port) || port < 1 || port > 65_535)
        throw new Error('--port takes a number from 1 to 65535.')
    } else if (arg === '--errors' || (arg === '--dynamic' && mode === 'mock')) {
      more.push(arg)
    } else if (mode === 'proxy' && URL.canParse(arg)) {
      upstream = arg.replace(/\/+$/, '')
    } else {
      throw new Error(`Unknown argument ${arg}. ${usage}`)
    }
  }
  return { mode, port, upstream, more }
}
