import { createClient } from '../generated/client/index.js'

/**
 * Lets a second person, omar, make a group and invite the one whom the examples are played for.
 *
 * @param token of omar
 */
export async function inviteFrom(baseUrl: string, token: string, username: string): Promise<void> {
  const { groups } = createClient({ baseUrl, token })
  const { id } = await groups.create({ name: 'Saturday cyclists' })
  await groups.update({ id, action: 'invite', account: username })
}
