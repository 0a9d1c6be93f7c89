import type { Asker } from '../base/asker.ts'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { addressGroup } from '../limits/client-address.ts'
import { refuseBeyond } from '../limits/headers.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Limits } from '../limits/limits.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import type { Store, Writer } from '../store/types.ts'
import { isDescriptionAddress, maxIdLength, readDescription } from './client-description.ts'
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The most programs without a grant. */
const maxUnused = 2000
/** If there are too many, the oldest of at least this age are deleted: real programs sign in right after registering. */
const unusedForMs = 10 * minuteMs
/** The most descriptions that an account may have read per hour. */
const descriptionsPerHour = 60

/** A program that may request to sign in. */
export interface Program extends ClientMetadata {
  readonly id: string
  /** The host with its description, the only verified fact about it; undefined if it registered itself. */
  readonly host: string | undefined
}

export interface ProgramsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly limits: Pick<Limits, 'exact'>
  readonly outbound: Pick<GuardedFetch, 'fetch'>
  /** LIMIT_PROGRAM_REGISTRATIONS_PER_HOUR */
  readonly registrationsPerHour: number | undefined
  /** The most programs without a grant. */
  readonly maxUnused?: number
}

interface ProgramRow {
  id: string
  name: string | null
  redirect_uris: string
  fresh_until: number | string | null
}

/** The programs in this store. */
export class Programs {
  readonly #options: ProgramsOptions
  readonly #registrations: Pick<Limiter, 'take'>
  readonly #descriptions: Pick<Limiter, 'take'>

  constructor(options: ProgramsOptions) {
    const { limits, registrationsPerHour } = options
    this.#options = options
    this.#registrations = limits.exact({
      name: 'program-registrations',
      unit: 'registrations of programs',
      per: 'address',
      quota: registrationsPerHour,
      windowMs: hourMs,
    })
    this.#descriptions = limits.exact({
      name: 'program-descriptions',
      unit: 'descriptions of programs',
      per: 'account',
      quota: descriptionsPerHour,
      windowMs: hourMs,
    })
  }

  /**
   * The program of a client id, for an account that is asked for consent. A description that has expired is
   * read again.
   *
   * @throws ApiError invalid_argument for an unknown or unusable one, rate_limited
   */
  async find(clientId: string, asker: Asker): Promise<Program> {
    if (isDescriptionAddress(clientId)) return this.#described(clientId, asker)
    const row = isId(clientId) ? await this.#rowOf(clientId) : undefined
    if (!row) throw unknownProgram()
    return programOf(row)
  }

  /** Whether a client id belongs to a known program; nothing is fetched. */
  async isKnown(clientId: string): Promise<boolean> {
    return clientId.length <= maxIdLength && (await this.#rowOf(clientId)) !== undefined
  }

  /**
   * Registers a program (RFC 7591).
   *
   * @param sent the body of the request
   * @param address the client's IP address
   * @returns the registration response, with the client id
   * @throws OAuthError; ApiError rate_limited
   */
  async register(sent: unknown, address: string): Promise<object> {
    const { store, clock } = this.#options
    refuseBeyond(await this.#registrations.take(addressGroup(address)))
    const { name, redirectUris } = readClientMetadata(sent)
    const now = clock.now()
    const row = {
      id: newId('program'),
      kind: 'registered',
      name: name ?? null,
      redirect_uris: JSON.stringify(redirectUris),
      created_at: now,
      last_used_at: now,
    }
    await store.write(async (tx) => {
      await makeRoom(tx, this.#options, now)
      await tx.run(tx.sql('programs').insert(row))
    })
    return {
      client_id: row.id,
      client_id_issued_at: Math.floor(now / 1000),
      ...(name === undefined ? {} : { client_name: name }),
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  #rowOf(id: string): Promise<ProgramRow | undefined> {
    const { store } = this.#options
    return store.get<ProgramRow>(
      store.sql('programs').select('id', 'name', 'redirect_uris', 'fresh_until').where({ id }),
    )
  }

  async #described(clientId: string, asker: Asker): Promise<Program> {
    const { store, clock, outbound } = this.#options
    const row = await this.#rowOf(clientId)
    if (row && Number(row.fresh_until) > clock.now()) return programOf(row)
    refuseBeyond(await this.#descriptions.take(asker.subject))
    const { name, redirectUris, freshS } = await readDescription(outbound, asker, clientId)
    const now = clock.now()
    const known = {
      name: name ?? null,
      redirect_uris: JSON.stringify(redirectUris),
      last_used_at: now,
      fresh_until: now + freshS * 1000,
    }
    await store.write(async (tx) => {
      if (!row) await makeRoom(tx, this.#options, now)
      const added = { id: clientId, kind: 'described', created_at: now, ...known }
      await tx.run(tx.sql('programs').insert(added).onConflict('id').merge(known))
    })
    return programOf({ id: clientId, ...known })
  }
}

/** @throws OAuthError temporarily_unavailable if there are too many unused programs */
async function makeRoom(tx: Writer, { maxUnused: most = maxUnused }: ProgramsOptions, now: number): Promise<void> {
  const unused = () => tx.sql('programs').whereNull('granted_at')
  const counted = await tx.get<{ total: number | string }>(unused().count({ total: '*' }))
  if (Number(counted?.total ?? 0) < most) return
  const oldest = unused()
    .select('id')
    .where('created_at', '<=', now - unusedForMs)
    .orderBy('created_at')
    .limit(100)
  const { changes } = await tx.run(tx.sql('programs').whereIn('id', oldest).delete())
  if (changes > 0) return
  throw new OAuthError(
    'temporarily_unavailable',
    'Too many programs have registered in the last few minutes. Try again later.',
    unusedForMs / 1000,
  )
}

function isId(clientId: string): boolean {
  return /^program_[0-9a-z]{26}$/.test(clientId)
}

function programOf({ id, name, redirect_uris }: Omit<ProgramRow, 'fresh_until'>): Program {
  return {
    id,
    host: isDescriptionAddress(id) ? new URL(id).host : undefined,
    name: name ?? undefined,
    redirectUris: JSON.parse(redirect_uris) as string[],
  }
}

function unknownProgram(): ApiError {
  return new ApiError(
    'invalid_argument',
    'The program that wants to sign in is unknown to this server, or was deleted because nobody used it. To register it again, remove this server from the program, and then add it again.',
  )
}
