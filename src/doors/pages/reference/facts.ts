import type { Effect } from '#generated/server/operations.ts'
import { conditionText, effectMeanings } from '#runtime/base/effects.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { Method } from './model.ts'

const needsTexts: Readonly<Record<string, string>> = {
  open: 'open to anyone',
  caller: 'needs a caller',
  account: 'needs an account',
}

const retryTexts: Readonly<Record<string, string>> = {
  safe: 'can be repeated',
  idempotent: 'repeating it leaves the same state',
  unsafe: 'repeating it acts again',
}

/** The price says what a method spends. */
const isShown = (effect: Effect) => effect !== 'spends'

const bytesPerKib = 1024

/** What a method needs, costs and changes, each in a few words. */
export function facts(method: Method): string[] {
  return [
    ...deprecatedFact(method),
    servedFact(method),
    needsFact(method),
    priceFact(method),
    method.isRead ? 'only reads' : 'changes something',
    ...method.effects.filter(isShown).map((effect) => `${effect} ${conditionText(method.effectWhen[effect])}`.trim()),
    ...(method.hasForeignText ? ['returns text written by others'] : []),
    retryTexts[method.retry] ?? method.retry,
    ...(method.isWithheld ? ['withheld from agents'] : []),
    ...(method.capability ? [`token with the capability ${method.capability}`] : []),
    ...(method.provider ? [providersFact(method.provider.split(','))] : []),
    ...(method.bodyCapBytes ? [`body of at most ${Math.floor(method.bodyCapBytes / bytesPerKib)} KiB`] : []),
    ...(method.timeLimitS ? [`may take up to ${method.timeLimitS} seconds`] : []),
    ...(method.hasBodyForm ? ['also by POST, with the arguments in a JSON body'] : []),
  ]
}

const inWords = new Intl.ListFormat('en')

function providersFact(names: readonly string[]): string {
  return `uses the provider${names.length > 1 ? 's' : ''} ${inWords.format(names)}`
}

/** These facts as badges, with a link to what they mean. */
export function badges(method: Method): Html {
  return html`<ul class="facts">${facts(method).map((fact) => html`<li>${fact}</li>`)}<li class="legend"><a href="/docs#badges">What these mean</a></li></ul>
`
}

/** What the badges mean, for the first page of the reference. */
export const badgeMeanings = (usesCredits: boolean): readonly (readonly [string, string])[] => [
  ['open to anyone', 'No credential is needed.'],
  ['needs a caller', 'A token, a session or a payment identifies who is calling.'],
  ['needs an account', 'A token or a session of an account is needed; a paying wallet is not enough.'],
  usesCredits
    ? [
        'free, 3 credits a call',
        "What a successful call costs. Failed calls cost nothing, unless the method's description says otherwise.",
      ]
    : ['free', 'A call costs nothing.'],
  ['only reads', 'The call changes nothing; a token without `Allow actions` is enough.'],
  ['changes something', 'The token needs `Allow actions`.'],
  ...(Object.keys(effectMeanings) as Effect[])
    .filter(isShown)
    .map((effect) => [effect, effectMeanings[effect]] as const),
  ['returns text written by others', 'A model treats such text as data, never as instructions.'],
  ['can be repeated', 'Sending the same call again has no effect.'],
  ['repeating it leaves the same state', 'Sending the same call again leads to the same state.'],
  ['repeating it acts again', 'Send an `Idempotency-Key` with the call, so that a repeated one runs only once.'],
  ['withheld from agents', 'The agent and apps cannot call it.'],
]

/** When a deprecated method ends; none for any other. */
function deprecatedFact({ deprecation }: Method): string[] {
  return deprecation ? [`deprecated since ${deprecation.since}, may be missing from ${deprecation.end} on`] : []
}

/** Whether this server serves it. */
export function servedFact({ isServed, gatewayPath }: Method): string {
  if (gatewayPath !== undefined) return `served by the gateway, on GATEWAY_PORT, as ${gatewayPath}`
  return isServed ? 'served here' : 'not served here yet'
}

/** Who may call it. */
export function needsFact({ needs }: Method): string {
  return needsTexts[needs] ?? needs
}

/** What one call costs. */
export function priceFact({ credits, price, priceUnit }: Method): string {
  if (price === 'varies') return `price varies: charged ${priceUnit}`
  if (price === 'free') return 'free'
  return `${credits} ${credits === 1 ? 'credit' : 'credits'} a call`
}
