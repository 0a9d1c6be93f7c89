import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Request, type Response, Router } from 'express'
import type { NamedAgent } from '#runtime/agent/types.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { faultOf, type PublicPages, type Site } from '#runtime/kit/site.ts'
import { createRules } from '#runtime/policy/rules.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { AgentDeps } from '../index.ts'
import type { MessageRow, ThreadRow } from '../rows.ts'
import { answerText } from './answer-text.ts'
import { approvalCards, approvalsPath } from './approval-cards.ts'

const path = '/assistant'
/** Threads that the page lists, and messages of one that it shows. */
const listed = 50
const shown = 200

interface Opened {
  readonly thread: ThreadRow | undefined
  readonly messages: readonly MessageRow[]
  readonly agent: NamedAgent | undefined
}

interface Rejected {
  readonly prompt: string
  readonly error: ApiError
}

/** `/assistant`: conversations with the agent. */
export function assistantPages(site: Site, deps: AgentDeps): Omit<PublicPages, 'path'> {
  const pages = new AssistantPages(site, deps)
  const routes = Router()
  routes.get(path, (req, res) => pages.show(req, res))
  routes.post(path, (req, res) => pages.ask(req, res))
  routes.post(`${path}/delete`, (req, res) => pages.delete(req, res))
  for (const type of ['css', 'js']) {
    const content = readFileSync(join(import.meta.dirname, `assistant.${type}`))
    routes.get(`${path}/page.${type}`, (_req, res) => {
      res.setHeader('Cache-Control', 'no-cache')
      res.type(type).send(content)
    })
  }
  return { title: 'Assistant', description: "an agent that uses this server's services for you", routes }
}

class AssistantPages {
  readonly #site: Site
  readonly #deps: AgentDeps

  constructor(site: Site, deps: AgentDeps) {
    this.#site = site
    this.#deps = deps
  }

  async show(req: Request, res: Response): Promise<void> {
    const { thread, agent } = req.query
    await this.#open(res, typeof thread === 'string' ? thread : '', typeof agent === 'string' ? agent : '')
  }

  /** The form of a page without scripts, which waits for the whole answer. */
  async ask(_req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const [prompt, thread, name] = ['prompt', 'thread', 'agent'].map((field) => visit.form.text(field)) as [
      string,
      string,
      string,
    ]
    let answered = thread
    const args = { prompt, ...(thread === '' ? {} : { thread }) }
    const error = await faultOf(async () => {
      const answer = await (thread === '' && name !== ''
        ? visit.call('agent.ask_named', { name, prompt })
        : visit.call('agent.ask', args))
      answered = answer.thread
    })
    if (error) return this.#open(res, thread, name, { prompt, error })
    res.redirect(303, `${addressOf(answered)}#prompt`)
  }

  async delete(_req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const error = await faultOf(() => this.#deps.threads.delete(visit.accountId, visit.form.text('thread')))
    if (error) throw error.code === 'not_found' ? new ApiError('unknown_method', 'You have no such thread.') : error
    res.redirect(303, path)
  }

  async #open(res: Response, id: string, name: string, rejected?: Rejected): Promise<void> {
    const visit = this.#site.visit(res)
    const { reader, csrfToken } = visit
    const { controls } = this.#site
    const styles = [`${path}/page.css`, `${approvalsPath}/page.css`]
    const page = { title: 'Assistant', styles, scripts: [`${path}/page.js`] }
    if (!reader) {
      const signIn = `/signin?${new URLSearchParams({ next: path })}`
      return visit.show({
        ...page,
        scripts: [],
        main: html`<p>The assistant uses this server's services for you. <a href="${signIn}">Sign in</a> to chat with it.</p>\n`,
      })
    }
    const { threads, agents, approvals } = this.#deps
    const [opened, earlier, timeZone, named, pending, { links }] = await Promise.all([
      this.#find(reader.id, id, name),
      threads.list(reader.id, listed),
      visit.timeZone(),
      agents.list(reader.id),
      approvals.list(reader.id, 'pending', { offset: 0, limit: listed }),
      createRules(this.#deps).get(reader.id),
    ])
    const cards = { controls, csrfToken, timeZone, thread: opened.thread?.id }
    const moment = (at: number | string) => controls.moment(Number(at), timeZone)
    const main = html`${controls.problem(rejected?.error)}<div class="assistant">
${threadsMarkup(earlier, opened.thread?.id, named)}<section aria-label="Conversation">
<div role="log" aria-label="Messages" tabindex="0" class="log"><ol role="list" id="messages">
${opened.messages.map((message) => messageMarkup(message, opened, { moment, links }))}</ol></div>
<div id="approvals" aria-live="polite">${pending.total > 0 && approvalCards(pending.approvals, cards)}</div>
<p class="note" id="state" role="status">${stateText(opened)}</p>
<p class="fault" id="fault" role="alert"></p>
${controls.form(path, csrfToken, formMarkup(opened, rejected), { id: 'ask' })}${
  opened.thread &&
  controls.form(
    `${path}/delete`,
    csrfToken,
    html`<input type="hidden" name="thread" value="${opened.thread.id}"><button class="second">Delete this thread</button>\n`,
  )
}</section>
</div>
`
    visit.show({ ...page, main }, rejected?.error.status)
  }

  async #find(owner: string, id: string, name: string): Promise<Opened> {
    const { agents, threads } = this.#deps
    try {
      const thread = id === '' ? undefined : await threads.find(owner, id)
      const agent = thread || name === '' ? undefined : await agents.byName(owner, name)
      return { thread, agent, messages: thread ? await threads.messages(owner, thread.id, shown) : [] }
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'not_found') throw failure
      throw new ApiError('unknown_method', 'You have no such thread or agent.')
    }
  }
}

function addressOf(thread: string): string {
  return `${path}?${new URLSearchParams({ thread })}`
}

function threadsMarkup(threads: readonly ThreadRow[], open: string | undefined, agents: readonly NamedAgent[]): Html {
  return html`<nav class="threads" aria-label="Threads">
<p><a href="${path}">New thread</a></p>
${agents.length > 0 && html`<h2>Agents</h2>\n<ul role="list">${agents.map(({ name }) => html`<li><a href="${path}?agent=${name}">${name}</a></li>\n`)}</ul>\n`}<p><a href="/settings/agents">Create your own agents</a></p>
${threads.length > 0 && html`<h2>Earlier</h2>\n`}<ul role="list" id="threads">
${threads.map(
  ({ id, title, agent_name: name }) =>
    html`<li><a${attributes({ href: addressOf(id), 'aria-current': id === open && 'page' })}>${title}</a>${name !== null && html` <span class="note">${name}</span>`}</li>\n`,
)}</ul>
</nav>
`
}

function messageMarkup(
  { role, text, calls, created_at }: MessageRow,
  { thread }: Opened,
  { moment, links }: { moment: (at: number | string) => Html; links: readonly string[] },
): Html {
  const made = JSON.parse(calls) as { method: string; ok: boolean; text: string; cost_credits: number }[]
  return html`<li class="${role}"><p class="by"><b>${role === 'owner' ? 'You' : (thread?.agent_name ?? 'Agent')}</b> ${moment(created_at)}</p>
${made.length > 0 && html`<ul class="calls" role="list">${made.map(({ method, ok, text: said, cost_credits }) => html`<li class="${ok ? 'ok' : 'failed'}"><code>${method}</code> ${ok ? 'done' : 'failed'}${cost_credits > 0 && `, ${cost_credits} credits`}: ${said}</li>\n`)}</ul>\n`}<p class="typed">${role === 'agent' ? answerText(text, links) : text}</p></li>
`
}

function stateText({ thread, messages, agent }: Opened): string {
  if (agent) return `A new thread with ${agent.name}.`
  if (!thread)
    return 'Ask for something. The assistant uses the services of this server on your behalf, and its calls cost the same as your own.'
  if (messages.at(-1)?.role !== 'owner')
    return asBoolean(thread.has_foreign_text)
      ? 'This thread contains text written by others. The assistant asks you before it changes, sends or publishes anything.'
      : ''
  return thread.busy_run === null
    ? ''
    : 'The agent is replying in this thread, or its reply was interrupted. Reload the page in a minute.'
}

function formMarkup({ thread, agent }: Opened, rejected: Rejected | undefined): Html {
  return html`<input type="hidden" name="thread" value="${thread?.id ?? ''}"><input type="hidden" name="agent" value="${agent?.name ?? ''}">
<label for="prompt">Message</label>
<textarea id="prompt" name="prompt" rows="3" required maxlength="30000" aria-describedby="quoting">${rejected?.prompt ?? ''}</textarea>
<p class="note" id="quoting">The assistant takes no instructions from lines that begin with <code>&gt;</code>. Pasted text gets this mark. Remove it from your own words.</p>
<button>Ask</button> <button type="button" class="second" id="stop" hidden>Stop</button>
`
}
