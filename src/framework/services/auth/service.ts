import type { ServiceImpl } from '@connectrpc/connect'
import { Access, Accounts, Auth, type Rule as RuleMessage, Rules } from '#generated/proto/auth_pb.js'
import { ApiError } from '#runtime/base/errors.ts'
import { isGranted, type Rule, type RuleSubject } from '../../kernel/admission/endpoint-rules.ts'
import {
  accountOf,
  administratorOf,
  createNaming,
  isInstanceAdmin,
  type NamespaceNaming,
  namespaceFor,
} from '../../kernel/admission/roles.ts'
import { type CoreService, callerOf } from '../../kernel/host/host.ts'
import type { RpcCaller } from '../../kernel/rpc-caller.ts'
import { invalid } from '../../kernel/rpc-errors.ts'
import type { AuthEngine } from './create-auth.ts'
import { wrongCredentials, wrongRefreshToken } from './service-tokens.ts'
import type { IssuedToken, ServiceAccount } from './types.ts'

type Engine = Omit<AuthEngine, 'admission'>

/** The auth service as the doors serve it: accounts of a namespace, their tokens, and its rules. */
export function authService(engine: Engine): CoreService {
  const naming = createNaming(engine.namespaces)
  return {
    name: 'auth',
    register(router) {
      router.service(Auth, authHandlers(engine))
      router.service(Accounts, accountHandlers(engine, naming))
      router.service(Rules, ruleHandlers(engine, naming))
    },
  }
}

/** Whether the rules of a namespace, which may differ from that of the call, allow the caller to get a token there. */
async function mayGetToken({ rules }: Engine, caller: RpcCaller, namespace: string): Promise<boolean> {
  // Admission has checked these.
  if (namespace === caller.namespace) return true
  const isOwn = caller.issuer === namespace || isInstanceAdmin(caller)
  const subject: RuleSubject = caller.kind === 'anonymous' ? {} : { account: { isOwn, scopes: caller.scopes } }
  return isGranted(await rules.of(namespace), subject, { type: 'service', name: 'auth', endpoint: 'Auth.Token' })
}

/** An account, and the namespaces in which a token identifies it. */
interface Inspected {
  readonly account: ServiceAccount
  readonly namespaces: readonly string[]
}

async function inspected(engine: Engine, token: string): Promise<Inspected | undefined> {
  const issued = await engine.callerTokens.read(token)
  if (issued) return { account: issued.account, namespaces: [issued.account.namespace, issued.place.namespace] }
  const account = await accountOfToken(engine, token)
  return account && { account, namespaces: [account.namespace] }
}

async function accountOfToken({ serviceTokens, tokens }: Engine, token: string): Promise<ServiceAccount | undefined> {
  const known = await serviceTokens.find(token)
  if (known) return known
  const grant = await tokens.authenticate(token).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'unauthenticated') return undefined
    throw failure
  })
  if (!grant) return undefined
  const { id, username, namespace, isNamespaceAdmin } = grant.account
  return { namespace, id, name: username, type: 'user', scopes: isNamespaceAdmin ? ['admin'] : [], metadata: {} }
}

function authHandlers(engine: Engine): ServiceImpl<typeof Auth> {
  const { accounts, serviceTokens } = engine
  return {
    async generate(request, context) {
      const caller = administratorOf(context, 'auth.generate')
      // It need not exist: its first account creates it.
      const namespace = namespaceFor(caller, request.options?.namespace, 'auth.generate')
      const { account, secret } = await accounts.generate(namespace, request)
      return { account: { ...messageOf(account), secret } }
    },
    async inspect({ token, options }) {
      const found = await inspected(engine, token)
      if (found && (!options?.namespace || found.namespaces.includes(options.namespace))) {
        return { account: messageOf(found.account) }
      }
      const detail =
        'The token is not a valid access token for an account on this server. It is mistyped, expired or revoked.'
      throw invalid('auth.inspect', detail)
    },
    async token({ id, secret, refreshToken, tokenExpiry, options }, context) {
      const caller = callerOf(context)
      const lifeS = Number(tokenExpiry)
      if (refreshToken !== '' && id === '' && secret === '') {
        const issued = await serviceTokens.refresh(refreshToken, lifeS, async (namespace) => {
          const isMeant = !options?.namespace || options.namespace === namespace
          if (!isMeant || !(await mayGetToken(engine, caller, namespace))) throw wrongRefreshToken()
        })
        return { token: tokenMessageOf(issued) }
      }
      if (refreshToken !== '' || id === '' || secret === '') {
        const detail = 'Credentials are missing. Send either id and secret, or only refresh_token.'
        throw invalid('auth.token', detail)
      }
      const namespace = options?.namespace || caller.namespace
      const { clientAddress } = caller
      const verified = await accounts.verify({ namespace, idOrName: id, secret, clientAddress })
      if (!verified || !(await mayGetToken(engine, caller, namespace))) throw wrongCredentials()
      return { token: tokenMessageOf(await serviceTokens.issue(verified, lifeS)) }
    },
  }
}

function accountHandlers({ accounts }: Engine, naming: NamespaceNaming): ServiceImpl<typeof Accounts> {
  return {
    async list(request, context) {
      const namespace = await naming.administered(context, request.options?.namespace, 'auth.accounts.list')
      return { accounts: (await accounts.list(namespace)).map(messageOf) }
    },
    async delete(request, context) {
      const namespace = await naming.administered(context, request.options?.namespace, 'auth.accounts.delete')
      const { kind, id, issuer } = callerOf(context)
      if (kind === 'service_account' && id === request.id && issuer === namespace) {
        const detail = 'An account cannot delete itself, but another administrator of the namespace can delete it.'
        throw invalid('auth.accounts.delete', detail)
      }
      await accounts.remove(namespace, request.id)
      return {}
    },
    async changeSecret({ id, oldSecret, newSecret, options }, context) {
      const errorId = 'auth.accounts.changesecret'
      const caller = accountOf(context, errorId)
      const namespace = await naming.of(caller, options?.namespace, errorId)
      const { clientAddress } = caller
      await accounts.changeSecret({ namespace, idOrName: id, secret: oldSecret, clientAddress }, newSecret)
      return {}
    },
  }
}

function ruleHandlers({ rules }: Engine, naming: NamespaceNaming): ServiceImpl<typeof Rules> {
  return {
    async create(request, context) {
      const namespace = await naming.administered(context, request.options?.namespace, 'auth.rules.create')
      await rules.create(namespace, ruleOf(request.rule))
      return {}
    },
    async delete(request, context) {
      const namespace = await naming.administered(context, request.options?.namespace, 'auth.rules.delete')
      await rules.remove(namespace, request.id)
      return {}
    },
    async list({ options }, context) {
      const namespace = await naming.readable(context, options?.namespace, 'auth.rules.list')
      return { rules: (await rules.of(namespace)).map(ruleMessageOf) }
    },
  }
}

function messageOf({ namespace, id, name, type, scopes, metadata }: ServiceAccount) {
  return { id, name, type, scopes: [...scopes], metadata: { ...metadata }, issuer: namespace }
}

function tokenMessageOf({ accessToken, refreshToken, createdAtMs, expiresAtMs }: IssuedToken) {
  return { accessToken, refreshToken, created: secondsOf(createdAtMs), expiry: secondsOf(expiresAtMs) }
}

/** Rounded down: the reported lifetime of a token is never too long. */
function secondsOf(ms: number): bigint {
  return BigInt(Math.floor(ms / 1000))
}

/** @throws RpcError 400 if the message is incomplete */
function ruleOf(message: RuleMessage | undefined): Rule {
  const { id = '', scope = '', resource, access, priority = 0 } = message ?? {}
  if (access !== Access.GRANTED && access !== Access.DENIED) {
    throw invalid('auth.rules.create', 'The rule cannot be created: rule.access must be GRANTED or DENIED.')
  }
  return {
    id,
    scope,
    resource: { type: resource?.type || 'service', name: resource?.name ?? '', endpoint: resource?.endpoint ?? '' },
    access: access === Access.GRANTED ? 'granted' : 'denied',
    priority,
  }
}

function ruleMessageOf({ id, scope, resource, access, priority }: Rule) {
  return { id, scope, resource, access: access === 'granted' ? Access.GRANTED : Access.DENIED, priority }
}
