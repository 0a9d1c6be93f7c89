import type { Effect, EffectCondition } from '#generated/server/operations.ts'

/** What each effect means, for readers, in the order of the spec. */
export const effectMeanings: Readonly<Record<Effect, string>> = {
  'reads own': "The result contains the caller's own records, which others may have written.",
  'reads others':
    "The result contains data that is not the caller's: public data, or data of other people or a provider.",
  'creates own': 'The call stores something new that only the caller can see.',
  'overwrites own': "The call changes or replaces one of the caller's records.",
  destroys: 'The call deletes something, or ends it for good.',
  publishes: 'The call makes something visible to others, or changes what they see.',
  'sends to a person': 'The call sends something to another person.',
  'leaves the instance': 'The call requests an address on the network, which can carry data away.',
  spends: 'The call costs credits.',
  instructs: 'The call gives the agent instructions, to follow now or later.',
  grants: 'The call gives a person access, or changes it.',
}

/** When a call has an effect, such as `if public is true`; empty for an effect of every call. */
export function conditionText(conditions: readonly EffectCondition[] = []): string {
  const texts = conditions.map(({ argument, is, exists }) => {
    if (exists === 'public') return `the record with this ${argument} is public`
    if (exists) return `a record with this ${argument} exists`
    return is === undefined ? `${argument} is given` : `${argument} is ${is}`
  })
  return texts.length > 0 ? `if ${texts.join(' or ')}` : ''
}
