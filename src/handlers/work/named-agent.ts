import { z } from 'zod'
import type { NamedAgent } from '../../runtime/agent/types.ts'
import type { FamilyWorld } from '../../runtime/kit/family.ts'

const known = z.object({
  id: z.string(),
  name: z.string(),
  instructions: z.string(),
  services: z.union([z.literal('all'), z.array(z.string())]),
})

/** An account's agent by its name or by its id, as it is now; undefined where the account has none such. */
export type AskForAgent = (
  which: { readonly owner: string } & ({ readonly name: string } | { readonly id: string }),
) => Promise<NamedAgent | undefined>

export function createAskForAgent({ ask }: Pick<FamilyWorld, 'ask'>): AskForAgent {
  return (which) => ask('agent.named', which, known)
}
