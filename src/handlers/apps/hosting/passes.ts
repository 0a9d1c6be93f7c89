import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import { once } from '#runtime/base/once.ts'

const hourMs = 3_600_000
/** How long a page with an app can be left open. */
const passMs = 12 * hourMs
/** How long a frame may take to begin loading. */
const ticketMs = 60_000

/** Who has an app open: a session, or nobody in particular. */
export interface Viewer {
  readonly accountId: string
  readonly sessionId: string
}

export const nobody: Viewer = { accountId: '', sessionId: '' }

/** What the page of an app and the frame in it are let in with. Signed, and not stored. */
export interface Passes {
  /** For the calls of one app as it is open for one viewer. Worth nothing without that viewer's own session. */
  passFor(app: string, viewer: Viewer): Promise<string>
  /** The app of a pass that is this viewer's and has not expired. */
  appOfPass(pass: string, viewer: Viewer): Promise<string | undefined>
  /** For loading the source of an app into a frame, for a minute. @param isEmbedded whether other sites may show that frame */
  ticketFor(app: string, isEmbedded: boolean): Promise<string>
  appOfTicket(ticket: string): Promise<{ readonly app: string; readonly isEmbedded: boolean } | undefined>
}

/** @param key the secret of this instance with which they are signed */
export function createPasses(clock: Clock, key: () => Promise<string>): Passes {
  const secret = once(key)
  const sign = async (kind: string, payload: string, viewer: Viewer) =>
    createHmac('sha256', await secret())
      .update(JSON.stringify([kind, payload, viewer.accountId, viewer.sessionId]))
      .digest()

  async function issue(kind: string, app: string, viewer: Viewer, ms: number): Promise<string> {
    const payload = `${app}.${clock.now() + ms}`
    return `${payload}.${(await sign(kind, payload, viewer)).toString('base64url')}`
  }

  async function appOf(kind: string, text: string, viewer: Viewer): Promise<string | undefined> {
    const [app = '', until = '', signature = '', more] = text.split('.')
    if (more !== undefined) return undefined
    const right = await sign(kind, `${app}.${until}`, viewer)
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    return Number(until) > clock.now() ? app : undefined
  }

  return {
    passFor: (app, viewer) => issue('pass', app, viewer, passMs),
    appOfPass: (pass, viewer) => appOf('pass', pass, viewer),
    ticketFor: (app, isEmbedded) => issue(isEmbedded ? 'embedded' : 'ticket', app, nobody, ticketMs),
    async appOfTicket(ticket) {
      const own = await appOf('ticket', ticket, nobody)
      const app = own ?? (await appOf('embedded', ticket, nobody))
      return app === undefined ? undefined : { app, isEmbedded: own === undefined }
    },
  }
}
