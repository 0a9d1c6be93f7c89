import type { Examples } from '#runtime/outbound/description.ts'

const hourMs = 3_600_000
const text = 'We expect you on Thursday at 14:20.\nPlease bring your insurance card.'

/** A mailbox with two messages, one of them unread. A search honours only `is:unread`. */
export const gmailExamples: Examples = ({ path, query }, nowMs) => {
  const appointment = {
    id: '19a2c7f04b1e88d3',
    threadId: '19a2c7f04b1e88d3',
    labelIds: ['INBOX', 'UNREAD'],
    internalDate: String(nowMs - 26 * hourMs),
    payload: {
      mimeType: 'text/plain',
      filename: '',
      headers: [
        { name: 'From', value: 'Tandartspraktijk Noord <desk@tandarts.example>' },
        { name: 'To', value: 'rosa.marin@webmail.example' },
        { name: 'Subject', value: 'Your appointment on Thursday' },
        { name: 'Content-Type', value: 'text/plain; charset=utf-8' },
      ],
      body: { size: text.length, data: Buffer.from(text).toString('base64url') },
    },
  }
  const invoice = {
    id: '19a26b0d7c3f5512',
    threadId: '19a26b0d7c3f5512',
    labelIds: ['INBOX'],
    internalDate: String(nowMs - 70 * hourMs),
    payload: {
      mimeType: 'multipart/mixed',
      filename: '',
      headers: [
        { name: 'From', value: 'Lampen Huys <service@lampen.example>' },
        { name: 'To', value: 'rosa.marin@webmail.example' },
        { name: 'Subject', value: 'Invoice 40127' },
      ],
      body: { size: 0 },
      parts: [
        {
          mimeType: 'text/html',
          filename: '',
          body: { size: 33, data: Buffer.from('<p>Thank you for your order.</p>').toString('base64url') },
        },
        {
          mimeType: 'application/pdf',
          filename: 'invoice-40127.pdf',
          body: { size: 48_211, attachmentId: 'ANGjdJ8w' },
        },
      ],
    },
  }
  if (path === '/gmail/v1/users/me/messages') {
    const isUnread = /\bis:unread\b/.test(query.get('q') ?? '')
    return { json: { messages: (isUnread ? [appointment] : [appointment, invoice]).map(({ id }) => ({ id })) } }
  }
  const found = [appointment, invoice].find(({ id }) => path === `/gmail/v1/users/me/messages/${id}`)
  return found && { json: found }
}
