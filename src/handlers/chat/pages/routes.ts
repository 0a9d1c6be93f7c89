import { type Request, type Response, Router } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { faultOf, type PublicPages, type Site, type Visit } from '#runtime/kit/site.ts'
import type { Room } from '../find-room.ts'
import type { ChatDeps } from '../index.ts'
import { findPlace } from '../rows/messages.ts'
import { mark } from '../rows/rooms.ts'
import { addressOf, chatMarkup, path } from './chat-page.ts'

/** Rooms that the page lists. */
const listed = 50

/** `/chat`: the rooms, and one of them open. */
export function chatPages(site: Site, deps: ChatDeps): Omit<PublicPages, 'path'> {
  const pages = new ChatPages(site, deps)
  const routes = Router()
  routes.get(path, (req, res) => pages.show(req, res))
  routes.post(path, (_req, res) => pages.send(res))
  return { title: 'Chat', description: 'rooms where people on this server talk', routes }
}

/** A rejected message, and why it was rejected. */
interface Rejected {
  readonly error: ApiError
  readonly text: string
}

class ChatPages {
  readonly #site: Site
  readonly #deps: ChatDeps

  constructor(site: Site, deps: ChatDeps) {
    this.#site = site
    this.#deps = deps
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

  /** Sends the message of the form, or stores the place that the script reports as read. */
  async send(res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    if (visit.json !== undefined) return this.#markRead(visit, res)
    const [id, text] = [visit.form.text('room'), visit.form.text('message')]
    const error = await faultOf(() => visit.call('chat.send', { room: id, message: text }))
    if (error) return this.#open(visit, id, { rejected: { error, text } })
    res.redirect(303, `${addressOf(id)}#message`)
  }

  async #markRead(visit: Visit, res: Response): Promise<void> {
    const { room: id, read } = visit.json as { room?: unknown; read?: unknown }
    const { reader } = visit
    const room = reader && typeof id === 'string' ? await this.#deps.rooms.find(id, reader) : undefined
    if (room && typeof read === 'string') await this.#mark(visit, room, read)
    res.status(204).end()
  }

  async #open(
    visit: Visit,
    id: string | undefined,
    { before, rejected }: { before?: string | undefined; rejected?: Rejected } = {},
  ): Promise<void> {
    const { csrfToken, reader } = visit
    const opened = id === undefined ? undefined : await this.#conversation(visit, id, before)
    const last = opened?.conversation.messages.at(-1)
    if (opened && last && before === undefined) await this.#mark(visit, opened.room, last.id)
    const [list, timeZone] = await Promise.all([visit.call('chat.rooms', { limit: listed }), visit.timeZone()])
    const { controls } = this.#site
    const main = html`${controls.problem(rejected?.error)}${chatMarkup(controls, {
      csrfToken,
      isSignedIn: reader !== undefined,
      list,
      timeZone,
      opened: opened && { ...opened, isLatest: before === undefined, text: rejected?.text ?? '' },
    })}`
    const title = opened?.room.title ?? 'Chat'
    visit.show({ title, main, styles: [`${path}/page.css`], scripts: [`${path}/page.js`] }, rejected?.error.status)
  }

  /** A room and its messages; none if a direct conversation has not begun. */
  async #conversation(
    visit: Visit,
    id: string,
    before: string | undefined,
  ): Promise<{ room: Room; conversation: Result<'chat.messages'> }> {
    const { rooms } = this.#deps
    const args = before === undefined ? { room: id } : { room: id, before }
    let conversation: Result<'chat.messages'> | undefined
    const error = await faultOf(async () => {
      conversation = await visit.call('chat.messages', args)
    })
    if (error && error.code !== 'not_found') throw error
    const room = await rooms.find(id, visit.reader)
    if (!room || (!conversation && room.kind !== 'direct')) {
      throw new ApiError('unknown_method', 'This room does not exist, or you cannot see it.')
    }
    return { room, conversation: conversation ?? { room: room.id, messages: [], omitted: 0 } }
  }

  /** Stores that a person has read a room up to a message. */
  async #mark({ reader }: Visit, room: Room, message: string): Promise<void> {
    const { store, clock } = this.#deps
    const seq = reader && (await findPlace(store, room.key, message))
    if (reader && seq !== undefined) {
      await store.write((tx) => mark(tx, { account: reader.id, room: room.key, seq, now: clock.now() }))
    }
  }
}
