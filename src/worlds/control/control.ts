import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Context, type Document, OpenAPIBackend } from 'openapi-backend'
import type { operations } from '#generated/sandbox/types.ts'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { checkMediaType, readBody } from '../../http/body.ts'
import { ApiError, asApiError } from '../../runtime/base/errors.ts'
import type { Log } from '../../runtime/base/log.ts'
import { writeFailure } from './write-failure.ts'

/** An operation of the sandbox, by the id that its document gives it. */
export type SandboxOperation = keyof operations

type Operation<Id extends SandboxOperation> = operations[Id]
type BodyOf<Id extends SandboxOperation> =
  Operation<Id> extends {
    requestBody?: { content: { 'application/json': infer Body } | { 'application/yaml': infer Body } }
  }
    ? Body
    : undefined

/** The validated arguments of an operation. */
export interface SandboxCall<Id extends SandboxOperation = SandboxOperation> {
  readonly path: Operation<Id>['parameters'] extends { path: infer Path } ? Path : Record<string, never>
  readonly query: NonNullable<Operation<Id>['parameters']['query']>
  readonly body: BodyOf<Id>
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** What an operation returns: JSON or text with its media type. `undefined`: it has written its response, as streams do. */
export type SandboxAnswer =
  | { readonly status?: number; readonly json?: unknown; readonly text?: string; readonly type?: string }
  | undefined

export type SandboxHandlers = {
  readonly [Id in SandboxOperation]: (call: SandboxCall<Id>) => Promise<SandboxAnswer> | SandboxAnswer
}

/** Enough for a seed with a thousand calls. */
const maxBodyBytes = 4 * 1024 * 1024
const maxFaults = 20
const documentFile = new URL('../../../generated/sandbox/openapi.json', import.meta.url)

/** Serves the API of the sandbox, which `spec/sandbox/` describes; requests are checked against its document. */
export async function createControl(handlers: SandboxHandlers, log: Log): Promise<RequestListener> {
  const text = await readFile(documentFile, 'utf8')
  const definition = JSON.parse(text) as Document
  const api = new OpenAPIBackend({
    definition,
    handlers: {
      ...Object.fromEntries(Object.entries(handlers).map(([id, handler]) => [id, callerOf(handler as never)])),
      validationFail: (context: Context) => Promise.reject(faultsOf(context)),
      notFound: () => Promise.reject(new ApiError('unknown_method', 'The sandbox has no such address.')),
      methodNotAllowed: () => Promise.reject(new ApiError('method_not_allowed', 'The sandbox has no such method.')),
    },
    ajvOpts: { strict: false, allErrors: true, coerceTypes: false, useDefaults: true, validateFormats: false },
    quick: true,
  })
  await api.init()
  return (req, res) => {
    if (req.url === '/sandbox/openapi.json') return send(res, { text, type: 'application/json' })
    answer(api, req, res).catch((failure: unknown) => {
      const error = asApiError(failure)
      if (error.code === 'internal') log.error({ err: failure }, 'sandbox operation failed')
      writeFailure(req, res, error)
    })
  }
}

async function answer(api: OpenAPIBackend, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (req.url ?? '/').split('?', 2)
  const method = req.method ?? 'GET'
  const isYaml = /^application\/yaml\b/i.test(req.headers['content-type'] ?? '')
  if ((method === 'POST' || method === 'PUT') && !isYaml) checkMediaType(req)
  const bytes = await readBody(req, maxBodyBytes, 'sandbox')
  const body = isYaml ? bytes.toString() : bytes.length === 0 ? undefined : parsed(bytes)
  const given = await api.handleRequest({ method, path, query, body, headers: headersOf(req) }, req, res)
  if (given !== undefined) send(res, given as NonNullable<SandboxAnswer>)
}

/** A single text for each header, as the validator expects them. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch (failure) {
    throw new ApiError('invalid_argument', `The body is not JSON: ${(failure as Error).message}`)
  }
}

function callerOf(handler: (call: SandboxCall) => unknown) {
  return ({ request }: Context, req: IncomingMessage, res: ServerResponse) =>
    handler({ path: request.params, query: request.query, body: request.requestBody, req, res } as never)
}

function faultsOf({ validation }: Context): ApiError {
  const details = (validation.errors ?? [])
    .slice(0, maxFaults)
    .map(({ instancePath, message = 'is invalid', params }) => ({
      path: instancePath.replace(/^\/requestBody/, '') || '/',
      message: messageOf(message, params),
    }))
  const first = details[0]
  return new ApiError('invalid_argument', `${first?.path} ${first?.message}.`, { details })
}

function messageOf(message: string, params: Record<string, unknown>): string {
  if ('additionalProperty' in params) return `has no argument ${String(params.additionalProperty)}`
  return Array.isArray(params.allowedValues) ? `must be one of ${params.allowedValues.join(', ')}` : message
}

function send(res: ServerResponse, { status = 200, json, text, type }: NonNullable<SandboxAnswer>): void {
  const body = json === undefined ? text : JSON.stringify(json)
  res.writeHead(status, {
    ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestIdOf(undefined),
  })
  res.end(body)
}
