import { type Request, type Response, Router } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf, type PublicPages, type Site, type Visit } from '#runtime/kit/site.ts'
import type { SocialDeps } from '../index.ts'
import { deletePost, publishPost } from '../posting.ts'
import * as rows from '../rows.ts'
import { beginningOf, deletionPage, onePost, path, postForm, postList, type RejectedPost } from './posts.ts'

/** Posts on a page. */
const shown = 50

const notices: Readonly<Record<string, string>> = {
  posted: 'Your post was published.',
  replied: 'Your reply was published.',
  deleted: 'The post was deleted.',
}

/** `/social`: the posts, a page for each post with its replies, and forms for people who have signed in. */
export function socialPages(site: Site, deps: SocialDeps): Omit<PublicPages, 'path'> {
  const pages = new SocialPages(site, deps)
  const routes = Router()
  routes.get(path, (req, res) => pages.showPosts(req, res))
  routes.post(path, (req, res) => pages.post(req, res))
  routes.get(`${path}/:id`, (req, res) => pages.showThread(req, res, req.params.id))
  routes.post(`${path}/:id`, (req, res) => pages.reply(req, res, req.params.id))
  routes.get(`${path}/:id/delete`, (req, res) => pages.confirmDeletion(req, res, req.params.id))
  routes.post(`${path}/:id/delete`, (req, res) => pages.delete(req, res, req.params.id))
  const description = 'what the people on this server post'
  return { title: 'Social', description, routes }
}

class SocialPages {
  readonly #site: Site
  readonly #deps: SocialDeps

  constructor(site: Site, deps: SocialDeps) {
    this.#site = site
    this.#deps = deps
  }

  async showPosts(req: Request, res: Response, rejected?: RejectedPost): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const before = positionOf(req.query.before)
    const found = await this.#deps.store.all<rows.ListedRow>(rows.newest({ ...(before ?? rows.end), limit: shown + 1 }))
    const page = found.slice(0, shown)
    const form = { action: path, label: 'Your post', button: 'Post', rejected }
    const main = html`${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(rejected?.error)}${
      !before && postForm(controls, visit, form)
    }${page.length === 0 ? html`<p>${before ? 'No older posts.' : 'Nobody has posted yet.'}</p>\n` : postList(page, visit)}${pageLinks(
      [
        before && { to: path, rel: 'prev', text: 'Newest posts' },
        found.length > shown && { to: `${path}?before=${positionText(page)}`, rel: 'next', text: 'Older posts' },
      ],
    )}`
    const description = 'Posts by people on this server.'
    visit.show({ title: 'Social', description, main }, rejected?.error.status)
  }

  async showThread(req: Request, res: Response, id: string, rejected?: RejectedPost): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const post = await this.#find(id)
    const after = positionOf(req.query.after)
    const position = after ?? { created_at: -1, id: '' }
    const found = await this.#deps.store.all<rows.ListedRow>(rows.replies({ ...position, post: id, limit: shown + 1 }))
    const page = found.slice(0, shown)
    const form = { action: `${path}/${post.id}`, label: 'Your reply', button: 'Reply', rejected }
    const main = html`${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(rejected?.error)}<article>
${onePost(post, visit)}</article>
<h2>Replies</h2>
${page.length === 0 ? html`<p>No ${after && 'further '}replies.</p>\n` : postList(page, visit)}${pageLinks([
  after && { to: `${path}/${post.id}`, rel: 'prev', text: 'First replies' },
  found.length > shown && { to: `${path}/${post.id}?after=${positionText(page)}`, rel: 'next', text: 'Later replies' },
])}${postForm(controls, visit, form)}<p><a href="${path}">All posts</a></p>
`
    visit.show({ title: `Post by ${post.author}`, description: beginningOf(post), main }, rejected?.error.status)
  }

  async post(req: Request, res: Response): Promise<void> {
    const { form, author } = this.#sent(res, path)
    if (!author) return
    const text = form.text('text')
    const error = await faultOf(() => publishPost(this.#deps, author, text))
    if (error) return this.showPosts(req, res, { text, error })
    return res.redirect(303, `${path}?done=posted`)
  }

  async reply(req: Request, res: Response, id: string): Promise<void> {
    const post = await this.#find(id)
    const here = `${path}/${post.id}`
    const { form, author } = this.#sent(res, here)
    if (!author) return
    const text = form.text('text')
    const error = await faultOf(() => publishPost(this.#deps, author, text, post.id))
    if (error) return this.showThread(req, res, id, { text, error })
    return res.redirect(303, `${here}?done=replied`)
  }

  async confirmDeletion(_req: Request, res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const post = await this.#find(id)
    if (post.owner !== visit.reader?.id) throw noSuchPost()
    const main: Html = deletionPage(this.#site.controls, post, visit)
    visit.show({ title: 'Delete a post', main })
  }

  async delete(_req: Request, res: Response, id: string): Promise<void> {
    const { author } = this.#sent(res, path)
    if (!author) return
    const error = await faultOf(() => deletePost(this.#deps, author, id))
    if (error) throw error.code === 'not_found' ? noSuchPost() : error
    res.redirect(303, `${path}?done=deleted`)
  }

  async #find(id: string): Promise<rows.ListedRow> {
    const row = await this.#deps.store.get<rows.ListedRow>(rows.find({ id }))
    if (!row) throw noSuchPost()
    return row
  }

  /** The submitted form and its author. Without an author, as after the end of a session, redirects to the sign-in page. */
  #sent(res: Response, back: string): Pick<Visit, 'form'> & { readonly author: Visit['reader'] } {
    const { reader: author, form } = this.#site.visit(res)
    if (!author) res.redirect(303, `/signin?next=${encodeURIComponent(back)}`)
    return { form, author }
  }
}

function noSuchPost(): ApiError {
  return new ApiError('unknown_method', `This post does not exist. ${path} lists all posts.`)
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

/** The position of the last post of a page, as addresses contain it. */
function positionText(page: readonly rows.ListedRow[]): string {
  const last = page.at(-1) as rows.ListedRow
  return `${Number(last.created_at)}-${last.id}`
}

/** The position in an address; undefined if it is missing or invalid. */
function positionOf(value: unknown): rows.Position | undefined {
  const [, at, id] = /^(\d{1,15})-(social_[0-9a-z]{26})$/.exec(String(value)) ?? []
  return at === undefined || id === undefined ? undefined : { created_at: Number(at), id }
}
