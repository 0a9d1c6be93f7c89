import type { DecoratorContext, Enum, EnumMember, ModelProperty, Operation, Program } from '@typespec/compiler'
import { setExtension } from '@typespec/openapi'

/** A condition of an effect: an argument that is given, that has a value, or that names an existing record, perhaps a public one. */
interface Condition {
  argument: string
  is?: string | boolean
  exists?: true | 'public'
}

/** What the effect decorators recorded about an operation. */
interface Effects {
  /** Effects of every call. */
  always: Set<string>
  /** Effects of some calls, each with its conditions. */
  when: Map<string, Condition[]>
  ownTextReason?: string
  withheldReason?: string
  notWithheldReason?: string
}

/** What the agent never does alone: it cannot be undone, or it reaches people, other runs or rights. */
const withholding = ['destroys', 'sends to a person', 'instructs', 'grants']

const effectsKey = Symbol.for('onedoor.effects')
const kindKey = Symbol.for('onedoor.argument-kind')
const ownFieldsKey = Symbol.for('onedoor.own-fields')

/** The effects written on an operation; created empty on first use. */
export function effectsOf(program: Program, operation: Operation): Effects {
  const state = program.stateMap(effectsKey)
  let effects = state.get(operation) as Effects | undefined
  if (!effects) {
    effects = { always: new Set(), when: new Map() }
    state.set(operation, effects)
  }
  return effects
}

/** Every effect that a call can have, in the order of the enum `Effect`. */
export function allEffects({ always, when }: Effects, isMetered: boolean, all: Enum): string[] {
  return [...all.members.values()]
    .map(({ value }) => String(value))
    .filter((effect) => always.has(effect) || when.has(effect) || (isMetered && effect === 'spends'))
}

/** Whether the result may contain text by others: that of every read, and of a change that returns others' data. */
export function returnsData({ always, when }: Effects, isRead: boolean): boolean {
  return isRead || always.has('reads others') || when.has('reads others')
}

/** Whether the result contains text by others: it may, and the operation gives no reason why not. */
export function hasForeignText(effects: Effects, isRead: boolean): boolean {
  return effects.ownTextReason === undefined && returnsData(effects, isRead)
}

/** Whether the effects of every call withhold the operation from the agent and apps. */
export function isWithheldByEffects({ always }: Effects): boolean {
  return withholding.some((effect) => always.has(effect))
}

/** Whether the operation is withheld: by its effects, unless it gives a reason why not, or for a reason that it gives. */
export function isWithheld(effects: Effects): boolean {
  if (effects.withheldReason !== undefined) return true
  return effects.notWithheldReason === undefined && isWithheldByEffects(effects)
}

/** The kinds of the operation's arguments, by name, in their order. */
export function argumentKinds(program: Program, operation: Operation): Record<string, string> {
  const kinds = program.stateMap(kindKey) as Map<ModelProperty, string>
  const kindOf = (argument: ModelProperty) => {
    for (let at: ModelProperty | undefined = argument; at; at = at.sourceProperty) {
      const kind = kinds.get(at)
      if (kind) return [[argument.name, kind]]
    }
    return []
  }
  return Object.fromEntries([...operation.parameters.properties.values()].flatMap(kindOf))
}

export function $effect(context: DecoratorContext, target: Operation, ...effects: EnumMember[]) {
  const { always } = effectsOf(context.program, target)
  for (const effect of effects) always.add(String(effect.value))
}

export function $effectIf(
  context: DecoratorContext,
  target: Operation,
  effect: EnumMember,
  argument: string,
  value?: string | boolean,
) {
  addCondition(context, target, String(effect.value), { argument, ...(value === undefined ? {} : { is: value }) })
}

export function $overwritesExisting(context: DecoratorContext, target: Operation, argument: string) {
  addCondition(context, target, 'overwrites own', { argument, exists: true })
}

export function $publishesExisting(context: DecoratorContext, target: Operation, argument: string) {
  addCondition(context, target, 'publishes', { argument, exists: 'public' })
}

function addCondition(context: DecoratorContext, target: Operation, effect: string, condition: Condition) {
  const { when } = effectsOf(context.program, target)
  // The compiler applies decorators from the last to the first.
  when.set(effect, [condition, ...(when.get(effect) ?? [])])
}

export function $ownText({ program }: DecoratorContext, target: Operation | ModelProperty, reason: string) {
  if (target.kind === 'Operation') {
    effectsOf(program, target).ownTextReason = reason
    return
  }
  program.stateMap(ownFieldsKey).set(target, reason)
  setExtension(program, target, 'x-own-text', true)
}

/** Why a field of a result has no text by others; undefined if it may have some. */
export function ownTextReasonOf(program: Program, field: ModelProperty): string | undefined {
  return program.stateMap(ownFieldsKey).get(field)
}

export function $ownRecord({ program }: DecoratorContext, target: ModelProperty) {
  setExtension(program, target, 'x-own-record', true)
}

export function $withheld(context: DecoratorContext, target: Operation, reason: string) {
  effectsOf(context.program, target).withheldReason = reason
}

export function $notWithheld(context: DecoratorContext, target: Operation, reason: string) {
  effectsOf(context.program, target).notWithheldReason = reason
}

function kindDecorator(kind: string) {
  return (context: DecoratorContext, target: ModelProperty) => {
    context.program.stateMap(kindKey).set(target, kind)
  }
}

export const $object = kindDecorator('object')
export const $recipient = kindDecorator('recipient')
export const $visibility = kindDecorator('visibility')
export const $address = kindDecorator('address')
export const $freeText = kindDecorator('text')
export const $setting = kindDecorator('setting')
export const $instructions = kindDecorator('instructions')
export const $secret = kindDecorator('secret')

export const $decorators = {
  Onedoor: {
    effect: $effect,
    effectIf: $effectIf,
    overwritesExisting: $overwritesExisting,
    publishesExisting: $publishesExisting,
    ownText: $ownText,
    ownRecord: $ownRecord,
    withheld: $withheld,
    notWithheld: $notWithheld,
    object: $object,
    recipient: $recipient,
    visibility: $visibility,
    address: $address,
    freeText: $freeText,
    setting: $setting,
    instructions: $instructions,
    secret: $secret,
  },
}
