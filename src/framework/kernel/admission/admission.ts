import { parseAuthorization } from '#runtime/accounts/authorization.ts'
import { CORE_SERVICES, type Grant, isCoreService } from '#runtime/accounts/grant.ts'
import { DEFAULT_NAMESPACE } from '#runtime/accounts/namespaces.ts'
import { coverage, howToGet } from '#runtime/accounts/permissions.ts'
import type { RejectedTokens } from '#runtime/accounts/rejected-tokens.ts'
import type { Tokens } from '#runtime/accounts/tokens.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { RpcCaller, RpcRequest } from '../rpc-caller.ts'
import { asRpcError, denied, errorIdOf, notFound, RpcError, unauthenticated } from '../rpc-errors.ts'
import { isGranted, type Rule } from './endpoint-rules.ts'

/** The account behind a credential, for any call. */
export interface RpcIdentity {
  readonly kind: 'account' | 'service_account'
  /** The type of an account of the auth service; that of a person is a user. */
  readonly type?: 'user' | 'service'
  readonly id: string
  readonly name: string
  /** Its namespace. */
  readonly issuer: string
  readonly scopes: ReadonlySet<string>
  /** Administers the services of its namespace. */
  readonly isNamespaceAdmin: boolean
  readonly grant?: Grant
}

/** Tokens that the auth service has issued. */
export interface ServiceTokenCheck {
  /** Whether the text has the form of such a token. */
  isOne(secret: string): boolean
  /** @throws RpcError 401 with one message, whether it is malformed, unknown, expired or its account deleted */
  authenticate(secret: string, errorId: string): Promise<RpcIdentity>
}

/** The rules of namespaces. */
export interface RulesOf {
  /**
   * Those of a namespace, as `isGranted` expects them. Writes of this process apply at once, those of other processes
   * within a second. An unknown namespace has the rules that every new one has.
   */
  of(namespace: string): Promise<readonly Rule[]>
}

interface AdmissionOptions {
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly serviceTokens: ServiceTokenCheck
  readonly rules: RulesOf
  readonly namespaces: {
    /** Whether any account belongs to it. */
    exists(namespace: string): Promise<boolean>
  }
  readonly limits: Pick<Limits, 'ofAddress' | 'ofAccount'>
  /** Logs the addresses that send rejected tokens. */
  readonly rejected?: Pick<RejectedTokens, 'note'> | undefined
}

const ADMIN_SCOPES: ReadonlySet<string> = new Set(['admin'])
const NO_SCOPES: ReadonlySet<string> = new Set()

export type Admission = ReturnType<typeof createAdmission>

/**
 * The account behind a credential, for requests that need only a valid one.
 *
 * @param clientAddress the IP address that sent it, which is logged if the credential is rejected
 * @returns undefined without a credential
 * @throws RpcError 401 for an invalid one
 */
type Identify = (
  authorization: RpcRequest['authorization'],
  errorId: string,
  clientAddress?: string,
) => Promise<RpcIdentity | undefined>

async function identified(
  { tokens, serviceTokens, rejected }: Pick<AdmissionOptions, 'tokens' | 'serviceTokens' | 'rejected'>,
  {
    authorization,
    errorId,
    clientAddress,
  }: { authorization: RpcRequest['authorization']; errorId: string; clientAddress: string | undefined },
): Promise<RpcIdentity | undefined> {
  try {
    const secret = parseAuthorization(authorization)
    if (secret === undefined) return undefined
    if (serviceTokens.isOne(secret)) return await serviceTokens.authenticate(secret, errorId)
    return identityOf(await tokens.authenticate(secret))
  } catch (failure) {
    const error = asRpcError(failure, errorId)
    if (clientAddress !== undefined && error.code === 'unauthenticated') rejected?.note(clientAddress)
    throw error
  }
}

/**
 * Authorizes every call of a service that does not go through calls/pipeline.ts.
 *
 * `admit` checks in this order: credential, namespace, scope of the token, rules, limits.
 *
 * The credential is looked up in the database on every call, so that a token revoked in another process is rejected
 * from the next call on. Rules are those of `RulesOf`.
 *
 * Callers outside a namespace get the same error whether or not it exists; only administrators of the instance get a
 * 404.
 *
 * `admit` throws an RpcError: 401 for an invalid or missing credential; 403; 404 for an unknown namespace; 429
 */
export function createAdmission({ tokens, serviceTokens, rules, namespaces, limits, rejected }: AdmissionOptions) {
  const identify: Identify = (authorization, errorId, clientAddress) =>
    identified({ tokens, serviceTokens, rejected }, { authorization, errorId, clientAddress })

  async function authorize(request: RpcRequest, errorId: string): Promise<{ caller: RpcCaller; who?: RpcIdentity }> {
    const who = await identify(request.authorization, errorId, request.clientAddress)
    const caller = callerIn(request.namespace || who?.issuer || DEFAULT_NAMESPACE, who, request.clientAddress)
    const { namespace, isAdmin } = caller
    const isOwn = who !== undefined && (who.issuer === namespace || isAdmin)
    if (isOwn && who.issuer !== namespace && !(await namespaces.exists(namespace))) {
      throw noNamespace(namespace, errorId)
    }
    if (who?.grant) checkGrant(who.grant, request, errorId)
    const { service, endpoint } = request
    const resource = { type: 'service', name: service, endpoint }
    const subject = who ? { account: { isOwn, scopes: who.scopes } } : {}
    const isAllowed = isGranted(await rules.of(namespace), subject, resource) || maintainsRules(caller, service)
    if (!isAllowed) throw notAllowed(caller, isOwn, request, errorId)
    return who ? { caller, who } : { caller }
  }

  async function admitCall(request: RpcRequest, errorId: string): Promise<RpcCaller> {
    const { caller, who } = await authorize(request, errorId)
    const verdict = await (who ? limits.ofAccount(subjectOf(who)) : limits.ofAddress(request.clientAddress))
    if (!verdict) return caller
    if (verdict.isAllowed) return { ...caller, limit: verdict }
    const { message, retryAfterS = verdict.resetS } = rateLimited(verdict)
    throw new RpcError('rate_limited', errorId, message, { retryAfterS, limit: verdict })
  }

  return {
    identify,
    admit: (request: RpcRequest) => withErrorId(request, admitCall),
    /**
     * Checks an admitted call again while it lasts. Counts against no limit.
     *
     * @throws RpcError 401, 403 or 404 as `admit`, when it would no longer be admitted
     */
    async recheck(request: RpcRequest): Promise<void> {
      await withErrorId(request, authorize)
    },
  }
}

/** Runs a check; its errors name the endpoint. */
async function withErrorId<Result>(
  request: RpcRequest,
  check: (request: RpcRequest, errorId: string) => Promise<Result>,
): Promise<Result> {
  const errorId = errorIdOf(request.service, request.endpoint)
  try {
    return await check(request, errorId)
  } catch (failure) {
    throw asRpcError(failure, errorId)
  }
}

function identityOf(grant: Grant): RpcIdentity {
  const { id, username, namespace, isNamespaceAdmin } = grant.account
  const scopes = isNamespaceAdmin ? ADMIN_SCOPES : NO_SCOPES
  return { kind: 'account', id, name: username, issuer: namespace, scopes, isNamespaceAdmin, grant }
}

/** The caller in a namespace. Administrators have rights only in their own; those of the default one have them in all. */
function callerIn(namespace: string, who: RpcIdentity | undefined, clientAddress: string): RpcCaller {
  if (!who) {
    return {
      namespace,
      kind: 'anonymous',
      id: '',
      name: '',
      issuer: '',
      scopes: NO_SCOPES,
      isAdmin: false,
      clientAddress,
    }
  }
  const { isNamespaceAdmin, ...identity } = who
  const isAdmin = isNamespaceAdmin && (who.issuer === namespace || who.issuer === DEFAULT_NAMESPACE)
  return { ...identity, namespace, isAdmin, clientAddress }
}

/** Rules never lock out those who maintain them: otherwise nobody could correct a mistake. */
function maintainsRules(caller: RpcCaller, service: string): boolean {
  return caller.isAdmin && service === 'auth'
}

function subjectOf({ kind, issuer, id }: RpcIdentity): string {
  return kind === 'account' ? id : `${issuer}/${id}`
}

/** @throws RpcError 403 naming what the token does not permit */
function checkGrant(grant: Grant, { service, endpoint }: RpcRequest, errorId: string): void {
  const call = `${service} ${endpoint}`
  const isCore = isCoreService(service)
  const isRead = onlyReads(service, endpoint)
  if (isCore && grant.scopes.has(coreScope(service, isRead))) return
  if (!grant.allServices && !(isCore && grant.services.has(service))) {
    const gap = isCore ? `does not cover the service ${service}` : 'does not cover services that users have registered'
    const wider = howToGet(grant, { services: isCore ? [service] : 'all' })
    throw denied(errorId, `This token ${gap}. ${coverage(grant)} ${wider}`)
  }
  if (!grant.actions && !isRead) {
    throw denied(
      errorId,
      `${call} may change data, but this token is read-only because it lacks 'Allow actions'. ${howToGet(grant, { actions: true })}`,
    )
  }
}

function noNamespace(namespace: string, errorId: string): RpcError {
  return notFound(
    errorId,
    `There is no namespace ${quote(namespace)}. A namespace is created with its first account. Create one with: onedoor account create NAME --namespace NAMESPACE`,
  )
}

/** The error for a caller whom the rules do not allow to call. */
function notAllowed(caller: RpcCaller, isOwn: boolean, { service, endpoint }: RpcRequest, errorId: string): RpcError {
  const call = `${service} ${endpoint}`
  if (caller.kind === 'anonymous') {
    return unauthenticated(errorId, `${call} requires an account. Send a token as "Authorization: Bearer <token>".`)
  }
  if (!isOwn) {
    return denied(
      errorId,
      `The namespace ${quote(caller.namespace)} is not yours or does not exist. ${caller.name} belongs to ${caller.issuer}. Omit the namespace, or send a token for an account in that namespace.`,
    )
  }
  return denied(
    errorId,
    `The rules of the namespace ${caller.namespace} do not allow ${caller.name} to call ${call}. Its administrators can list them with auth.Rules/List.`,
  )
}

/**
 * The endpoints of the core services that a token without 'Allow actions' may call: they change neither stored data nor
 * what others receive. Consuming from a queue or a consumer group takes from others, so it is not a read. `Auth.Token`
 * needs no permission of the caller: it is authenticated by the secret in the message.
 *
 * Services that users register are never listed: the server does not know what they do.
 */
const READS: Readonly<Record<string, ReadonlySet<string>>> = {
  auth: new Set(['Auth.Token', 'Auth.Inspect', 'Accounts.List', 'Rules.List']),
  config: new Set(['Config.Get', 'Config.Read']),
  events: new Set(['Store.Read']),
  registry: new Set(['Registry.GetService', 'Registry.ListServices', 'Registry.Watch']),
  runtime: new Set(['Runtime.Read', 'Runtime.Logs', 'Build.Read']),
  store: new Set(['Store.Read', 'Store.List', 'Store.Databases', 'Store.Tables', 'BlobStore.Read', 'BlobStore.List']),
}

/** Writing to `auth` gives access to others. */
function coreScope(service: string, isRead: boolean): string {
  return `${service}:${isRead ? 'read' : service === 'auth' ? 'pay' : 'write'}`
}

/** The scopes of the core services. */
export const coreScopes: readonly string[] = CORE_SERVICES.flatMap((service) => [
  ...(Object.hasOwn(READS, service) ? [coreScope(service, true)] : []),
  coreScope(service, false),
])

/** Whether this endpoint only reads. */
export function onlyReads(service: string, endpoint: string): boolean {
  return Object.hasOwn(READS, service) && (READS[service] as ReadonlySet<string>).has(endpoint)
}
