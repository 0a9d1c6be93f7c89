import { family } from '../../runtime/calls/family.ts'
import { mailReceived } from './common/announcements.ts'
import { migrations } from './migrations/index.ts'
import { mailSettings } from './settings.ts'
import { unserved } from './unserved.ts'

export const mail = family('mail', {
  unserved,
  settings: mailSettings,
  migrations,
  announces: [mailReceived],
  tables: [
    {
      table: 'mail_messages',
      account: 'owner',
      whenDeleted: 'delete',
      archive: {
        file: 'mail',
        key: 'id',
        without: ['subject_key', 'counterpart', 'snippet', 'arrival_key', 'blob_id', 'html'],
        booleans: ['unread', 'verified'],
        json: ['recipients', 'copies', 'attachments', 'refs'],
        joined: {
          name: 'mail.mbox',
          blob: 'blob_id',
          pieceOf: async (row, bytes) => (await import('./leaving/mbox.ts')).mboxOf(row, bytes),
        },
      },
    },
  ],
  open: async (world) => (await import('./open.ts')).openMail(world),
})
