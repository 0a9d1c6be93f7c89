import { cardOf } from '#runtime/approvals/card.ts'
import type { Approval } from '#runtime/approvals/types.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { Site } from '#runtime/kit/site.ts'

export const approvalsPath = '/approvals'

interface CardOptions {
  readonly controls: Site['controls']
  readonly csrfToken: string
  readonly timeZone: string
  /** The thread on whose page the cards are; undefined on their own page. */
  readonly thread?: string | undefined
  /** Whether the reader can use a passkey instead of the password. */
  readonly hasPasskeys?: boolean
}

/** Pending approvals as cards with their forms, which need no script. */
export function approvalCards(approvals: readonly Approval[], options: CardOptions): Html {
  return html`<ul class="cards" role="list">
${approvals.map((approval) => html`<li class="card" data-approval="${approval.id}">${cardMarkup(approval, options)}</li>\n`)}</ul>
`
}

function cardMarkup(approval: Approval, { controls, csrfToken, timeZone, thread, hasPasskeys }: CardOptions): Html {
  const { id, run, expiresAtMs } = approval
  const { title, why, goes, price, arguments: given, needsPassword } = cardOf(approval)
  const buttons = html`<input type="hidden" name="id" value="${id}">${thread !== undefined && html`<input type="hidden" name="thread" value="${thread}">`}
${
  needsPassword &&
  html`<p><label for="password-${id}">Password, to allow a call that costs credits or grants rights</label>
<input type="password" id="password-${id}" name="password" autocomplete="current-password"></p>
`
}<button name="decision" value="once">Allow</button> ${!needsPassword && run !== undefined && html`<button class="second" name="decision" value="run">Allow for this run</button> `}${!needsPassword && html`<button class="second" name="decision" value="always">Always allow</button> `}<button class="danger" name="decision" value="deny">Deny</button>
${needsPassword && hasPasskeys && html`<span data-confirm="${approvalsPath}/passkey" data-id="${id}" hidden><button class="second" type="button">Allow with a passkey</button> <span role="alert" class="fault"></span></span>\n`}`
  return html`<h2>${title}</h2>
<p>${why}</p>
${goes !== undefined && html`<p><b>${goes}</b></p>\n`}<dl class="arguments">
${given.map(({ name, value }) => html`<dt>${name}</dt><dd class="typed">${value}</dd>\n`)}</dl>
<p class="note">${price !== undefined && `${price} `}Decide before ${controls.moment(expiresAtMs, timeZone)}.</p>
${controls.form(approvalsPath, csrfToken, buttons)}`
}
