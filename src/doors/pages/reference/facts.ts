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

const bytesPerKib = 1024

/** What a method needs, costs and changes, each in a few words. */
export function facts(method: Method): string[] {
  return [
    servedFact(method),
    needsFact(method),
    priceFact(method),
    method.isRead ? 'only reads' : 'changes something',
    retryTexts[method.retry] ?? method.retry,
    ...(method.isWithheld ? ['withheld from agents'] : []),
    ...(method.capability ? [`token with the capability ${method.capability}`] : []),
    ...(method.provider ? [`uses the provider ${method.provider}`] : []),
    ...(method.bodyCapBytes ? [`body of at most ${Math.floor(method.bodyCapBytes / bytesPerKib)} KiB`] : []),
    ...(method.hasBodyForm ? ['also by POST, with the arguments in a JSON body'] : []),
  ]
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
