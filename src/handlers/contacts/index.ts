import { family } from '../../runtime/kit/family.ts'
import { contactsAmong } from './known-recipients.ts'
import { migrations } from './migrations/index.ts'

export const contacts = family('contacts', {
  migrations,
  tables: [
    {
      table: 'contacts',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['name', 'email', 'phone', 'note'],
      archive: { file: 'contacts', key: 'id', without: ['name_key', 'name_sort'] },
    },
  ],
  open: (world) => ({ store: world.store }),
  contactsAmong: (deps, account, recipients) => contactsAmong(deps.store, account, recipients),
})
