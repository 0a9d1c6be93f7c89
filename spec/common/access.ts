import {
  $tag,
  type DecoratorContext,
  type Enum,
  type EnumMember,
  type Interface,
  type Model,
  type ModelProperty,
  type Operation,
  type Program,
  type Type,
} from '@typespec/compiler'
import { $ } from '@typespec/compiler/typekit'
import { $query, $route, $useAuth, getOperationVerb } from '@typespec/http'
import { setExtension, setOperationId } from '@typespec/openapi'
import { allEffects, argumentKinds, effectsOf, hasForeignText, isWithheld } from './effects.ts'

/** What the access decorators recorded about an operation, read when its interface is mounted. */
interface Access {
  needs?: 'open' | 'caller' | 'account'
  microCredits: number
  /** What is paid for, if the price varies. */
  priceUnit?: string
  keepsCharges: boolean
  bodyCap?: number
  retry?: 'idempotent' | 'unsafe'
  privateSearch: boolean
  provider?: string
  /** Statuses that its price or its provider would add. */
  neverReturns: readonly number[]
  bodyFormOf?: string
  capability?: string
  topUp: boolean
  timeLimitS?: number
  sameForEveryone?: true
}

/** Format of an interface's error bodies; `own` leaves them to its operations. */
type ErrorStyle = 'tools' | 'legacy' | 'own'

const accessKey = Symbol.for('onedoor.access')

/** The access facts of an operation; created empty on first use. */
export function accessOf(program: Program, operation: Operation): Access {
  const state = program.stateMap(accessKey)
  let access = state.get(operation) as Access | undefined
  if (!access) {
    access = {
      microCredits: 0,
      keepsCharges: false,
      privateSearch: false,
      neverReturns: [],
      topUp: false,
    }
    state.set(operation, access)
  }
  return access
}

/** Whether a successful call can cost credits. */
export function isMetered({ microCredits, priceUnit }: Access): boolean {
  return microCredits > 0 || priceUnit !== undefined
}

/** Whether an operation only reads, by its verb or although it is a POST. */
export function isRead(program: Program, operation: Operation): boolean {
  const verb = getOperationVerb(program, operation)
  const { privateSearch, bodyFormOf } = accessOf(program, operation)
  return verb === 'get' || verb === 'head' || privateSearch || bodyFormOf !== undefined
}

const microCreditsPerCredit = 1_000_000

/** Numbers reach decorators as the compiler's exact numerics. */
type Numeric = number | { asNumber(): number | null }

function plainNumber(value: Numeric): number {
  return typeof value === 'number' ? value : (value.asNumber() ?? Number.NaN)
}

export function $needs(context: DecoratorContext, target: Operation, who: EnumMember) {
  accessOf(context.program, target).needs = who.name as Access['needs'] & string
}

export function $credits(context: DecoratorContext, target: Operation, amount: Numeric) {
  accessOf(context.program, target).microCredits = Math.round(plainNumber(amount) * microCreditsPerCredit)
}

export function $microCredits(context: DecoratorContext, target: Operation, amount: Numeric) {
  accessOf(context.program, target).microCredits = plainNumber(amount)
}

export function $variablePrice(context: DecoratorContext, target: Operation, unit: string) {
  accessOf(context.program, target).priceUnit = unit
}

export function $keepsCharges(context: DecoratorContext, target: Operation) {
  accessOf(context.program, target).keepsCharges = true
}

export function $bodyCap(context: DecoratorContext, target: Operation, bytes: Numeric) {
  accessOf(context.program, target).bodyCap = plainNumber(bytes)
}

export function $idempotent(context: DecoratorContext, target: Operation) {
  accessOf(context.program, target).retry = 'idempotent'
}

export function $unsafe(context: DecoratorContext, target: Operation) {
  accessOf(context.program, target).retry = 'unsafe'
}

export function $privateSearch(context: DecoratorContext, target: Operation) {
  accessOf(context.program, target).privateSearch = true
}

export function $provider(context: DecoratorContext, target: Operation, name: string) {
  accessOf(context.program, target).provider = name
}

export function $neverReturns(context: DecoratorContext, target: Operation, ...statuses: number[]) {
  accessOf(context.program, target).neverReturns = statuses
}

export function $bodyFormOf(context: DecoratorContext, target: Operation, operationId: string) {
  accessOf(context.program, target).bodyFormOf = operationId
}

export function $capability(context: DecoratorContext, target: Operation, name: string) {
  accessOf(context.program, target).capability = name
}

export function $timeLimit(context: DecoratorContext, target: Operation, seconds: Numeric) {
  accessOf(context.program, target).timeLimitS = plainNumber(seconds)
}

export function $sameForEveryone(context: DecoratorContext, target: Operation) {
  accessOf(context.program, target).sameForEveryone = true
}

export function $topUp(context: DecoratorContext, target: Operation) {
  accessOf(context.program, target).topUp = true
}

export function $family(context: DecoratorContext, target: Interface, name: string) {
  context.call($route, target, `/api/v1/${name}`)
  for (const operation of target.operations.values()) {
    const form = accessOf(context.program, operation).bodyFormOf
    context.call($route, operation, `/${form ? form.slice(form.indexOf('.') + 1) : operation.name}`)
  }
  mount(context, target, name, 'tools')
}

export function $door(context: DecoratorContext, target: Interface, name: string, style: ErrorStyle) {
  mount(context, target, name, style)
}

function mount(context: DecoratorContext, target: Interface, name: string, style: ErrorStyle) {
  const { program } = context
  for (const operation of target.operations.values()) {
    const access = accessOf(program, operation)
    const reads = getOperationVerb(program, operation) === 'get' || getOperationVerb(program, operation) === 'head'
    context.call($tag, operation, name)
    setOperationId(program, operation, `${name}.${operation.name}`)
    if (reads) takeArgumentsFromQuery(context, operation)
    const kind = isRead(program, operation) ? 'read' : 'write'
    // Reads whose arguments are private accept the header as every POST does, but can be repeated without it.
    if (style !== 'own' && (!reads || isMetered(access))) takeIdempotencyKey(program, operation)

    const extension = (key: `x-${string}`, value: unknown) => setExtension(program, operation, key, value as never)
    extension('x-needs', access.needs ?? 'open')
    extension('x-kind', kind)
    extension('x-retry', kind === 'read' ? 'safe' : (access.retry ?? 'unsafe'))
    if (access.microCredits > 0) {
      extension('x-credits', access.microCredits / microCreditsPerCredit)
      extension('x-micro-credits', access.microCredits)
    }
    if (access.priceUnit) {
      extension('x-price', 'varies')
      extension('x-price-unit', access.priceUnit)
    }
    setEffects(program, operation, kind === 'read')
    if (access.bodyCap) extension('x-body-cap', access.bodyCap)
    if (access.provider) extension('x-provider', access.provider)
    if (access.bodyFormOf) extension('x-form-of', access.bodyFormOf)
    if (access.capability) extension('x-capability', access.capability)
    if (access.topUp) extension('x-top-up', true)
    if (access.timeLimitS) extension('x-time-limit-s', access.timeLimitS)
    if (access.sameForEveryone) extension('x-same-for-everyone', true)

    authenticate(context, operation, access)
    addErrorResponses(program, operation, access, style, kind === 'write' || isMetered(access))
  }
}

/** Emits what the call does, whose text it returns, and what its arguments are. */
function setEffects(program: Program, operation: Operation, isRead: boolean) {
  const extension = (key: `x-${string}`, value: unknown) => setExtension(program, operation, key, value as never)
  const access = accessOf(program, operation)
  const effects = effectsOf(program, operation)
  const all = allEffects(effects, isMetered(access) || access.topUp, resolve(program, 'Onedoor.Effect') as Enum)
  // An address without effects is a page or another form of methods, which have their own.
  if (all.length === 0) return
  extension('x-effect', all)
  if (effects.when.size > 0) extension('x-effect-when', Object.fromEntries(effects.when))
  const kinds = argumentKinds(program, operation)
  if (Object.keys(kinds).length > 0) extension('x-argument-kinds', kinds)
  if (hasForeignText(effects, isRead)) extension('x-foreign-text', true)
  if (isWithheld(effects)) extension('x-agent-withheld', true)
}

/**
 * Turns named argument models into query parameters, so that a spec file cannot forget one and send it as a GET body.
 */
function takeArgumentsFromQuery(context: DecoratorContext, operation: Operation) {
  for (const property of operation.parameters.properties.values()) {
    if (property.decorators.some(({ decorator }) => ['$path', '$header', '$query'].includes(decorator.name))) continue
    const isList = property.type.kind === 'Model' && property.type.name === 'Array'
    if (isList) context.call($query, property, { explode: true } as never)
    else context.call($query, property)
    separate(property)
  }
}

/**
 * Ends a parameter's origin at the operation's argument model. The emitter writes parameters of the same origin once, with
 * one example for all, but each operation has its own example.
 */
function separate(parameter: ModelProperty) {
  let origin: ModelProperty | undefined = parameter
  while (origin && !origin.model?.name) origin = origin.sourceProperty
  if (origin) delete origin.sourceProperty
}

/** A header of the call, not an argument of the operation: doors read it, handlers never see it. */
function takeIdempotencyKey(program: Program, operation: Operation) {
  const header = (resolve(program, 'Onedoor.IdempotencyHeader') as Model).properties.get('idempotency_key')
  if (!header) throw new Error('Onedoor.IdempotencyHeader is missing idempotency_key')
  const own = $(program).type.clone(header)
  // As that model's property it becomes one shared component of the document.
  own.sourceProperty = header
  // A clone has its original's decorators; they are applied only when it is finished.
  $(program).type.finishType(own)
  operation.parameters.properties.set(own.name, own)
}

function authenticate(context: DecoratorContext, operation: Operation, access: Access) {
  const byNeed = { open: 'Open', caller: 'Identified', account: 'Identified' } as const
  // A payment identifies a caller, but not an account.
  const payable = access.microCredits > 0 && access.needs !== 'account'
  const schemes = payable ? 'Metered' : byNeed[access.needs ?? 'open']
  context.call($useAuth, operation, resolve(context.program, `Onedoor.Auth.${schemes}`) as never)
}

/**
 * Adds the error responses that every operation has, and those of its price, its idempotency key and its provider.
 * `Problem` covers all other statuses.
 */
function addErrorResponses(
  program: Program,
  operation: Operation,
  access: Access,
  style: ErrorStyle,
  isKeyed: boolean,
) {
  if (style === 'own') return
  const space = style === 'tools' ? 'Onedoor' : 'Onedoor.Legacy'
  const names = ['BadArguments', 'Unauthenticated', 'Forbidden']
  const mayReturn = (status: number) => !access.neverReturns.includes(status)
  if ((isMetered(access) || access.topUp) && mayReturn(402)) names.push('PaymentRequired')
  if (isKeyed) names.push('Conflict', 'IdempotencyMismatch')
  names.push('RateLimited')
  if (access.provider) {
    if (mayReturn(502)) names.push(access.keepsCharges ? 'RunFailed' : 'ProviderFailed')
    names.push('NotConfigured')
    if (mayReturn(504)) names.push(access.keepsCharges ? 'RunTimeout' : 'ProviderTimeout')
  }
  names.push('Problem')
  const errors = names.map((name) => resolve(program, `${space}.${name}`))
  const { returnType } = operation
  const successes =
    returnType.kind === 'Union' ? [...returnType.variants.values()].map(({ type }) => type) : [returnType]
  operation.returnType = $(program).union.create([...successes, ...errors])
}

function resolve(program: Program, reference: string): Type {
  const [type] = program.resolveTypeReference(reference)
  if (!type) throw new Error(`spec/common is missing ${reference}`)
  return type
}

export const $decorators = {
  Onedoor: {
    family: $family,
    door: $door,
    needs: $needs,
    credits: $credits,
    microCredits: $microCredits,
    variablePrice: $variablePrice,
    keepsCharges: $keepsCharges,
    timeLimit: $timeLimit,
    sameForEveryone: $sameForEveryone,
    bodyCap: $bodyCap,
    idempotent: $idempotent,
    unsafe: $unsafe,
    privateSearch: $privateSearch,
    provider: $provider,
    neverReturns: $neverReturns,
    bodyFormOf: $bodyFormOf,
    capability: $capability,
    topUp: $topUp,
  },
}
