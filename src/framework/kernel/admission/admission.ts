import { parseAuthorization } from '#runtime/accounts/authorization.ts'
import { type Grant, isCoreService } from '#runtime/accounts/grant.ts'
import { DEFAULT_NAMESPACE } from '#runtime/accounts/namespaces.ts'
import type { Tokens } from '#runtime/accounts/tokens.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { RpcCaller, RpcRequest } from '../caller.ts'
import { errorIdOf } from '../endpoints.ts'
import { asRpcError, RpcError } from '../errors.ts'
import { onlyReads } from './reads.ts'
import { isGranted, type Rule } from './rules.ts'

/** Whom a credential stands for, wherever the call goes. */
export interface RpcIdentity {
  readonly kind: 'account' | 'service_account'
  readonly id: string
  readonly name: string
  /** Its namespace. */
  readonly issuer: string
  readonly scopes: ReadonlySet<string>
  /** Administers the services of its namespace. */
  readonly isNamespaceAdmin: boolean
  readonly grant?: Grant
}

/** Who may come in: the one list of steps for every call of a service that does not go through calls/pipeline.ts. */
export interface Admission {
  /**
   * Decides in this order: credential, namespace, what the token is narrowed to, rules, limits.
   *
   * The database is asked for the credential each time, so that a token ended in another process opens nothing from the
   * next call on. Rules are those of `RulesOf`.
   *
   * Whoever does not belong to a namespace gets the same answer whether there is one of that name or not; only
   * administrators of the instance are told (404).
   *
   * @throws RpcError 401 for a credential that is not good, or none where one is needed; 403; 404 for a namespace; 429
   */
  admit(request: RpcRequest): Promise<RpcCaller>
  /**
   * Decides anew about a call that was let in and lasts. It counts against no limit.
   *
   * @throws RpcError 401, 403 or 404 as `admit`, when it would not be let in any more
   */
  recheck(request: RpcRequest): Promise<void>
  /**
   * Who is behind a credential, for what needs nothing but one.
   *
   * @returns undefined without a credential
   * @throws RpcError 401 for one that is not good
   */
  identify(authorization: RpcRequest['authorization'], errorId: string): Promise<RpcIdentity | undefined>
}

/** Tokens that the auth service has given. */
export interface ServiceTokenCheck {
  /** Whether the text has the form of such a token. */
  isOne(secret: string): boolean
  /** @throws RpcError 401 with one message, whether it is malformed, unknown, expired or its account deleted */
  authenticate(secret: string, errorId: string): Promise<RpcIdentity>
}

/** The rules of namespaces. */
export interface RulesOf {
  /**
   * Those of a namespace as `isGranted` wants them. They are as this process has written them, and at most a second old
   * for what other processes write. A namespace that does not exist has those that every new one has.
   */
  of(namespace: string): Promise<readonly Rule[]>
}

interface AdmissionOptions {
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly serviceTokens: ServiceTokenCheck
  readonly rules: RulesOf
  readonly namespaces: {
    /** Whether an account of any kind belongs to it. */
    exists(namespace: string): Promise<boolean>
  }
  readonly limits: Pick<Limits, 'ofAddress' | 'ofAccount'>
}

const ADMIN_SCOPES: ReadonlySet<string> = new Set(['admin'])
const NO_SCOPES: ReadonlySet<string> = new Set()

/** The admission over these stores. */
export function createAdmission({ tokens, serviceTokens, rules, namespaces, limits }: AdmissionOptions): Admission {
  async function identify(
    authorization: RpcRequest['authorization'],
    errorId: string,
  ): Promise<RpcIdentity | undefined> {
    try {
      const secret = parseAuthorization(authorization)
      if (secret === undefined) return undefined
      if (serviceTokens.isOne(secret)) return await serviceTokens.authenticate(secret, errorId)
      return identityOf(await tokens.authenticate(secret))
    } catch (failure) {
      throw asRpcError(failure, errorId)
    }
  }

  async function decided(request: RpcRequest, errorId: string): Promise<{ caller: RpcCaller; who?: RpcIdentity }> {
    const who = await identify(request.authorization, errorId)
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
    const isLetIn = isGranted(await rules.of(namespace), subject, resource) || isKeyHolder(caller, service)
    if (!isLetIn) throw refused(caller, isOwn, request, errorId)
    return who ? { caller, who } : { caller }
  }

  async function admitted(request: RpcRequest, errorId: string): Promise<RpcCaller> {
    const { caller, who } = await decided(request, errorId)
    const verdict = await (who ? limits.ofAccount(subjectOf(who)) : limits.ofAddress(request.clientAddress))
    if (!verdict) return caller
    if (verdict.isAllowed) return { ...caller, limit: verdict }
    const { message, retryAfterS = verdict.resetS } = rateLimited(verdict)
    throw new RpcError('rate_limited', errorId, message, { retryAfterS, limit: verdict })
  }

  return {
    identify,
    admit: (request) => withErrorId(request, admitted),
    async recheck(request) {
      await withErrorId(request, decided)
    },
  }
}

/** Runs a decision; whatever it fails with names the endpoint. */
async function withErrorId<Decision>(
  request: RpcRequest,
  decide: (request: RpcRequest, errorId: string) => Promise<Decision>,
): Promise<Decision> {
  const errorId = errorIdOf(request.service, request.endpoint)
  try {
    return await decide(request, errorId)
  } catch (failure) {
    throw asRpcError(failure, errorId)
  }
}

function identityOf(grant: Grant): RpcIdentity {
  const { id, username, namespace, isNamespaceAdmin } = grant.account
  const scopes = isNamespaceAdmin ? ADMIN_SCOPES : NO_SCOPES
  return { kind: 'account', id, name: username, issuer: namespace, scopes, isNamespaceAdmin, grant }
}

/** The caller in a namespace. Administering one gives nothing in another; administering the default one gives all. */
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

/** Rules never lock out those who keep them: otherwise a slip could be mended by nobody. */
function isKeyHolder(caller: RpcCaller, service: string): boolean {
  return caller.isAdmin && service === 'auth'
}

function subjectOf({ kind, issuer, id }: RpcIdentity): string {
  return kind === 'account' ? id : `${issuer}/${id}`
}

/** @throws RpcError 403 saying what the token lacks */
function checkGrant(grant: Grant, { service, endpoint }: RpcRequest, errorId: string): void {
  const call = `${service} ${endpoint}`
  if (grant.kind !== 'services') {
    throw new RpcError(
      'permission_denied',
      errorId,
      `${call} needs a services token, and this is a product token. ${wider(grant, 'all')}`,
    )
  }
  const isCore = isCoreService(service)
  if (!grant.allServices && !(isCore && grant.services.has(service))) {
    const names = isCore ? [...new Set([...grant.services, service])].sort().join(',') : 'all'
    const covered = [...grant.services].sort().join(', ') || 'no service at all'
    const gap = isCore ? `does not cover the service ${service}` : 'does not cover services that users have registered'
    throw new RpcError('permission_denied', errorId, `This token ${gap}; it covers ${covered}. ${wider(grant, names)}`)
  }
  if (!grant.actions && !onlyReads(service, endpoint)) {
    const names = grant.allServices ? 'all' : [...grant.services].sort().join(',')
    throw new RpcError(
      'permission_denied',
      errorId,
      `${call} may change something, and this token only reads: it lacks 'Allow actions'. ${wider(grant, names, ' --actions')}`,
    )
  }
}

function wider(grant: Grant, services: string, actions = grant.actions ? ' --actions' : ''): string {
  return `Make one that may: onedoor token create ${grant.account.username} --services ${services}${actions}`
}

function noNamespace(namespace: string, errorId: string): RpcError {
  return new RpcError(
    'not_found',
    errorId,
    `There is no namespace ${quote(namespace)}: one begins with its first account. Make it with: onedoor account create NAME --namespace NAMESPACE`,
  )
}

/** What is said to somebody whom the rules do not let in. */
function refused(caller: RpcCaller, isOwn: boolean, { service, endpoint }: RpcRequest, errorId: string): RpcError {
  const call = `${service} ${endpoint}`
  if (caller.kind === 'anonymous') {
    return new RpcError(
      'unauthenticated',
      errorId,
      `${call} needs an account: send a token as "Authorization: Bearer <token>".`,
    )
  }
  if (!isOwn) {
    return new RpcError(
      'permission_denied',
      errorId,
      `The namespace ${quote(caller.namespace)} is not yours, or there is none of that name: ${caller.name} belongs to ${caller.issuer}. Leave the namespace out, or send a token of that one.`,
    )
  }
  return new RpcError(
    'permission_denied',
    errorId,
    `The rules of the namespace ${caller.namespace} do not let ${caller.name} call ${call}. Its administrators see them with auth.Rules/List.`,
  )
}
