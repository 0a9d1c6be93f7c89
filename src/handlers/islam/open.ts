import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { aslam } from './providers/aslam.ts'
import { read } from './read.ts'

/** Islamic texts: those that the server brings along, and those of aslam.org. */
export function openIslam({ outbound, ask }: Pick<FamilyWorld, 'outbound' | 'ask'>): OpenFamily<'islam'> {
  const texts = { aslam: outbound.provider(aslam), ask }
  return { handlers: { read: (args, ctx) => read(texts, args, ctx) } }
}
