import { type Request, type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { faultOf, type PublicPages, type Site, type Visit } from '#runtime/kit/site.ts'
import { createPosting, type Posting } from '../posting.ts'
import * as rows from '../rows.ts'
import { beginningOf, deletionPage, onePost, path, postForm, postList, type RefusedPost } from './posts.ts'

/** Posts on a page. */
const shown = 50

const notices: Readonly<Record<string, string>> = {
  posted: 'Your post was published.',
  replied: 'Your reply was published.',
  deleted: 'The post was deleted.',
}

type SocialWorld = Pick<FamilyWorld, 'store' | 'bus' | 'clock' | 'limits' | 'baseUrl'>

/** `/social`: what people post, each post with its replies on a page of its own, and forms for those who have signed in. */
export function socialPages(site: Site, world: SocialWorld): PublicPages {
  const pages = new SocialPages(site, world)
  const routes = Router()
  routes.get(path, (req, res) => pages.showPosts(req, res))
  routes.post(path, (req, res) => pages.post(req, res))
  routes.get(`${path}/:id`, (req, res) => pages.showThread(req, res, req.params.id))
  routes.post(`${path}/:id`, (req, res) => pages.reply(req, res, req.params.id))
  routes.get(`${path}/:id/delete`, (req, res) => pages.askBeforeDeletion(req, res, req.params.id))
  routes.post(`${path}/:id/delete`, (req, res) => pages.delete(req, res, req.params.id))
  const description = 'what the people on this server post'
  return { path, title: 'Social', description, routes }
}

class SocialPages {
  readonly #site: Site
  readonly #world: SocialWorld
  readonly #posting: Posting

  constructor(site: Site, world: SocialWorld) {
    this.#site = site
    this.#world = world
    this.#posting = createPosting(world)
  }

  async showPosts(req: Request, res: Response, refused?: RefusedPost): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const before = placeOf(req.query.before)
    const found = await this.#world.store.all<rows.ListedRow>(
      rows.newest({ ...(before ?? rows.end), limit: shown + 1 }),
    )
    const page = found.slice(0, shown)
    const form = { action: path, label: 'Your post', button: 'Post', refused }
    const main = html`${controls.notice(notices[String(req.query.done)])}${controls.problem(refused?.error)}${
      !before && postForm(controls, visit, form)
    }${page.length === 0 ? html`<p>${before ? 'There are no older posts.' : 'Nobody has posted yet.'}</p>\n` : postList(page, visit)}${pageLinks(
      [
        before && { to: path, rel: 'prev', text: 'Newest posts' },
        found.length > shown && { to: `${path}?before=${placeText(page)}`, rel: 'next', text: 'Older posts' },
      ],
    )}`
    const description = 'What the people on this server post.'
    visit.show({ title: 'Social', description, main }, refused?.error.status)
  }

  async showThread(req: Request, res: Response, id: string, refused?: RefusedPost): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const post = await this.#find(id)
    const after = placeOf(req.query.after)
    const place = after ?? { created_at: -1, id: '' }
    const found = await this.#world.store.all<rows.ListedRow>(rows.replies({ ...place, post: id, limit: shown + 1 }))
    const page = found.slice(0, shown)
    const form = { action: `${path}/${post.id}`, label: 'Your reply', button: 'Reply', refused }
    const main = html`${controls.notice(notices[String(req.query.done)])}${controls.problem(refused?.error)}<article>
${onePost(post, visit)}</article>
<h2>Replies</h2>
${page.length === 0 ? html`<p>There are no ${after && 'further '}replies.</p>\n` : postList(page, visit)}${pageLinks([
  after && { to: `${path}/${post.id}`, rel: 'prev', text: 'First replies' },
  found.length > shown && { to: `${path}/${post.id}?after=${placeText(page)}`, rel: 'next', text: 'Later replies' },
])}${postForm(controls, visit, form)}<p><a href="${path}">All posts</a></p>
`
    visit.show({ title: `Post by ${post.author}`, description: beginningOf(post), main }, refused?.error.status)
  }

  async post(req: Request, res: Response): Promise<void> {
    const { form, author } = this.#sent(res, path)
    if (!author) return
    const text = form.text('text')
    const error = await faultOf(() => this.#posting.post(author, text))
    if (error) return this.showPosts(req, res, { text, error })
    return res.redirect(303, `${path}?done=posted`)
  }

  async reply(req: Request, res: Response, id: string): Promise<void> {
    const post = await this.#find(id)
    const here = `${path}/${post.id}`
    const { form, author } = this.#sent(res, here)
    if (!author) return
    const text = form.text('text')
    const error = await faultOf(() => this.#posting.post(author, text, post.id))
    if (error) return this.showThread(req, res, id, { text, error })
    return res.redirect(303, `${here}?done=replied`)
  }

  async askBeforeDeletion(_req: Request, res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const post = await this.#find(id)
    if (post.owner !== visit.reader?.id) throw noSuchPost()
    const main: Html = deletionPage(this.#site.controls, post, visit)
    visit.show({ title: 'Delete a post', main })
  }

  async delete(_req: Request, res: Response, id: string): Promise<void> {
    const { author } = this.#sent(res, path)
    if (!author) return
    const error = await faultOf(() => this.#posting.delete(author, id))
    if (error) throw error.code === 'not_found' ? noSuchPost() : error
    res.redirect(303, `${path}?done=deleted`)
  }

  async #find(id: string): Promise<rows.ListedRow> {
    const row = await this.#world.store.get<rows.ListedRow>(rows.find({ id }))
    if (!row) throw noSuchPost()
    return row
  }

  /** What a form has sent, and who; one whose session has ended meanwhile is led to where they sign in. */
  #sent(res: Response, back: string): Pick<Visit, 'form'> & { readonly author: Visit['reader'] } {
    const { reader: author, form } = this.#site.visit(res)
    if (!author) res.redirect(303, `/signin?next=${encodeURIComponent(back)}`)
    return { form, author }
  }
}

function noSuchPost(): ApiError {
  return new ApiError('unknown_method', `There is no such post; ${path} shows those there are.`)
}

interface PageLink {
  readonly to: string
  readonly rel: 'prev' | 'next'
  readonly text: string
}

function pageLinks(links: readonly (PageLink | false | undefined)[]): Html | undefined {
  const present = links.filter((link) => link !== false && link !== undefined)
  if (present.length === 0) return undefined
  return html`<nav class="pages" aria-label="Pages of posts">
${present.map(({ to, rel, text }) => html`<a href="${to}" rel="${rel}">${text}</a>\n`)}</nav>
`
}

/** The place after the last post of a page, as an address has it. */
function placeText(page: readonly rows.ListedRow[]): string {
  const last = page.at(-1) as rows.ListedRow
  return `${Number(last.created_at)}-${last.id}`
}

/** The place that an address has; undefined for none, and for what is none. */
function placeOf(value: unknown): rows.Place | undefined {
  const [, at, id] = /^(\d{1,15})-(social_[0-9a-z]{26})$/.exec(String(value)) ?? []
  return at === undefined || id === undefined ? undefined : { created_at: Number(at), id }
}
