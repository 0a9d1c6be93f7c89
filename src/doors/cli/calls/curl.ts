import { quoted } from './spelling.ts'

/** A request of the client that was not sent. */
export interface CaughtRequest {
  readonly address: string
  readonly verb: string
  readonly headers: Headers
  readonly body: string | undefined
}

/**
 * The request as a curl command for a POSIX shell.
 *
 * @param showsToken otherwise the command uses the variable ONEDOOR_TOKEN, so that it contains no secret
 */
export function curlOf({ address, verb, headers, body }: CaughtRequest, showsToken: boolean): string {
  const lines = [
    `curl ${verb === 'GET' ? '' : `-X ${verb} `}${quoted(address)}`,
    ...[...headers].map(([name, value]) =>
      name === 'authorization' && !showsToken
        ? '-H "authorization: Bearer $ONEDOOR_TOKEN"'
        : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}
