import type { Reader } from '../../runtime/store/types.ts'
import * as rows from './rows.ts'

/** More recipients of one call are not looked up, and count as unknown. */
const maxRecipients = 50

/** Those of some recipients that are an address or number of a contact. */
export async function contactsAmong(
  store: Pick<Reader, 'get'>,
  owner: string,
  recipients: readonly string[],
): Promise<string[]> {
  const known: string[] = []
  for (const given of recipients.slice(0, maxRecipients)) {
    const recipient = given.trim().toLowerCase().replaceAll(' ', '')
    if (await store.get(rows.byRecipient({ owner, recipient }))) known.push(given)
  }
  return known
}
