import { type Request, type RequestHandler, type Response, Router } from 'express'
import { readBody } from '#http/body.ts'
import { optionsHeaders } from '#http/cors.ts'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import { clientAddress, type TrustedProxies } from '#runtime/limits/client-address.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import { oauthPaths, resourceMetadata, serverMetadata } from '#runtime/oauth/metadata.ts'
import type { OAuth } from '#runtime/oauth/oauth.ts'
import { OAuthError, type OAuthErrorCode } from '#runtime/oauth/oauth-error.ts'
import { MCP_PATH } from '#runtime/oauth/resources.ts'

const capBytes = 16 * 1024

interface OAuthPagesOptions {
  readonly oauth: OAuth
  readonly limits: Pick<Limits, 'ofAddress'>
  readonly trustedProxies: TrustedProxies
  readonly log: Log
}

/**
 * The authorization server's endpoints for programs: metadata, registration, tokens, revocation. Programs in a browser
 * may call from any origin, because nothing here depends on a cookie. The consent of people is among the pages of
 * accounts.
 */
export function oauthPages(options: OAuthPagesOptions): Router {
  const { oauth } = options
  const router = Router()
  const documents: Readonly<Record<string, object>> = {
    [oauthPaths.metadata]: serverMetadata(oauth),
    [oauthPaths.resourceMetadata]: resourceMetadata('instance', oauth),
    [`${oauthPaths.resourceMetadata}${MCP_PATH}`]: resourceMetadata('mcp', oauth),
  }
  for (const [path, document] of Object.entries(documents)) {
    router.get(path, (_req, res) => {
      allowEveryOrigin(res)
      res.setHeader('Cache-Control', 'public, max-age=300')
      res.json(document)
    })
    router.all(path, otherVerb(['GET', 'HEAD']))
  }
  const posts: Readonly<Record<string, (req: Request) => Promise<{ status: number; body?: object }>>> = {
    [oauthPaths.token]: async (req) => ({ status: 200, body: await oauth.token(await formOf(req)) }),
    [oauthPaths.register]: async (req) => {
      const address = addressOf(req, options.trustedProxies)
      return { status: 201, body: await oauth.programs.register(await jsonOf(req), address) }
    },
    [oauthPaths.revoke]: async (req) => {
      await oauth.revoke(await formOf(req))
      return { status: 200 }
    },
  }
  for (const [path, respond] of Object.entries(posts)) {
    router.post(path, posted(options, respond))
    router.all(path, otherVerb(['POST']))
  }
  return router
}

function posted(
  { limits, trustedProxies, log }: OAuthPagesOptions,
  respond: (req: Request) => Promise<{ status: number; body?: object }>,
): RequestHandler {
  return async (req, res) => {
    allowEveryOrigin(res)
    res.setHeader('Cache-Control', 'no-store')
    try {
      refuseBeyond(await limits.ofAddress(addressOf(req, trustedProxies)))
      refuseAuthorization(req)
      const { status, body } = await respond(req)
      if (body) res.status(status).json(body)
      else res.status(status).end()
    } catch (failure) {
      sendError(
        res,
        asOAuthError(failure, (err) => log.error({ err, path: req.path }, 'oauth request failed')),
      )
    }
  }
}

/** RFC 6749 (5.2): a program that sends credentials in a header gets a challenge of that scheme. */
function refuseAuthorization({ headers: { authorization } }: Request): void {
  if (authorization === undefined) return
  throw new OAuthError(
    'invalid_client',
    'Programs do not have secrets on this server. Send the client_id only in the body.',
  )
}

function sendError(res: Response, { code, message, status, retryAfterS }: OAuthError): void {
  if (retryAfterS !== undefined) res.setHeader('Retry-After', Math.ceil(retryAfterS))
  const scheme = /^[A-Za-z]+/.exec(res.req.headers.authorization ?? '')?.[0]
  if (code === 'invalid_client' && scheme) res.setHeader('WWW-Authenticate', `${scheme} realm="onedoor"`)
  res.status(status).json({ error: code, error_description: inAscii(message) })
}

const codes: Partial<Record<ApiError['code'], OAuthErrorCode>> = {
  rate_limited: 'too_many_requests',
  unavailable: 'temporarily_unavailable',
}

function asOAuthError(failure: unknown, onDefect: (cause: unknown) => void): OAuthError {
  if (failure instanceof OAuthError) return failure
  const { code, status, message, retryAfterS, cause } = asApiError(failure)
  if (code === 'internal') onDefect(cause)
  const known = codes[code] ?? (status < 500 ? 'invalid_request' : 'server_error')
  return new OAuthError(known, message, retryAfterS)
}

/** RFC 6749 (5.2) allows neither quotation marks nor anything beyond ASCII in a description. */
function inAscii(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x7e]/g, ' ')
}

async function formOf(req: Request): Promise<URLSearchParams> {
  needMediaType(req, 'application/x-www-form-urlencoded')
  return new URLSearchParams((await readBody(req, capBytes, req.path)).toString())
}

async function jsonOf(req: Request): Promise<unknown> {
  needMediaType(req, 'application/json')
  try {
    return JSON.parse((await readBody(req, capBytes, req.path)).toString())
  } catch (failure) {
    if (failure instanceof ApiError) throw failure
    throw new OAuthError('invalid_client_metadata', 'The body is not JSON.')
  }
}

function needMediaType({ headers }: Request, wanted: string): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== wanted) throw new OAuthError('invalid_request', `The body must be ${wanted}.`)
}

function addressOf(req: Request, proxies: TrustedProxies): string {
  return clientAddress(req.socket.remoteAddress, req.headers, proxies)
}

function allowEveryOrigin(res: Response): void {
  res.setHeader('Access-Control-Allow-Origin', '*')
}

/** Preflight requests of browsers, and verbs that an address does not have. */
function otherVerb(verbs: readonly string[]): RequestHandler {
  return (req, res) => {
    if (req.method !== 'OPTIONS') {
      throw new ApiError('method_not_allowed', `${req.path} does not accept ${req.method}.`, { allow: [...verbs] })
    }
    const headers = optionsHeaders(verbs, ['MCP-Protocol-Version'])
    for (let index = 0; index < headers.length; index += 2) {
      res.setHeader(headers[index] as string, headers[index + 1] as string)
    }
    res.status(204).end()
  }
}
