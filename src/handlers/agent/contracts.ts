import { z } from 'zod'
import { query } from '#runtime/base/query.ts'

const agent = z.object({
  id: z.string(),
  name: z.string(),
  instructions: z.string(),
  services: z.union([z.literal('all'), z.array(z.string())]),
})

export type WhichAgent = { readonly owner: string } & ({ readonly name: string } | { readonly id: string })

/** An agent of an account by its name or id, as it is now. */
export const namedAgent = query<WhichAgent, z.output<typeof agent>>('agent.named', agent)
