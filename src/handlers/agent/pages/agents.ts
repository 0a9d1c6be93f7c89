import { type Request, type Response, Router } from 'express'
import type { NamedAgent } from '#runtime/agent/types.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FamilyPages, type FormValues, faultOf, type Site } from '#runtime/kit/site.ts'
import { type AgentForm, maxInstructions, type NamedAgents } from '../named-agents.ts'

const place = '/settings/agents'

const notices: Readonly<Record<string, string>> = {
  made: 'The agent was created.',
  saved: 'The agent was saved.',
  deleted: 'The agent was deleted.',
}

const emptyForm: AgentForm = { name: '', instructions: '', services: 'all' }

interface Rejected {
  readonly form: AgentForm
  readonly error: ApiError
}

/** `/settings/agents`: the agents of an account, their instructions, and the services that they may use. */
export function agentPages(site: Site, agents: NamedAgents): Omit<FamilyPages, 'path'> {
  const pages = new AgentPages(site, agents)
  const routes = Router()
  routes.get('/agents', (req, res) => pages.showAll(req, res))
  routes.post('/agents', (req, res) => pages.make(req, res))
  routes.get('/agents/:id', (req, res) => orNotFound(() => pages.showOne(req, res, req.params.id)))
  routes.post('/agents/:id', (req, res) => orNotFound(() => pages.change(req, res, req.params.id)))
  routes.get('/agents/:id/delete', (req, res) => orNotFound(() => pages.confirmDeletion(res, req.params.id)))
  routes.post('/agents/:id/delete', (req, res) => orNotFound(() => pages.delete(res, req.params.id)))
  return { title: 'Agents', routes }
}

class AgentPages {
  readonly #site: Site
  readonly #agents: NamedAgents

  constructor(site: Site, agents: NamedAgents) {
    this.#site = site
    this.#agents = agents
  }

  async showAll(req: Request, res: Response, rejected?: Rejected): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const all = await this.#agents.list(visit.accountId)
    const table = controls.recordTable(
      'Agents',
      ['Name', 'May use'],
      all.map(({ id, name, services }) => [
        html`<a href="${place}/${id}">${name}</a>`,
        html`${servicesText(services)}`,
      ]),
    )
    const main = html`${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(rejected?.error)}
<p><a href="/assistant">Talk with the agent</a>. A named agent has instructions and the services that you allow it. Programs reach it at <code>/agent/&lt;name&gt;</code>.</p>
${all.length > 0 && table}<h2>New agent</h2>
${controls.form(place, visit.csrfToken, html`${this.#fields(rejected?.form ?? emptyForm, rejected?.error)}<button>Create the agent</button>\n`)}`
    visit.show({ title: 'Agents', place, main }, rejected?.error.status)
  }

  async showOne(req: Request, res: Response, id: string, rejected?: Rejected): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const agent = await this.#agents.byId(visit.accountId, id)
    const here = `${place}/${agent.id}`
    const talk = `/assistant?${new URLSearchParams({ agent: agent.name })}`
    const main = html`<p><a href="${place}">All agents</a> <a href="${talk}">Talk to it</a></p>
${controls.notice(noticeOf(notices, req.query.done))}${controls.problem(rejected?.error)}${controls.form(
  here,
  visit.csrfToken,
  html`${this.#fields(rejected?.form ?? agent, rejected?.error)}<button>Save</button>\n`,
)}<p><a href="${here}/delete">Delete this agent</a></p>
`
    visit.show({ title: agent.name, place, main }, rejected?.error.status)
  }

  async make(req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const form = sentForm(visit.form)
    const error = await faultOf(() => this.#agents.save(visit.accountId, undefined, form))
    if (error) return this.showAll(req, res, { form, error })
    res.redirect(303, `${place}?done=made`)
  }

  async change(req: Request, res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const form = sentForm(visit.form)
    const error = await faultOf(() => this.#agents.save(visit.accountId, id, form))
    if (error && error.code !== 'not_found') return this.showOne(req, res, id, { form, error })
    if (error) throw error
    res.redirect(303, `${place}/${id}?done=saved`)
  }

  async confirmDeletion(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const { name } = await this.#agents.byId(visit.accountId, id)
    const here = `${place}/${id}`
    const button = html`<button class="danger">Delete the agent for good</button>\n`
    const main = html`<p>Delete <b>${name}</b>? Its threads can still be read, but not continued.</p>
${this.#site.controls.form(`${here}/delete`, visit.csrfToken, button)}<p><a href="${here}">Keep it</a></p>
`
    visit.show({ title: 'Delete an agent', place, main })
  }

  async delete(res: Response, id: string): Promise<void> {
    await this.#agents.delete(this.#site.visit(res).accountId, id)
    res.redirect(303, `${place}?done=deleted`)
  }

  #fields({ name, instructions, services }: AgentForm, error: ApiError | undefined): Html {
    const { controls } = this.#site
    const isAll = services === 'all'
    return html`${controls.textField({
      label: 'Name',
      name: 'name',
      hint: 'Lower-case letters, digits, hyphens and underscores, such as librarian.',
      error,
      input: { value: name, required: true, maxlength: 60, autocapitalize: 'none', autocomplete: 'off' },
    })}<p><label for="instructions">Instructions</label>
<textarea id="instructions" name="instructions" rows="6" maxlength="${maxInstructions}">${instructions}</textarea></p>
<fieldset><legend>It may use</legend>
${controls.choice('radio', { name: 'which', value: 'all', label: 'every service that its caller may use', checked: isAll })}
${controls.choice('radio', { name: 'which', value: 'some', label: 'only the services below', checked: !isAll })}
</fieldset>
<fieldset class="services"><legend>Services</legend>
${this.#agents.services.map((service) =>
  controls.choice('checkbox', {
    name: 'services',
    value: service,
    label: service,
    checked: !isAll && services.includes(service),
  }),
)}</fieldset>
`
  }
}

/** The page of an agent that does not exist does not exist either. */
async function orNotFound(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'not_found')
      throw new ApiError('unknown_method', failure.message)
    throw failure
  }
}

function servicesText(services: NamedAgent['services']): string {
  if (services === 'all') return 'every service'
  return services.length === 0 ? 'no service' : services.join(', ')
}

function sentForm(form: FormValues): AgentForm {
  const services = form.text('which') === 'some' ? form.all('services') : 'all'
  return { name: form.text('name').trim(), instructions: form.text('instructions'), services }
}
