import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { closeServer, openOnLoopback } from './loopback.ts'
import { TestVisitor } from './visitor.ts'

const client = { id: 'onedoor', secret: 'secret-of-the-client-0123456789' }

interface Context {
  readonly oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } }
}

/** A real OpenID provider on loopback, at which everybody signs in with a name and no password. */
export class OpenidProvider {
  url = ''
  /** What the provider says about its people; everybody else has only a subject. */
  readonly people = new Map<string, Readonly<Record<string, unknown>>>()
  readonly #server: Server
  readonly #provider = Promise.withResolvers<Provider>()

  constructor() {
    this.#server = createServer((req, res) => void this.#respond(req, res))
  }

  async open(): Promise<this> {
    this.url = await openOnLoopback(this.#server)
    return this
  }

  /** The settings of a server that signs people in here. */
  get settings(): Readonly<Record<string, string>> {
    return {
      OIDC_ISSUER: this.url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Example ID',
      OIDC_SCOPES: 'openid profile groups',
    }
  }

  /** Registers the server; until then, requests wait. */
  register(serverUrl: string): void {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = { ...privateKey.export({ format: 'jwk' }), kid: 'key-1', use: 'sig', alg: 'RS256' }
    this.#provider.resolve(new Provider(this.url, configurationFor(serverUrl, key, this.people)))
  }

  /** Signs a person in at the address to which a server sent the browser. @returns the path to which the browser is sent back */
  async signIn(address: string, login: string, browser = new TestVisitor(this.url)): Promise<string> {
    let seen = await browser.get(pathOf(address))
    while (seen.location?.startsWith('/') || seen.location?.startsWith(this.url)) {
      const path = pathOf(new URL(seen.location, this.url).href)
      seen = path.startsWith('/interaction/') ? await browser.post(path, { login }) : await browser.get(path)
    }
    if (seen.location === undefined) throw new Error(`The provider shows ${seen.status}: ${seen.html}`)
    return pathOf(seen.location)
  }

  close(): Promise<void> {
    return closeServer(this.#server)
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const provider = await this.#provider.promise
    if (!req.url?.startsWith('/interaction/')) return provider.callback()(req, res)
    if (req.method === 'POST') {
      let body = ''
      for await (const chunk of req.setEncoding('utf8')) body += chunk
      return provider.interactionFinished(req, res, {
        login: { accountId: new URLSearchParams(body).get('login') ?? '' },
      })
    }
    res
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        '<!doctype html><title>Example ID</title><h1>Example ID</h1><form method="post"><label>Name <input name="login"></label><button>Go on</button></form>',
      )
  }
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}

function configurationFor(serverUrl: string, key: object, people: OpenidProvider['people']): object {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${serverUrl}/signin/oidc/callback`],
        backchannel_logout_uri: `${serverUrl}/signin/oidc/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 3600, Interaction: 600, Session: 600 },
    cookies: { keys: ['of tests'] },
    scopes: ['openid', 'profile', 'groups'],
    claims: { openid: ['sub'], profile: ['preferred_username'], groups: ['groups'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    async loadExistingGrant({ oidc }: Context) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile groups')
      await grant.save()
      return grant
    },
    // The package's own dispatcher refuses this machine.
    fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
  }
}
