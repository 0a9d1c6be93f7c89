import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Store } from '../store/types.ts'
import { createChallenges } from './challenges.ts'
import type { CallingAccount } from './grant.ts'
import { checkLabel } from './labels.ts'
import { type Credential, Webauthn } from './webauthn.ts'

const maxPasskeys = 20
const maxNameLength = 60

/** A passkey of an account. All times are epoch milliseconds. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAtMs: number
  readonly lastUsedAtMs?: number
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

interface PasskeysOptions {
  readonly store: Store
  readonly clock: Clock
  /** The public address; passkeys belong to its host name. */
  readonly baseUrl: string
}

/** The passkeys in this store. */
export class Passkeys {
  readonly #store: Store
  readonly #clock: Clock
  readonly #webauthn: Webauthn

  constructor({ store, clock, baseUrl }: PasskeysOptions) {
    this.#store = store
    this.#clock = clock
    this.#webauthn = new Webauthn(createChallenges({ store, clock }), baseUrl)
  }

  /** Whether browsers offer passkeys at this address: for host names, over https or on this machine, never for IP addresses. */
  arePossible(): boolean {
    return this.#webauthn.isAvailable()
  }

  async list(accountId: string): Promise<Passkey[]> {
    return (await this.#rowsOf(accountId)).map((row) => ({
      id: row.id,
      name: row.name,
      createdAtMs: Number(row.created_at),
      ...(row.last_used_at === null ? {} : { lastUsedAtMs: Number(row.last_used_at) }),
    }))
  }

  /** The options for a browser to create a passkey. @param boundTo the current session */
  async offerNew(account: CallingAccount, boundTo: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const known = (await this.#rowsOf(account.id)).map((row) => row.credential_id)
    return this.#webauthn.registrationOptions(account, boundTo, known)
  }

  /**
   * Stores the passkey that the browser created.
   *
   * @throws ApiError invalid_argument if the response is not valid or the name cannot be used
   */
  async add(accountId: string, boundTo: string, name: string, response: unknown): Promise<void> {
    const checkedName = checkLabel('name', name, maxNameLength)
    const credential = await this.#webauthn.verifyRegistration(boundTo, response)
    if (!credential) {
      throw new ApiError('invalid_argument', 'The passkey was not accepted, or it took too long. Add it again.')
    }
    const row = {
      id: newId('passkey'),
      account_id: accountId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports),
      name: checkedName,
      created_at: this.#clock.now(),
    }
    await this.#store.write(async (tx) => {
      const known = await tx.all(tx.sql('passkeys').select('id').where({ account_id: accountId }))
      if (known.length >= maxPasskeys) {
        throw new ApiError(
          'failed_precondition',
          `An account can have at most ${maxPasskeys} passkeys. Remove one first.`,
        )
      }
      const { changes } = await tx.run(tx.sql('passkeys').insert(row).onConflict('credential_id').ignore())
      if (changes === 0) throw new ApiError('failed_precondition', 'This passkey has already been added.')
    })
  }

  /** Removes a passkey of this account. False if it does not exist. */
  async remove(accountId: string, id: string): Promise<boolean> {
    return (await this.#store.run(this.#table().where({ account_id: accountId, id }).delete())).changes > 0
  }

  /** The options for a browser to sign in. @param boundTo the current browser */
  offerSignIn(boundTo: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.#webauthn.authenticationOptions(boundTo)
  }

  /** The id of the account that the response signs in; undefined if the response is not valid for any reason. */
  async signIn(boundTo: string, response: unknown): Promise<string | undefined> {
    const { id: credentialId } = (response ?? {}) as Partial<AuthenticationResponseJSON>
    if (typeof credentialId !== 'string' || !/^[\w-]{1,1400}$/.test(credentialId)) return undefined
    const row = await this.#store.get<PasskeyRow>(this.#table().select('*').where({ credential_id: credentialId }))
    if (!row) return undefined
    const counter = await this.#webauthn.verifyAuthentication(boundTo, response, credentialOf(row))
    if (counter === undefined) return undefined
    const change = { counter, last_used_at: this.#clock.now() }
    await this.#store.run(this.#table().where({ id: row.id }).update(change))
    return row.account_id
  }

  #rowsOf(accountId: string): Promise<PasskeyRow[]> {
    const query = this.#table().select('*').where({ account_id: accountId })
    return this.#store.all<PasskeyRow>(query.orderBy(['created_at', 'id']))
  }

  #table() {
    return this.#store.sql('passkeys')
  }
}

function credentialOf(row: PasskeyRow): Credential {
  return {
    id: row.credential_id,
    publicKey: Buffer.from(row.public_key, 'base64url'),
    counter: Number(row.counter),
    transports: JSON.parse(row.transports) as string[],
  }
}
