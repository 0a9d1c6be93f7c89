import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { approvalMs, type StoreApprovals } from '#runtime/approvals/approvals.ts'
import { cardOf, cardQuestion, cardText, cardTitle } from '#runtime/approvals/card.ts'
import { operationsById } from '#runtime/approvals/operation-facts.ts'
import type { Approval } from '#runtime/approvals/types.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { accountOf, type Caller } from '#runtime/calls/caller.ts'
import type { Outcome } from '#runtime/calls/outcome.ts'
import { type Visit, visitOf } from './visit.ts'

const decisions = ['Allow once', 'Deny'] as const
/** Without a default, so that no client decides by filling in the form itself. */
const form: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: { decision: { type: 'string', title: 'Decision', enum: [...decisions] } },
  required: ['decision'],
}
const filledForm = z.object({ decision: z.enum(decisions) })

/** The key of the only question in a result. */
const key = 'approval'

/** A question for the person at the client: decided in the form, or at the page that it links to. */
interface Question {
  readonly mode: 'form' | 'url'
  readonly message: string
}

/** `opened` for an accepted question without a decision, such as a link; `none` for a person who has decided nothing. */
type Answer = 'allow' | 'deny' | 'opened' | 'none'

/** A call of a tool, and how its client can be asked about it. */
export interface AskedCall {
  readonly ctx: ServerContext
  readonly visit: Visit
  /** What a client with a session has declared; those without declare it in each request. */
  readonly declared: ClientCapabilities | undefined
  /** Makes the call. */
  make(caller: Caller): Promise<Outcome>
}

interface ElicitationParts {
  readonly approvals: Pick<StoreApprovals, 'find' | 'decide' | 'deny' | 'decided'>
  readonly baseUrl: string
  /** How long a client in a session is waited for. */
  readonly answerMs?: number | undefined
}

/**
 * Asks the person at the client about calls that need approval. An answer counts as that person's decision. Calls that pay,
 * grant or are withheld from agents are decided at the page only, where the person is known to be the account's.
 */
export class Elicitation {
  /** Seals the id of the approval that a client was asked about, for the holder of its token. */
  readonly codec: RequestStateCodec<string>
  readonly #parts: ElicitationParts
  /** The approvals that a request waits for in this process: one each, so that they are as few as pending approvals. */
  readonly #waiting = new Set<string>()

  /** @param secret the same in every process */
  constructor(secret: string, parts: ElicitationParts) {
    this.#parts = parts
    this.codec = createRequestStateCodec<string>({
      key: `elicitation ${secret}`,
      ttlSeconds: approvalMs / 1000,
      bind: (ctx) => visitOf(ctx).program?.credentialId ?? '',
    })
  }

  /**
   * Makes a call. If it needs approval and the client can ask its person, that person is asked, and the call is made again
   * once it is allowed. Otherwise the outcome is the error `approval_required`.
   *
   * @returns a result with the question for a client that answers in its next request
   * @throws ApiError conflict if the approval was decided otherwise in the meantime; unauthenticated if the token has ended
   */
  async run({ ctx, visit, declared, make }: AskedCall): Promise<Outcome | InputRequiredResult> {
    const { approvals } = this.#parts
    const envelope: Readonly<Record<string, unknown>> = ctx.mcpReq.envelope ?? {}
    const own = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
    const given = answerIn(ctx)
    const accountId = accountOf(visit.caller)?.id ?? ''
    if (given?.answer === 'deny') return this.#deny(await approvals.find(accountId, given.id), accountId)
    // The call first: the answer counts only if the call still waits for the same approval, so for the same arguments.
    const outcome = await make(visit.caller)
    const id = outcome.error?.approval
    if (id === undefined) return outcome
    const approval = await approvals.find(accountId, id)
    const question = questionOf(approval, own ?? declared)
    // It is no longer pending if another call has just used it.
    if (!question || approval.state !== 'pending') return outcome
    if (own && given?.id !== id) return this.#inResult(question, id, ctx)
    const answer = await this.#alone(id, async () => {
      const first = own ? given?.answer : await this.#inDialog(question, approval, ctx)
      const isAccepted = first === 'allow' || first === 'opened'
      return isAccepted && question.mode === 'url' ? this.#atPage(id, ctx.mcpReq.signal) : first
    })
    if (answer === 'deny') return this.#deny(approval, accountId)
    if (answer !== 'allow') return outcome
    // The token may have ended while the person decided.
    const caller = await visit.again()
    if (question.mode === 'form') await approvals.decide({ accountId, id, decision: 'allow', scope: 'once' })
    return make(caller)
  }

  async #inResult({ mode, message }: Question, id: string, ctx: ServerContext): Promise<InputRequiredResult> {
    const request =
      mode === 'form'
        ? inputRequired.elicit({ message, requestedSchema: form })
        : inputRequired.elicitUrl({ message, url: this.#page })
    return inputRequired({ inputRequests: { [key]: request }, requestState: await this.codec.mint(id, ctx) })
  }

  /** Asks over the stream of the call. A client that does not answer, or not in this form, has decided nothing. */
  async #inDialog({ mode, message }: Question, { id }: Approval, ctx: ServerContext): Promise<Answer> {
    const { answerMs = approvalMs } = this.#parts
    const { elicitInput, signal } = ctx.mcpReq
    const asked =
      mode === 'form' ? { mode, message, requestedSchema: form } : { mode, message, url: this.#page, elicitationId: id }
    try {
      return answerOf({ [key]: await elicitInput(asked, { signal, timeout: answerMs }) })
    } catch {
      return 'none'
    }
  }

  /** What the person decides at the page, once it is open. */
  async #atPage(id: string, signal: AbortSignal): Promise<Answer> {
    try {
      const state = await this.#parts.approvals.decided(id, signal)
      return ({ allowed: 'allow', denied: 'deny', expired: 'none' } as const)[state]
    } catch (failure) {
      if (signal.aborted) return 'none'
      throw failure
    }
  }

  async #alone(id: string, ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    if (this.#waiting.has(id)) return 'none'
    this.#waiting.add(id)
    try {
      return await ask()
    } finally {
      this.#waiting.delete(id)
    }
  }

  async #deny({ id, operation }: Approval, accountId: string): Promise<Outcome> {
    await this.#parts.approvals.deny(accountId, id)
    const error = new ApiError('permission_denied', `A person has denied this call of ${operation}.`)
    return { operation: operationsById.get(operation), error }
  }

  get #page(): string {
    return `${this.#parts.baseUrl}/approvals`
  }
}

/** How the client can ask about the approval; undefined if it cannot. */
function questionOf(approval: Approval, capabilities: ClientCapabilities | undefined): Question | undefined {
  const { elicitation } = capabilities ?? {}
  if (!elicitation) return undefined
  const hasLinks = elicitation.url !== undefined
  // Before there were links, an empty capability meant forms.
  const hasForms = elicitation.form !== undefined || !hasLinks
  const isForPage = cardOf(approval).needsPassword || operationsById.get(approval.operation)?.withheld
  const whole = hasForms && !isForPage ? cardQuestion(approval) : undefined
  if (whole !== undefined) return { mode: 'form', message: whole }
  if (!hasLinks) return undefined
  return { mode: 'url', message: `${cardTitle(approval)}\n${cardText(approval)}\nYou can decide at the page.` }
}

/** The answer that a request carries, with the id of the approval that its client was asked about. */
function answerIn({ mcpReq }: ServerContext): { readonly id: string; readonly answer: Answer } | undefined {
  const id = mcpReq.requestState<string>()
  if (id === undefined || !mcpReq.inputResponses) return undefined
  return { id, answer: answerOf(mcpReq.inputResponses) }
}

function answerOf(responses: Readonly<Record<string, unknown>>): Answer {
  const response = inputResponse(responses, key)
  if (response.kind !== 'elicit' || response.action === 'cancel') return 'none'
  if (response.action === 'decline') return 'deny'
  const filled = acceptedContent(responses, key, filledForm)
  if (!filled) return 'opened'
  return filled.decision === 'Allow once' ? 'allow' : 'deny'
}
