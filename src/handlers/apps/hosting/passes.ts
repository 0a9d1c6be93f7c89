import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import { once } from '#runtime/base/once.ts'

const hourMs = 3_600_000
/** How long a page with an app can be left open. */
const passMs = 12 * hourMs
/** How long a frame may take to begin loading. */
const ticketMs = 60_000

/** How long a viewer may take to pay. Not longer than a paid opening lasts: a form that is sent again then pays for nothing. */
const offerMs = hourMs

/** Who has an app open: a session, or an anonymous reader. */
export interface Viewer {
  readonly accountId: string
  readonly sessionId: string
}

/** The version of an app that a viewer has open. */
export interface OpenApp {
  readonly id: string
  readonly version: number
}

export const anonymousViewer: Viewer = { accountId: '', sessionId: '' }

/** Signed tokens for the page of an app and the frame in it. They are not stored. */
export class Passes {
  readonly #clock: Clock
  readonly #secret: () => Promise<string>

  /** @param secret loads the secret of this instance with which they are signed */
  constructor(clock: Clock, secret: () => Promise<string>) {
    this.#clock = clock
    this.#secret = once(secret)
  }

  /** A token for the calls of one version of an app as one viewer has it open. Useless without that viewer's own session. */
  passFor(app: OpenApp, viewer: Viewer): Promise<string> {
    return this.#issue('pass', app, viewer, passMs)
  }

  /** The app of a pass that is this viewer's and has not expired. */
  appOfPass(pass: string, viewer: Viewer): Promise<OpenApp | undefined> {
    return this.#appOf('pass', pass, viewer)
  }

  /** A token that loads the source of that version into a frame. @param isEmbedded whether other sites may show that frame */
  ticketFor(app: OpenApp, isEmbedded: boolean): Promise<string> {
    return this.#issue(isEmbedded ? 'embedded' : 'ticket', app, anonymousViewer, ticketMs)
  }

  async appOfTicket(ticket: string): Promise<{ readonly app: OpenApp; readonly isEmbedded: boolean } | undefined> {
    const own = await this.#appOf('ticket', ticket, anonymousViewer)
    const app = own ?? (await this.#appOf('embedded', ticket, anonymousViewer))
    return app === undefined ? undefined : { app, isEmbedded: own === undefined }
  }

  /** A token for the form with which a viewer pays for opening an app. */
  offerFor(app: OpenApp, viewer: Viewer): Promise<string> {
    return this.#issue('offer', app, viewer, offerMs)
  }

  /** The app of an offer that is this viewer's and has not expired. */
  appOfOffer(offer: string, viewer: Viewer): Promise<OpenApp | undefined> {
    return this.#appOf('offer', offer, viewer)
  }

  async #sign(kind: string, payload: string, { accountId, sessionId }: Viewer): Promise<Buffer> {
    return createHmac('sha256', await this.#secret())
      .update(JSON.stringify([kind, payload, accountId, sessionId]))
      .digest()
  }

  async #issue(kind: string, { id, version }: OpenApp, viewer: Viewer, ms: number): Promise<string> {
    const payload = `${id}.${version}.${this.#clock.now() + ms}`
    return `${payload}.${(await this.#sign(kind, payload, viewer)).toString('base64url')}`
  }

  async #appOf(kind: string, text: string, viewer: Viewer): Promise<OpenApp | undefined> {
    const [id = '', version = '', until = '', signature = '', more] = text.split('.')
    if (more !== undefined) return undefined
    const right = await this.#sign(kind, `${id}.${version}.${until}`, viewer)
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    return Number(until) > this.#clock.now() ? { id, version: Number(version) } : undefined
  }
}
