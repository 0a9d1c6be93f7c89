import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Store } from '../store/types.ts'
import { createChallenges } from './challenges.ts'
import type { CallingAccount } from './grant.ts'
import { checkLabel } from './labels.ts'

/** COSE numbers of Ed25519, ES256 and RS256, which authenticators have between them; the library's own list is still experimental in Node. */
const ALGORITHMS = [-8, -7, -257]
const maxPasskeys = 20
const maxNameLength = 60

/** A key that an authenticator holds for an account. All times are epoch milliseconds. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAtMs: number
  readonly lastUsedAtMs?: number
}

export interface Passkeys {
  /** Whether browsers offer passkeys at this address: they do for names, over https or on this machine, never for IP addresses. */
  arePossible(): boolean
  list(accountId: string): Promise<Passkey[]>
  /** What the browser needs in order to make a key. @param boundTo the session that asks */
  offerNew(account: CallingAccount, boundTo: string): Promise<PublicKeyCredentialCreationOptionsJSON>
  /**
   * Keeps the key that the browser made.
   *
   * @throws ApiError invalid_argument when the answer does not hold or the name cannot be used
   */
  add(accountId: string, boundTo: string, name: string, response: unknown): Promise<void>
  /** Forgets a key of this account; says whether there was one. */
  remove(accountId: string, id: string): Promise<boolean>
  /** What the browser needs in order to sign somebody in. @param boundTo the browser that asks */
  offerSignIn(boundTo: string): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** The id of the account whose key has answered; nothing if the answer does not hold, whatever the reason. */
  signIn(boundTo: string, response: unknown): Promise<string | undefined>
}

interface PasskeyRow {
  id: string
  account_id: string
  credential_id: string
  public_key: string
  counter: number | string
  transports: string
  name: string
  created_at: number | string
  last_used_at: number | string | null
}

/** What every answer of an authenticator is checked against. */
interface Expected {
  expectedChallenge: (challenge: string) => Promise<boolean>
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: true
}

interface PasskeysOptions {
  readonly store: Store
  readonly clock: Clock
  /** The public address. A key belongs to the host name in it. */
  readonly baseUrl: string
}

/** The library is loaded by the first passkey: most processes never meet one, and it takes a tenth of their start. */
const webauthn = () => import('@simplewebauthn/server')

/** The passkeys in this store. */
export function createPasskeys({ store, clock, baseUrl }: PasskeysOptions): Passkeys {
  const challenges = createChallenges({ store, clock })
  const hostName = () => new URL(baseUrl).hostname
  const table = () => store.sql('passkeys')
  const ofAccount = (accountId: string) =>
    store.all<PasskeyRow>(table().select('*').where({ account_id: accountId }).orderBy(['created_at', 'id']))

  /**
   * Has an answer verified. The library throws for most of those that do not hold: what came from the caller is never a
   * failure of ours, but that the challenge could not be looked up is one.
   */
  async function ifItHolds<T>(boundTo: string, verify: (expected: Expected) => Promise<T>): Promise<T | undefined> {
    const failures: unknown[] = []
    const expected: Expected = {
      expectedChallenge: (challenge) =>
        challenges.spend(challenge, boundTo).catch((failure: unknown) => {
          failures.push(failure)
          return false
        }),
      expectedOrigin: new URL(baseUrl).origin,
      expectedRPID: hostName(),
      // The key is the only factor, so the authenticator must have made sure who holds it.
      requireUserVerification: true,
    }
    const verified = await verify(expected).catch(() => undefined)
    if (failures.length > 0) throw failures[0]
    return verified
  }

  return {
    arePossible() {
      const { protocol, hostname } = new URL(baseUrl)
      if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false
      return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
    },
    async list(accountId) {
      return (await ofAccount(accountId)).map((row) => ({
        id: row.id,
        name: row.name,
        createdAtMs: Number(row.created_at),
        ...(row.last_used_at === null ? {} : { lastUsedAtMs: Number(row.last_used_at) }),
      }))
    },
    async offerNew(account, boundTo) {
      const { generateRegistrationOptions } = await webauthn()
      return generateRegistrationOptions({
        rpName: 'Onedoor',
        rpID: hostName(),
        userID: Buffer.from(account.id),
        userName: account.username,
        challenge: Buffer.from(await challenges.make(boundTo), 'base64url'),
        excludeCredentials: (await ofAccount(account.id)).map((row) => ({ id: row.credential_id })),
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },
    async add(accountId, boundTo, name, response) {
      const checkedName = checkLabel('name', name, maxNameLength)
      const { verifyRegistrationResponse } = await webauthn()
      const verified = await ifItHolds(boundTo, (expected) =>
        verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected,
        }),
      )
      if (!verified?.verified) {
        throw new ApiError('invalid_argument', 'The passkey was not accepted, or it took too long: add it again.')
      }
      const { credential } = verified.registrationInfo
      const row = {
        id: newId('passkey'),
        account_id: accountId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        name: checkedName,
        created_at: clock.now(),
      }
      await store.write(async (tx) => {
        const known = await tx.all(tx.sql('passkeys').select('id').where({ account_id: accountId }))
        if (known.length >= maxPasskeys) {
          throw new ApiError('failed_precondition', `An account has at most ${maxPasskeys} passkeys: remove one first.`)
        }
        const { changes } = await tx.run(tx.sql('passkeys').insert(row).onConflict('credential_id').ignore())
        if (changes === 0) throw new ApiError('failed_precondition', 'This passkey is known already.')
      })
    },
    async remove(accountId, id) {
      return (await store.run(table().where({ account_id: accountId, id }).delete())).changes > 0
    },
    async offerSignIn(boundTo) {
      const { generateAuthenticationOptions } = await webauthn()
      return generateAuthenticationOptions({
        rpID: hostName(),
        challenge: Buffer.from(await challenges.make(boundTo), 'base64url'),
        userVerification: 'required',
      })
    },
    async signIn(boundTo, response) {
      const { id: credentialId } = (response ?? {}) as Partial<AuthenticationResponseJSON>
      if (typeof credentialId !== 'string' || !/^[\w-]{1,1400}$/.test(credentialId)) return undefined
      const row = await store.get<PasskeyRow>(table().select('*').where({ credential_id: credentialId }))
      if (!row) return undefined
      const { verifyAuthenticationResponse } = await webauthn()
      const verified = await ifItHolds(boundTo, (expected) =>
        verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          ...expected,
          credential: {
            id: row.credential_id,
            publicKey: Buffer.from(row.public_key, 'base64url'),
            counter: Number(row.counter),
            transports: JSON.parse(row.transports) as string[],
          },
        }),
      )
      if (!verified?.verified) return undefined
      const change = { counter: verified.authenticationInfo.newCounter, last_used_at: clock.now() }
      await store.run(table().where({ id: row.id }).update(change))
      return row.account_id
    },
  }
}
