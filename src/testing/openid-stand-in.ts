import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { closeServer, openOnLoopback } from './loopback.ts'

type Json = Readonly<Record<string, unknown>>

/** What the token endpoint sends; the body as it is if it is a text. */
export interface StandInAnswer {
  readonly status?: number
  readonly body: Json | string
  readonly location?: string
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

/** An OpenID provider that does wrong what a test wants: tests of attacks play its part. */
export class OpenidStandIn {
  readonly clientId = 'onedoor'
  readonly key = newKey()
  /** A key that it does not publish. */
  readonly otherKey = newKey()
  url = ''
  /** What its description says besides, or instead. */
  described: Json = {}
  /** Whether its description redirects to another path. */
  isMoved = false
  /** Whether it fails every request. */
  isDown = false
  /** The response to the next exchange of a code. */
  answer: (form: URLSearchParams) => StandInAnswer = () => ({ status: 500, body: {} })
  /** The codes that were exchanged. */
  readonly codes: string[] = []
  readonly #server: Server = createServer((req, res) => void this.#respond(req, res))

  async open(): Promise<this> {
    this.url = await openOnLoopback(this.#server)
    return this
  }

  close(): Promise<void> {
    return closeServer(this.#server)
  }

  get settings(): Readonly<Record<string, string>> {
    return { OIDC_ISSUER: this.url, OIDC_CLIENT_ID: this.clientId, OIDC_CLIENT_SECRET: 'secret', OIDC_SIGNUP: 'on' }
  }

  /** A signed token. @param header `alg: none` leaves the signature out */
  token(claims: Json, header: Json = {}, key = this.key): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const head = { alg: 'RS256', kid: 'key-1', ...header }
    const signed = `${part(head)}.${part(claims)}`
    const signature = head.alg === 'none' ? '' : createSign('sha256').update(signed).sign(key, 'base64url')
    return `${signed}.${signature}`
  }

  /**
   * Answers the next exchange with these tokens. It checks PKCE as every provider does.
   *
   * @param issuedFor the parameters of the sign-in for which the code was issued; if omitted, the one that exchanges it
   */
  issue(tokens: Json, issuedFor?: URLSearchParams): void {
    this.answer = (form) => {
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (issuedFor && issuedFor.get('code_challenge') !== challenge) {
        return { status: 400, body: { error: 'invalid_grant' } }
      }
      return { body: { access_token: 'a', token_type: 'Bearer', ...tokens } }
    }
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const send = (status: number, body: Json | string, headers: Record<string, string> = {}) =>
      res
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    if (this.isDown) return void send(503, {})
    const described = req.url === '/.well-known/openid-configuration'
    if (described && this.isMoved) return void send(302, {}, { location: `${this.url}/moved` })
    if (described || req.url === '/moved') return void send(200, this.#description())
    if (req.url === '/jwks') {
      const { kty, n, e } = this.key.export({ format: 'jwk' })
      return void send(200, { keys: [{ kty, n, e, kid: 'key-1', alg: 'RS256', use: 'sig' }] })
    }
    let sent = ''
    for await (const chunk of req.setEncoding('utf8')) sent += chunk
    const form = new URLSearchParams(sent)
    this.codes.push(form.get('code') ?? '')
    const { status = 200, body, location } = this.answer(form)
    send(status, body, location === undefined ? {} : { location })
  }

  #description(): Json {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...this.described,
    }
  }
}
