import { quoted } from './spelling.ts'

/** A request as the client would have sent it. */
export interface CaughtRequest {
  readonly address: string
  readonly verb: string
  readonly headers: Headers
  readonly body: string | undefined
}

/**
 * The request as a curl command for a shell of the POSIX kind.
 *
 * @param showsToken otherwise the token is left to the variable ONEDOOR_TOKEN, so that what is copied holds no secret
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
