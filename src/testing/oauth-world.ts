import { createTokens } from '../runtime/accounts/tokens.ts'
import type { ManualClock } from '../runtime/base/clock.ts'
import { newId } from '../runtime/base/ids.ts'
import { createOAuth } from '../runtime/oauth/oauth.ts'
import type { SignInRequest } from '../runtime/oauth/requests.ts'
import type { Store } from '../runtime/store/types.ts'
import { asker } from './outbound.ts'
import { challenge } from './program-sign-in.ts'

const redirect_uris = ['http://127.0.0.1/back']
const verifier = 'v'.repeat(43)
const scopes = ['notes:read', 'notes:write']
const unlimited = { exact: () => ({ take: () => undefined }) }
const unreachable = {
  fetch: () => {
    throw new Error('Nothing is read here')
  },
}

/** An authorization server on a database. */
export function oauthAt(store: Store, clock: ManualClock) {
  const options = {
    ...{ store, clock, limits: unlimited, outbound: unreachable as never, registrationsPerHour: undefined },
    offered: { instance: scopes, mcp: scopes },
    baseUrl: 'https://door.example',
  }
  return { options, oauth: createOAuth(options), tokens: createTokens({ store, clock, services: ['notes'] }) }
}

/** An authorization server with an account and a program that requests access to its notes. */
export async function oauthWorld(store: Store, clock: ManualClock) {
  const { options, oauth, tokens } = oauthAt(store, clock)
  const account = newId('account')
  const row = { id: account, username: account.slice(-20), created_at: 0, updated_at: 0 }
  await store.run(store.sql('accounts').insert(row))
  const { client_id: clientId } = (await oauth.programs.register({ redirect_uris }, '192.0.2.1')) as {
    client_id: string
  }
  const request: SignInRequest = {
    program: await oauth.programs.find(clientId, asker()),
    redirectUri: 'http://127.0.0.1/back',
    state: undefined,
    challenge,
    audience: 'instance',
    scope: undefined,
    scopes: { offered: scopes, named: new Set() },
  }
  const allow = () => oauth.grants.allow(account, request, scopes)
  /** Signs in with another program. */
  const allowAnother = async (id: string) => {
    const program = await oauth.programs.find(id, asker())
    const code = await oauth.grants.allow(account, { ...request, program }, scopes)
    const common = { clientId: id, verifier, redirectUri: undefined, audience: undefined }
    return oauth.grants.exchange({ ...common, code })
  }
  const exchange = (code: string) =>
    oauth.grants.exchange({ clientId, code, verifier, redirectUri: undefined, audience: undefined })
  const refresh = (refreshToken: string, scope?: string, grants = oauth.grants) =>
    grants.refresh({ clientId, refreshToken, scope, audience: undefined })
  return { clock, options, oauth, account, clientId, allow, allowAnother, exchange, refresh, tokens }
}
