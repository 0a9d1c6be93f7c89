import type { Clock } from '../base/clock.ts'
import { ApiError, invalidArgument } from '../base/errors.ts'
import type { Keys } from '../base/secrets/keys.ts'
import { SealError } from '../base/secrets/seal.ts'
import { refuseBeyond } from '../limits/headers.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Limits } from '../limits/limits.ts'
import type { Store, Writer } from '../store/types.ts'
import { sha256 } from './secrets.ts'
import { codeIn, newCode } from './typed-codes.ts'

/** RFC 6238: the seconds of a step. */
const stepS = 30
/** How many steps the clock of a phone may differ. */
const stepsOff = 1
const recoveryCodes = 10
/** Codes of six digits can be guessed: these are the attempts of an account in an hour, successful or not. */
const attemptsPerHour = 10

/** The second factor of an account as its owner sees it. */
export interface FactorState {
  readonly isOn: boolean
  /** Recovery codes that have not been used. */
  readonly codesLeft: number
}

/** The key of an app that makes codes. */
export interface FactorKey {
  /** Base 32, in groups of four. */
  readonly text: string
  /** An `otpauth:` address, for a QR code. */
  readonly address: string
}

interface Row {
  readonly secret: string
  readonly confirmed_at: number | string | null
}

interface Options {
  readonly store: Store
  readonly clock: Clock
  readonly keys: Keys
  readonly limits: Pick<Limits, 'exact'>
}

/** The package is loaded at first use: most processes never need it. */
const library = () => import('otpauth')

/** Codes of authenticator apps (TOTP, RFC 6238) and recovery codes, in this store. */
export class SecondFactor {
  readonly #options: Options
  readonly #attempts: Pick<Limiter, 'take'>

  constructor(options: Options) {
    this.#options = options
    this.#attempts = options.limits.exact({
      ...{ name: 'second-factor', unit: 'codes', per: 'account' },
      ...{ quota: attemptsPerHour, windowMs: 3_600_000 },
    })
  }

  async state(accountId: string): Promise<FactorState> {
    const { store } = this.#options
    const codes = store.sql('recovery_codes').where({ account_id: accountId }).count({ total: '*' })
    const [row, left] = await Promise.all([this.#rowOf(accountId), store.get<{ total: number | string }>(codes)])
    return { isOn: row !== undefined && row.confirmed_at !== null, codesLeft: Number(left?.total ?? 0) }
  }

  /** Begins to set it up, with a new key. @throws ApiError failed_precondition if it is on */
  async begin(accountId: string): Promise<void> {
    const { store, clock, keys } = this.#options
    const { Secret } = await library()
    const secret = (await keys.forWriting()).seal(new Secret().base32, placeOf(accountId))
    await store.write(async (tx) => {
      await tx.run(tx.sql('second_factors').where({ account_id: accountId }).whereNull('confirmed_at').delete())
      const row = { account_id: accountId, secret, created_at: clock.now() }
      const { changes } = await tx.run(tx.sql('second_factors').insert(row).onConflict('account_id').ignore())
      if (changes === 0) throw new ApiError('failed_precondition', 'Codes are already on. Turn them off first.')
    })
  }

  /** The key that is being set up; undefined if none is. */
  async begun(accountId: string, username: string): Promise<FactorKey | undefined> {
    const row = await this.#rowOf(accountId)
    if (!row || row.confirmed_at !== null) return undefined
    return keyOf(await opened(this.#options.keys, accountId, row.secret), username)
  }

  /**
   * Turns it on with the first code of the app.
   *
   * @returns the recovery codes, which are never shown again
   * @throws ApiError invalid_argument for a wrong code, failed_precondition if nothing is being set up, rate_limited
   */
  async confirm(accountId: string, typed: string): Promise<string[]> {
    const row = await this.#rowOf(accountId)
    if (!row || row.confirmed_at !== null) throw nothingBegun()
    if (!(await this.#useCode(accountId, row.secret, digitsIn(typed)))) throw wrongCode()
    const { store, clock } = this.#options
    return store.write(async (tx) => {
      const begun = tx
        .sql('second_factors')
        .where({ account_id: accountId, secret: row.secret })
        .whereNull('confirmed_at')
      const { changes } = await tx.run(begun.update({ confirmed_at: clock.now() }))
      // Meanwhile it was begun again, or confirmed in another tab, which shows the recovery codes.
      if (changes === 0) throw nothingBegun()
      return replaceCodes(tx, accountId, clock.now())
    })
  }

  /**
   * Uses up a code of the app, or a recovery code.
   *
   * @returns which of the two it is; undefined if it is wrong, was used before, or the factor is off
   * @throws ApiError rate_limited after too many codes of the app
   */
  async use(accountId: string, typed: string): Promise<'code' | 'recovery code' | undefined> {
    const row = await this.#rowOf(accountId)
    if (!row || row.confirmed_at === null) return undefined
    const recovery = codeIn(typed)
    if (recovery === undefined) {
      return (await this.#useCode(accountId, row.secret, digitsIn(typed))) ? 'code' : undefined
    }
    const { store } = this.#options
    const query = store.sql('recovery_codes').where({ account_id: accountId, secret_sha256: sha256(recovery) })
    return (await store.run(query.delete())).changes === 1 ? 'recovery code' : undefined
  }

  /** Replaces the recovery codes. @returns the new ones, which are never shown again */
  renew(accountId: string): Promise<string[]> {
    const { store, clock } = this.#options
    return store.write((tx) => replaceCodes(tx, accountId, clock.now()))
  }

  turnOff(accountId: string): Promise<void> {
    return this.#options.store.write((tx) => removeFactor(tx, accountId))
  }

  #rowOf(accountId: string): Promise<Row | undefined> {
    const { store } = this.#options
    const query = store.sql('second_factors').select('secret', 'confirmed_at').where({ account_id: accountId })
    return store.get<Row>(query)
  }

  /** Uses up a code of the app. False if it is wrong or as old as one that was used. */
  async #useCode(accountId: string, sealed: string, token: string): Promise<boolean> {
    const { store, clock, keys } = this.#options
    refuseBeyond(await this.#attempts.take(accountId))
    const { Secret, TOTP } = await library()
    const secret = Secret.fromBase32(await opened(keys, accountId, sealed))
    const timestamp = clock.now()
    const off = TOTP.validate({ token, secret, timestamp, window: stepsOff, period: stepS })
    if (off === null) return false
    const step = Math.floor(timestamp / 1000 / stepS) + off
    const query = store.sql('second_factors').where({ account_id: accountId, secret: sealed })
    return (await store.run(query.where('last_step', '<', step).update({ last_step: step }))).changes === 1
  }
}

/** Deletes the second factor of an account, with its recovery codes. */
export async function removeFactor(tx: Writer, accountId: string): Promise<void> {
  for (const table of ['second_factors', 'recovery_codes', 'half_sign_ins']) {
    await tx.run(tx.sql(table).where({ account_id: accountId }).delete())
  }
}

function nothingBegun(): ApiError {
  return new ApiError('failed_precondition', 'No key is being set up. Begin again.')
}

/** The error for a code that is not accepted, for any reason. */
export function wrongCode(): ApiError {
  return invalidArgument('code', 'is wrong', 'The code is wrong, or it was already used. Wait for the next one.')
}

async function replaceCodes(tx: Writer, accountId: string, now: number): Promise<string[]> {
  await tx.run(tx.sql('recovery_codes').where({ account_id: accountId }).delete())
  const codes = Array.from({ length: recoveryCodes }, newCode)
  const rows = codes.map((code) => ({ account_id: accountId, secret_sha256: sha256(code), created_at: now }))
  await tx.run(tx.sql('recovery_codes').insert(rows))
  return codes
}

function placeOf(accountId: string): string[] {
  return ['second_factors', accountId]
}

/** @throws ApiError failed_precondition if the key of the server has changed */
async function opened(keys: Keys, accountId: string, sealed: string): Promise<string> {
  try {
    return (await keys.forWriting()).open(sealed, placeOf(accountId))
  } catch (failure) {
    if (!(failure instanceof SealError)) throw failure
    throw new ApiError(
      'failed_precondition',
      'This server can no longer read the key of your app. Use a recovery code, or ask the administrator to reset your second factor.',
      { cause: failure },
    )
  }
}

async function keyOf(base32: string, username: string): Promise<FactorKey> {
  const { TOTP } = await library()
  const address = new TOTP({ issuer: 'Onedoor', label: username, secret: base32, period: stepS }).toString()
  return { text: base32.replaceAll(/.{4}(?!$)/g, '$& '), address }
}

function digitsIn(typed: string): string {
  return typed.slice(0, 20).replaceAll(/\s/g, '')
}
