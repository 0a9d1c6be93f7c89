import type { Keys } from '../../base/secrets/keys.ts'
import { SealError } from '../../base/secrets/seal.ts'
import type { Granted } from './authorities.ts'
import type { ConnectionRow } from './rows.ts'

type TokenKind = 'access' | 'refresh'

/** Encrypts tokens with the key of the server, each bound to its connection. */
export class TokenSeal {
  readonly #keys: Keys

  constructor(keys: Keys) {
    this.#keys = keys
  }

  /** The columns of a grant. Without a new refresh token the previous one stays. */
  async seal({ id }: Pick<ConnectionRow, 'id'>, { accessToken, refreshToken }: Granted) {
    const seal = await this.#keys.forWriting()
    return {
      access_token: seal.seal(accessToken, placeOf(id, 'access')),
      ...(refreshToken === undefined ? {} : { refresh_token: seal.seal(refreshToken, placeOf(id, 'refresh')) }),
    }
  }

  /** A token of a connection. Undefined if it has none, or if the key it was encrypted with no longer exists. */
  async open(row: ConnectionRow, kind: TokenKind): Promise<string | undefined> {
    const sealed = kind === 'access' ? row.access_token : row.refresh_token
    return sealed === null ? undefined : this.#opened(sealed, placeOf(row.id, kind))
  }

  async sealVerifier(verifier: string, stateSha256: string): Promise<string> {
    return (await this.#keys.forWriting()).seal(verifier, ['connection request', stateSha256])
  }

  openVerifier(sealed: string, stateSha256: string): Promise<string | undefined> {
    return this.#opened(sealed, ['connection request', stateSha256])
  }

  async #opened(sealed: string, place: readonly string[]): Promise<string | undefined> {
    try {
      return (await this.#keys.forReading())?.open(sealed, place)
    } catch (error) {
      if (error instanceof SealError) return undefined
      throw error
    }
  }
}

function placeOf(id: string, kind: TokenKind): readonly string[] {
  return ['connection', id, kind]
}
