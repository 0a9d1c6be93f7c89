import { oldFamily as family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { chatSettings } from './settings.ts'

const otherSide = { uncounted: 'It counts for the other person, who wrote it.' }

export const chat = family('chat', {
  settings: chatSettings,
  migrations,
  tables: [
    {
      table: 'chat_rooms',
      account: 'opener',
      whenDeleted: 'delete',
      archive: { leftOut: 'The messages of direct conversations, which name their room, are in the archive.' },
    },
    {
      table: 'chat_rooms',
      account: 'other',
      whenDeleted: 'delete',
      archive: { leftOut: 'The messages of direct conversations, which name their room, are in the archive.' },
      counting: otherSide,
    },
    {
      table: 'chat_messages',
      account: 'author',
      whenDeleted: 'delete',
      archive: { file: 'chat', key: 'id', without: ['seq'], booleans: ['by_agent'] },
    },
    {
      table: 'chat_messages',
      account: 'recipient',
      whenDeleted: 'delete',
      archive: { file: 'chat-received', key: 'id', without: ['seq'], booleans: ['by_agent'] },
      counting: otherSide,
    },
    {
      table: 'chat_marks',
      account: 'account',
      whenDeleted: 'delete',
      archive: { leftOut: 'How far rooms were read, for the number of unread messages.' },
      counting: 'kept',
    },
  ],
  open: async (world) => (await import('./open.ts')).openChat(world),
})
