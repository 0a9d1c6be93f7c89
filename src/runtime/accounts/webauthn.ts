import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Challenges } from './challenges.ts'
import type { CallingAccount } from './grant.ts'

/** COSE numbers of Ed25519, ES256 and RS256, which together cover authenticators; the library's own list is still experimental in Node. */
const algorithms = [-8, -7, -257]

/** The library is loaded at first use: most processes never need it, and loading it takes a tenth of their start-up time. */
const library = () => import('@simplewebauthn/server')

/** A public key of an authenticator, as it is stored. */
export interface Credential {
  readonly id: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
}

/** The expectations for every response of an authenticator. */
interface Expected {
  expectedChallenge: (challenge: string) => Promise<boolean>
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: true
}

/** The WebAuthn ceremonies of this server. `boundTo` names the session or browser that a challenge is for. */
export class Webauthn {
  readonly #challenges: Challenges
  readonly #baseUrl: URL

  /** @param baseUrl the public address; credentials belong to its host name */
  constructor(challenges: Challenges, baseUrl: string) {
    this.#challenges = challenges
    this.#baseUrl = new URL(baseUrl)
  }

  /** Whether browsers offer passkeys at this address: for host names, over https or on this machine, never for IP addresses. */
  isAvailable(): boolean {
    const { protocol, hostname } = this.#baseUrl
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false
    return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  }

  /** @param known ids of the credentials that the account already has */
  async registrationOptions(
    account: CallingAccount,
    boundTo: string,
    known: readonly string[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await library()
    return generateRegistrationOptions({
      rpName: 'Onedoor',
      rpID: this.#baseUrl.hostname,
      userID: Buffer.from(account.id),
      userName: account.username,
      challenge: await this.#newChallenge(boundTo),
      excludeCredentials: known.map((id) => ({ id })),
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /** The new credential in a browser's response; undefined if the response is not valid. */
  async verifyRegistration(boundTo: string, response: unknown): Promise<Credential | undefined> {
    const { verifyRegistrationResponse } = await library()
    const result = await this.#verify(boundTo, (expected) =>
      verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        supportedAlgorithmIDs: algorithms,
        ...expected,
      }),
    )
    if (!result?.verified) return undefined
    const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
    return { id, publicKey, counter, transports }
  }

  async authenticationOptions(boundTo: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await library()
    return generateAuthenticationOptions({
      rpID: this.#baseUrl.hostname,
      challenge: await this.#newChallenge(boundTo),
      userVerification: 'required',
    })
  }

  /** The counter of the credential after a browser's response; undefined if the response is not valid. */
  async verifyAuthentication(boundTo: string, response: unknown, credential: Credential): Promise<number | undefined> {
    const { verifyAuthenticationResponse } = await library()
    const result = await this.#verify(boundTo, (expected) =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        credential: { ...credential, transports: [...credential.transports] },
        ...expected,
      }),
    )
    return result?.verified ? result.authenticationInfo.newCounter : undefined
  }

  /**
   * The library throws for most invalid responses. Those are never an error of the server, but a failure to look up the
   * challenge is one and is thrown.
   */
  async #verify<T>(boundTo: string, verify: (expected: Expected) => Promise<T>): Promise<T | undefined> {
    const failures: unknown[] = []
    const expected: Expected = {
      expectedChallenge: (challenge) =>
        this.#challenges.spend(challenge, boundTo).catch((failure: unknown) => {
          failures.push(failure)
          return false
        }),
      expectedOrigin: this.#baseUrl.origin,
      expectedRPID: this.#baseUrl.hostname,
      // The passkey is the only factor, so the authenticator must have verified the person.
      requireUserVerification: true,
    }
    const result = await verify(expected).catch(() => undefined)
    if (failures.length > 0) throw failures[0]
    return result
  }

  async #newChallenge(boundTo: string): Promise<Uint8Array<ArrayBuffer>> {
    return Buffer.from(await this.#challenges.make(boundTo), 'base64url')
  }
}
