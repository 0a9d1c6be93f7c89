import { type Request, type Response, Router } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf, type PublicPages, type Site, type Visit } from '#runtime/kit/site.ts'
import type { Store } from '#runtime/store/types.ts'
import type { Room, Rooms } from '../rooms.ts'
import { findPlace } from '../rows/messages.ts'
import { mark } from '../rows/rooms.ts'
import { addressOf, chatMarkup, path } from './chat-page.ts'

/** Rooms that the page lists. */
const listed = 50

interface PagesOptions {
  readonly rooms: Rooms
  readonly store: Store
  readonly clock: Clock
}

/** `/chat`: the rooms, and one of them open. */
export function chatPages(site: Site, options: PagesOptions): PublicPages {
  const pages = new ChatPages(site, options)
  const routes = Router()
  routes.get(path, (req, res) => pages.show(req, res))
  routes.post(path, (req, res) => pages.take(req, res))
  return { path, title: 'Chat', description: 'rooms in which the people on this server talk', routes }
}

/** What was sent and why it was refused. */
interface Refused {
  readonly error: ApiError
  readonly text: string
}

class ChatPages {
  readonly #site: Site
  readonly #options: PagesOptions

  constructor(site: Site, options: PagesOptions) {
    this.#site = site
    this.#options = options
  }

  async show(req: Request, res: Response): Promise<void> {
    const { room, before, to } = req.query
    if (typeof to === 'string' && to.trim() !== '') {
      return res.redirect(303, addressOf(`direct:${to.trim().replace(/^@/, '').toLowerCase()}`))
    }
    const visit = this.#site.visit(res)
    await this.#open(visit, typeof room === 'string' ? room : undefined, {
      before: typeof before === 'string' ? before : undefined,
    })
  }

  /** Takes a message from the form, or from the script how far the reader has read. */
  async take(_req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    if (visit.json !== undefined) return this.#takeMark(visit, res)
    const [id, text] = [visit.form.text('room'), visit.form.text('message')]
    const error = await faultOf(() => visit.call('chat.send', { room: id, message: text }))
    if (error) return this.#open(visit, id, { refused: { error, text } })
    res.redirect(303, `${addressOf(id)}#message`)
  }

  async #takeMark(visit: Visit, res: Response): Promise<void> {
    const { room: id, read } = visit.json as { room?: unknown; read?: unknown }
    const { reader } = visit
    const room = reader && typeof id === 'string' ? await this.#options.rooms.find(id, reader) : undefined
    if (room && typeof read === 'string') await this.#mark(visit, room, read)
    res.status(204).end()
  }

  async #open(
    visit: Visit,
    id: string | undefined,
    { before, refused }: { before?: string | undefined; refused?: Refused } = {},
  ): Promise<void> {
    const { csrfToken, reader } = visit
    const opened = id === undefined ? undefined : await this.#conversation(visit, id, before)
    const last = opened?.conversation.messages.at(-1)
    if (opened && last && before === undefined) await this.#mark(visit, opened.room, last.id)
    const [list, timeZone] = await Promise.all([visit.call('chat.rooms', { limit: listed }), visit.timeZone()])
    const { controls } = this.#site
    const main = html`${controls.problem(refused?.error)}${chatMarkup(controls, {
      csrfToken,
      isSignedIn: reader !== undefined,
      list,
      timeZone,
      opened: opened && { ...opened, isLatest: before === undefined, text: refused?.text ?? '' },
    })}`
    const title = opened?.room.title ?? 'Chat'
    visit.show({ title, main, styles: [`${path}/page.css`], scripts: [`${path}/page.js`] }, refused?.error.status)
  }

  /** A room and what was said in it; nothing yet where a direct conversation has not begun. */
  async #conversation(
    visit: Visit,
    id: string,
    before: string | undefined,
  ): Promise<{ room: Room; conversation: Result<'chat.messages'> }> {
    const { rooms } = this.#options
    const args = before === undefined ? { room: id } : { room: id, before }
    let conversation: Result<'chat.messages'> | undefined
    const error = await faultOf(async () => {
      conversation = await visit.call('chat.messages', args)
    })
    if (error && error.code !== 'not_found') throw error
    const room = await rooms.find(id, visit.reader)
    if (!room || (!conversation && room.kind !== 'direct')) {
      throw new ApiError('unknown_method', 'There is no such room, or you cannot see it.')
    }
    return { room, conversation: conversation ?? { room: room.id, messages: [], omitted: 0 } }
  }

  /** Remembers that a person has read a room as far as a message. */
  async #mark({ reader }: Visit, room: Room, message: string): Promise<void> {
    const { store, clock } = this.#options
    const seq = reader && (await findPlace(store, room.key, message))
    if (reader && seq !== undefined) {
      await store.write((tx) => mark(tx, { account: reader.id, room: room.key, seq, now: clock.now() }))
    }
  }
}
