import { oldFamily as family } from '#runtime/kit/family.ts'
import { mailReceived } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import { gmail, gmailProvider } from './providers/gmail.ts'
import { imap } from './providers/imap-login.ts'
import { mailSettings } from './settings.ts'

export const mail = family('mail', {
  settings: mailSettings,
  migrations,
  providers: [gmailProvider],
  connects: [gmail, imap],
  publishes: [mailReceived],
  tables: [
    {
      table: 'mail_messages',
      account: 'owner',
      whenDeleted: 'delete',
      archive: {
        file: 'mail',
        key: 'id',
        without: ['subject_key', 'counterpart', 'snippet', 'arrival_key', 'blob_id', 'html', 'trying'],
        booleans: ['unread', 'verified'],
        json: ['recipients', 'copies', 'answers_to', 'attachments', 'refs'],
        joined: {
          name: 'mail.mbox',
          blob: 'blob_id',
          pieceOf: async (row, bytes) => (await import('./outgoing/mbox.ts')).mboxOf(row, bytes),
        },
      },
    },
  ],
  examine: async (settings) => (await import('./examine.ts')).examineMail(settings),
  open: async (world) => (await import('./open.ts')).openMail(world),
})
