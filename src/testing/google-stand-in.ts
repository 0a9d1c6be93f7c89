import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDrive, type StandInFile } from '../handlers/files/fixtures/google-drive-stand-in.ts'
import { createGmail, type StandInMail } from '../handlers/mail/fixtures/google-gmail-stand-in.ts'
import { type GoogleResponse, refusal } from './google-response.ts'

const client = { id: '1234-onedoor.apps.googleusercontent.com', secret: 'GOCSPX-stand-in' }
const accessS = 3599

/** A person's permission. */
interface Grant {
  readonly scope: string
  /** The access tokens that work. */
  readonly access: Set<string>
  /** The only refresh token that works. */
  refresh: string
  isWithdrawn: boolean
}

interface Pending {
  readonly redirectUri: string
  readonly state: string
  readonly challenge: string
  readonly scope: string
}

/** A request that the stand-in received. */
export interface GoogleRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly authorization: string | undefined
  readonly body: string
}

export interface GoogleFault {
  readonly status: number
  readonly reason: string
  readonly retryAfter?: string
}

export async function startGoogleStandIn(): Promise<GoogleStandIn> {
  const google = new GoogleStandIn()
  await google.listen()
  return google
}

/** Google's accounts, token endpoint, Drive and Gmail, in one server on this machine. */
export class GoogleStandIn {
  url = ''
  readonly requests: GoogleRequest[] = []
  /** All tokens and codes that it has issued. */
  readonly secrets: string[] = []
  /** The address of the account. */
  email = 'ada@example.org'
  files: StandInFile[] = []
  mail: StandInMail[] = []
  /** Whether every renewal returns a new refresh token; then, using an old one again withdraws the permission. */
  rotates = false
  /** Returned by Drive instead of a proper response. */
  driveFault: GoogleFault | undefined
  /** The same for Gmail. */
  gmailFault: GoogleFault | undefined
  /** Awaited before each response of the token endpoint. */
  beforeToken: (() => Promise<void>) | undefined
  readonly #server = createServer((req, res) => void this.#respond(req, res).catch(() => res.destroy()))
  readonly #pending = new Map<string, Pending>()
  readonly #codes = new Map<string, Pending>()
  #grants: Grant[] = []
  readonly #drive = createDrive(() => this.files)
  readonly #gmail = createGmail(() => this.mail)

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The settings that make a server use it. */
  get settings() {
    return {
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
      GOOGLE_ACCOUNTS_BASE_URL: this.url,
      GOOGLE_OAUTH_BASE_URL: this.url,
      GOOGLE_DRIVE_BASE_URL: this.url,
      GMAIL_BASE_URL: this.url,
    }
  }

  /** Whether anything is permitted. */
  get isPermitted(): boolean {
    return this.#grants.some(({ isWithdrawn }) => !isWithdrawn)
  }

  /** Makes all access tokens expire. */
  expireAccess(): void {
    for (const { access } of this.#grants) access.clear()
  }

  /** Withdraws all permissions, as a person would in the settings of the account. */
  withdraw(): void {
    for (const grant of this.#grants) grant.isWithdrawn = true
  }

  /** Permits, as a person would on Google's page, and returns where the person is redirected. */
  async permit(page: string, { deny, scopes }: { deny?: true; scopes?: readonly string[] } = {}): Promise<URL> {
    const shown = await (await fetch(page)).text()
    const request = /name="request" value="([\w-]+)"/.exec(shown)?.[1]
    if (request === undefined) throw new Error(`The page has no form: ${shown}`)
    const answer = new URLSearchParams({ request, allow: deny ? '0' : '1', ...(scopes && { scope: scopes.join(' ') }) })
    const sent = await fetch(`${this.url}/consent?${answer}`, { redirect: 'manual' })
    return new URL(sent.headers.get('location') as string)
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    const { pathname, searchParams } = new URL(req.url ?? '/', this.url)
    const { authorization } = req.headers
    this.requests.push({ method: req.method ?? '', path: pathname, query: searchParams, authorization, body })
    if (pathname === '/o/oauth2/v2/auth') return this.#authorize(searchParams, res)
    if (pathname === '/consent') return this.#consent(searchParams, res)
    if (pathname === '/token' && req.method === 'POST') {
      await this.beforeToken?.()
      return this.#token(new URLSearchParams(body), res)
    }
    if (pathname === '/revoke' && req.method === 'POST') return this.#revoke(new URLSearchParams(body), res)
    const isGmail = pathname.startsWith('/gmail/')
    this.#respondForService(req, isGmail, res, () =>
      isGmail ? this.#gmail(pathname, searchParams) : this.#drive(pathname, searchParams, req.headers.range),
    )
  }

  #authorize(query: URLSearchParams, res: ServerResponse) {
    const challenge = query.get('code_challenge') ?? ''
    const fault =
      (query.get('client_id') !== client.id && 'invalid_client') ||
      (query.get('response_type') !== 'code' && 'unsupported_response_type') ||
      ((query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) && 'no S256 challenge') ||
      (query.get('access_type') !== 'offline' && 'no offline access') ||
      (!query.get('redirect_uri')?.endsWith('/settings/connections/callback') && 'redirect_uri_mismatch')
    if (fault) return sendHtml(res, 400, `<h1>Error 400: ${fault}</h1>`)
    const request = secret()
    this.#pending.set(request, {
      redirectUri: query.get('redirect_uri') ?? '',
      state: query.get('state') ?? '',
      challenge,
      scope: query.get('scope') ?? '',
    })
    const hidden = `<input type="hidden" name="request" value="${request}">`
    const button = (allow: string, text: string) => `<button name="allow" value="${allow}">${text}</button>`
    const form = `<form action="/consent">${hidden}${button('1', 'Continue')}${button('0', 'Cancel')}</form>`
    sendHtml(res, 200, `<h1>Onedoor wants to access your Google Account</h1>${form}`)
  }

  #consent(query: URLSearchParams, res: ServerResponse) {
    const pending = this.#pending.get(query.get('request') ?? '')
    if (!pending) return sendHtml(res, 400, '<h1>Expired</h1>')
    this.#pending.delete(query.get('request') ?? '')
    const back = new URL(pending.redirectUri)
    back.searchParams.set('state', pending.state)
    if (query.get('allow') === '1') {
      const code = this.#issued(`4/0A${secret()}`)
      const scope = query.get('scope') ?? pending.scope
      this.#codes.set(code, { ...pending, scope })
      back.searchParams.set('code', code)
      back.searchParams.set('scope', scope)
    } else {
      back.searchParams.set('error', 'access_denied')
    }
    res.writeHead(302, { location: back.href }).end()
  }

  #token(form: URLSearchParams, res: ServerResponse) {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
      return sendJson(res, 401, { error: 'invalid_client', error_description: 'Unauthorized' })
    }
    const grant = form.get('grant_type') === 'refresh_token' ? this.#refreshed(form) : this.#exchanged(form)
    if (!grant) return sendJson(res, 400, { error: 'invalid_grant', error_description: 'Bad Request' })
    const access = this.#issued(`ya29.${secret()}`)
    grant.access.add(access)
    const isFirst = form.get('grant_type') !== 'refresh_token'
    if (!isFirst && this.rotates) grant.refresh = this.#issued(`1//${secret()}`)
    sendJson(res, 200, {
      access_token: access,
      expires_in: accessS,
      scope: grant.scope,
      token_type: 'Bearer',
      ...(isFirst ? { id_token: idToken(this.email) } : {}),
      ...(isFirst || this.rotates ? { refresh_token: grant.refresh } : {}),
    })
  }

  #exchanged(form: URLSearchParams): Grant | undefined {
    const code = form.get('code') ?? ''
    const pending = this.#codes.get(code)
    this.#codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isTheirs = pending?.redirectUri === form.get('redirect_uri') && pending?.challenge === challenge
    if (!pending || !isTheirs || form.get('grant_type') !== 'authorization_code') return undefined
    const grant: Grant = {
      scope: pending.scope,
      access: new Set(),
      refresh: this.#issued(`1//${secret()}`),
      isWithdrawn: false,
    }
    this.#grants.push(grant)
    return grant
  }

  #refreshed(form: URLSearchParams): Grant | undefined {
    const token = form.get('refresh_token') ?? ''
    const grant = this.#grants.find(({ refresh }) => refresh === token)
    // A replaced token was stolen, or two clients use it.
    if (!grant && this.rotates && this.secrets.includes(token)) this.withdraw()
    return grant?.isWithdrawn ? undefined : grant
  }

  #revoke(form: URLSearchParams, res: ServerResponse) {
    const token = form.get('token') ?? ''
    const grant = this.#grants.find(({ refresh, access }) => refresh === token || access.has(token))
    if (!grant || grant.isWithdrawn) return sendJson(res, 400, { error: 'invalid_token' })
    grant.isWithdrawn = true
    sendJson(res, 200, {})
  }

  #respondForService(req: IncomingMessage, isGmail: boolean, res: ServerResponse, serve: () => GoogleResponse) {
    const { authorization = '' } = req.headers
    const token = authorization.replace(/^Bearer /, '')
    const grant = this.#grants.find(({ access, isWithdrawn }) => !isWithdrawn && access.has(token))
    const fault = isGmail ? this.gmailFault : this.driveFault
    if (!grant) return sendResponse(res, refusal(401, 'authError', 'Invalid Credentials'))
    if (fault) {
      const refused = refusal(fault.status, fault.reason, 'Refused')
      const { retryAfter } = fault
      return sendResponse(res, { ...refused, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })
    }
    const wanted = isGmail ? /\bgmail\.readonly\b/ : /\bdrive(?:\.readonly)?\b/
    if (!wanted.test(grant.scope)) {
      return sendResponse(res, refusal(403, 'insufficientPermissions', 'Insufficient Permission'))
    }
    sendResponse(res, serve())
  }

  #issued(token: string): string {
    this.secrets.push(token)
    return token
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

function idToken(email: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ iss: 'https://accounts.google.com', sub: '1098', email })}.c2lnbmF0dXJl`
}

function sendHtml(res: ServerResponse, status: number, html: string): void {
  res
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>Google</title>${html}`)
}

function sendJson(res: ServerResponse, status: number, value: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}

function sendResponse(res: ServerResponse, { status, json, body, contentType, headers }: GoogleResponse): void {
  const type = json === undefined ? contentType : 'application/json; charset=UTF-8'
  res
    .writeHead(status, { 'content-type': type ?? 'application/octet-stream', ...headers })
    .end(json === undefined ? body : JSON.stringify(json))
}
