import { createRule, type Operation, type Program, paramMessage } from '@typespec/compiler'
import { accessOf, isMetered, isRead } from '../../common/access.ts'
import { argumentKinds, effectsOf, isWithheldByEffects } from '../../common/effects.ts'
import { isApiOperation, isDoor } from '../operations.ts'

const readEffects = new Set(['reads own', 'reads others', 'leaves the instance', 'spends'])
const destructiveName = /^(?:cancel|clear|delete|destroy|purge|remove|revoke)/

/** An effect says too little unless an argument of one of these kinds says on what. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  'overwrites own': ['object'],
  destroys: ['object'],
  'sends to a person': ['recipient'],
  'leaves the instance': ['address', 'object'],
  instructs: ['instructions'],
}

/** Permissions and approvals follow from the effects: a missing one is a hole. */
export const effectsRule = createRule({
  name: 'effects',
  severity: 'warning',
  description: 'An operation says what it does, and which of its arguments decide on what.',
  messages: {
    default: paramMessage`${'name'} does not say what it does. Add @effect with the members of Effect that apply.`,
    read: paramMessage`${'name'} only reads, but has the effect "${'effect'}". Remove the effect, or make the method a change.`,
    write: paramMessage`${'name'} is a change, but only has effects of reads. Add what it changes to @effect.`,
    destroys: paramMessage`${'name'} destroys something, by its name. Add Effect.destroys to @effect, or rename it.`,
    condition: paramMessage`${'name'} makes "${'effect'}" depend on "${'argument'}", which is not one of its arguments.`,
    kind: paramMessage`${'name'} has the effect "${'effect'}", but none of its arguments has the kind ${'kinds'}.`,
    withheld: paramMessage`${'name'} is withheld by its effects. Remove @withheld.`,
    notWithheld: paramMessage`${'name'} would not be withheld anyway. Remove @notWithheld.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation)) return
      const { name } = operation
      const report = (messageId: string, format: object = {}) =>
        context.reportDiagnostic({ messageId, format: { name, ...format }, target: operation } as never)
      const effects = effectsOf(program, operation)
      const written = [...effects.always, ...effects.when.keys()]
      const all = isCharged(program, operation) ? [...written, 'spends'] : written
      if (all.length === 0) {
        if (!isDoor(program, operation)) report('default')
        return
      }
      const other = all.find((effect) => !readEffects.has(effect))
      if (isRead(program, operation) && other) report('read', { effect: other })
      if (!isRead(program, operation) && all.every((effect) => readEffects.has(effect) && effect !== 'spends'))
        report('write')
      if (destructiveName.test(name) && !all.includes('destroys')) report('destroys')
      for (const [effect, conditions] of effects.when)
        for (const { argument } of conditions)
          if (!operation.parameters.properties.has(argument)) report('condition', { effect, argument })
      const kinds = Object.values(argumentKinds(program, operation))
      for (const effect of written) {
        const wanted = kindsOf[effect]
        if (wanted && !wanted.some((kind) => kinds.includes(kind)))
          report('kind', { effect, kinds: wanted.join(' or ') })
      }
      const byEffects = isWithheldByEffects(effects)
      if (effects.withheldReason !== undefined && byEffects) report('withheld')
      if (effects.notWithheldReason !== undefined && !byEffects) report('notWithheld')
    },
  }),
})

function isCharged(program: Program, operation: Operation): boolean {
  const access = accessOf(program, operation)
  return isMetered(access) || access.topUp
}
