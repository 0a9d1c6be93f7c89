import { randomUUID } from 'node:crypto'
import type { OnedoorClient } from '../generated/client/index.js'
import { codeSentTo } from './example-carrier.ts'
import {
  approvalId,
  appSlug,
  bookmarkId,
  buildId,
  card,
  dayMs,
  destinationURL,
  documentId,
  eventId,
  fileId,
  groupId,
  imageId,
  type Later,
  librarian,
  link,
  linkId,
  mailId,
  newSlug,
  ownPage,
  postId,
  smsMessage,
  taskId,
  threadId,
} from './needed-records.ts'
import { timeAhead } from './server.ts'

type Args = Record<string, unknown>

const hourMs = 3_600_000

/**
 * Creates, through the API, the records that an operation needs to succeed and return every field of its example;
 * returns the arguments that name them, instead of the example's. An operation without an entry succeeds with its
 * example on an empty account. The last argument is the time of the server so much later, RFC 3339.
 */
export const needs: Record<string, (onedoor: OnedoorClient, example: Args, later?: Later) => Promise<Args>> = {
  async 'inbox.read'(onedoor, example) {
    await threadId(onedoor)
    return example
  },
  async 'work.read'({ work }) {
    await work.submit({ prompt: 'Collect the opening hours of the three nearest libraries into a note.' })
    return {}
  },
  async 'inbox.mark'(onedoor, example) {
    return { ...example, id: await threadId(onedoor) }
  },
  async 'agent.approvals'(onedoor, example) {
    await approvalId(onedoor)
    return example
  },
  async 'agent.decide'(onedoor, example) {
    return { ...example, id: await approvalId(onedoor) }
  },
  async 'agent.list'({ agent }, example) {
    await agent.add({ ...librarian })
    return example
  },
  async 'agent.delete'({ agent }, example) {
    await agent.add({ ...librarian })
    return example
  },
  async 'agent.ask_named'({ agent }, example) {
    await agent.add({ name: String(example.name) })
    const { thread } = await agent.ask_named({ name: String(example.name), prompt: 'Which novels are about lapwings?' })
    return { ...example, thread }
  },
  async 'notes.get'({ notes }, example) {
    await notes.add({ title: String(example.title), text: 'Oats, lemons, coffee' })
    return example
  },
  async 'notes.delete'({ notes }, example) {
    await notes.add({ title: String(example.title), text: 'Oats, lemons, coffee' })
    return example
  },
  async 'contacts.delete'({ contacts }, example) {
    const { contact } = await contacts.add({ name: 'Ada Fairweather' })
    return { ...example, id: contact.id }
  },
  async 'contacts.find'({ contacts }, example) {
    await contacts.add({ ...card, name: String(example.query) })
    return example
  },
  async 'contacts.list'({ contacts }, example) {
    await contacts.add(card)
    return example
  },
  async 'docs.delete'({ docs }, example) {
    return { ...example, id: await documentId(docs) }
  },
  async 'docs.list'({ docs }, example) {
    await docs.write({ title: 'Plan', content: `About: ${example.query}` })
    return example
  },
  async 'docs.read'({ docs }, example) {
    return { ...example, id: await documentId(docs) }
  },
  // An event of the past is refused.
  async 'events.create'(_onedoor, example, later: Later = timeAhead) {
    return { ...example, when: later(dayMs) }
  },
  async 'events.delete'({ events }, example, later) {
    return { ...example, id: await eventId(events, later) }
  },
  async 'events.read'({ events }, example, later) {
    return { ...example, id: await eventId(events, later) }
  },
  async 'events.update'({ events }, example, later: Later = timeAhead) {
    return { ...example, id: await eventId(events, later), when: later(dayMs) }
  },
  async 'apps.builds'(onedoor, example) {
    await buildId(onedoor)
    return example
  },
  async 'apps.buildstatus'(onedoor, example) {
    return { ...example, id: await buildId(onedoor) }
  },
  async 'apps.create'(_onedoor, example) {
    return { ...example, slug: newSlug() }
  },
  async 'apps.collection'(onedoor, example) {
    await onedoor.apps.fork({ slug: await appSlug(onedoor), new_slug: newSlug() })
    return example
  },
  async 'apps.edit'(onedoor, example) {
    return { ...example, slug: await appSlug(onedoor) }
  },
  async 'apps.embed'(onedoor, example) {
    return { ...example, slug: await appSlug(onedoor) }
  },
  async 'apps.fork'(onedoor, example) {
    return { ...example, slug: await appSlug(onedoor), new_slug: newSlug() }
  },
  async 'apps.read'(onedoor, example) {
    return { ...example, slug: await appSlug(onedoor) }
  },
  async 'apps.test'(onedoor, example) {
    return { ...example, slug: await appSlug(onedoor) }
  },
  async 'files.delete'({ files }, example) {
    return { ...example, id: await fileId(files) }
  },
  async 'files.get'({ files }, example) {
    return { ...example, id: await fileId(files) }
  },
  async 'files.share'({ files }, example) {
    return { ...example, id: await fileId(files) }
  },
  async 'groups.read'({ groups }) {
    return { id: await groupId(groups) }
  },
  async 'groups.update'({ groups }, example) {
    return { ...example, id: (await groups.create({ name: 'Orchard committee' })).id }
  },
  async 'chat.rooms'({ chat }, example) {
    await chat.send({ room: 'topic_gardening', message: 'Not until the ground freezes.' })
    return example
  },
  async 'chat.messages'({ chat }, example) {
    await chat.send({ room: 'topic_gardening', message: 'Not until the ground freezes.' })
    return example
  },
  async 'chat.source'({ chat }) {
    const { message } = await chat.send({ room: 'direct:omar', message: 'Can you lend me the long ladder on Sunday?' })
    return { id: message.id }
  },
  async 'chat.sources'({ chat }, example) {
    await chat.send({ room: 'direct:omar', message: 'Can you lend me the long ladder on Sunday?' })
    return example
  },
  // The day of the example will be too long ago.
  async 'images.daily'() {
    return {}
  },
  async 'images.delete'({ images }, example) {
    return { ...example, id: await imageId(images) }
  },
  async 'images.list'({ images }, example) {
    await imageId(images)
    return example
  },
  async 'images.get'({ images }, example) {
    return { ...example, id: await imageId(images) }
  },
  async 'images.share'({ images }, example) {
    return { ...example, id: await imageId(images) }
  },
  async 'images.update'({ images }, example) {
    return { ...example, id: await imageId(images) }
  },
  async 'routes.eta'(_onedoor, example, later: Later = timeAhead) {
    // An arrival in the past is refused.
    return { ...example, arrive_by: later(2 * hourMs) }
  },
  async 'tasks.delete'({ tasks }, example) {
    return { ...example, id: await taskId(tasks) }
  },
  async 'tasks.next'({ tasks }, example) {
    // The agent may begin with the first one at once.
    for (const title of ['Compare three trains', 'Compare two ferries', 'Compare four coaches']) {
      await tasks.create({ title, detail: 'Fewest changes.', assignee: 'agent' })
    }
    return example
  },
  async 'tasks.read'({ tasks }, example) {
    return { ...example, id: await taskId(tasks) }
  },
  async 'tasks.update'({ tasks }, example) {
    return { ...example, id: await taskId(tasks) }
  },
  // The archive has the publications of others a moment later, and at once if it is read by id.
  async 'archive.list'({ blog, bookmarks }, example) {
    await bookmarks.add({ ref: await postId(blog) })
    return { ...example, kind: 'post' }
  },
  async 'bookmarks.annotate'({ bookmarks }, example) {
    return { ...example, id: await bookmarkId(bookmarks) }
  },
  async 'bookmarks.delete'({ bookmarks }, example) {
    return { ...example, id: await bookmarkId(bookmarks) }
  },
  async 'bookmarks.get'({ bookmarks }, example) {
    return { ...example, id: await bookmarkId(bookmarks) }
  },
  async 'blog.delete'({ blog }, example) {
    return { ...example, id: await postId(blog) }
  },
  async 'blog.read'({ blog }) {
    return { id: await postId(blog) }
  },
  async 'blog.update'({ blog }, example) {
    return { ...example, id: await postId(blog) }
  },
  // An id can be taken only once, and the example is played more than once.
  async 'url.create'(_, example) {
    return { ...example, id: `ferry-${randomUUID()}` }
  },
  async 'url.create_many'(_, example) {
    const [right, ...wrong] = example.links as Args[]
    return { links: [{ ...right, id: `ferry-${randomUUID()}` }, ...wrong] }
  },
  async 'url.delete'({ url }) {
    return { id: await linkId(url) }
  },
  async 'url.get'({ url }) {
    const id = await linkId(url)
    await url.update({ id, title: 'Timetable' })
    return { id }
  },
  async 'url.list'({ url }) {
    return { shortURL: (await link(url)).shortURL }
  },
  async 'url.qr'({ url }, example) {
    return { ...example, id: await linkId(url) }
  },
  async 'url.resolve'({ url }) {
    return { shortURL: (await url.shorten({ destinationURL })).shortURL }
  },
  async 'sms.history'({ sms }, example) {
    await sms.send(smsMessage)
    return example
  },
  async 'sms.number'({ sms }, example) {
    const number = '+447700900456'
    const { verified } = await sms.verify({ number })
    if (!verified) await sms.verify({ number, code: await codeSentTo(number) })
    return example
  },
  async 'sms.source'({ sms }) {
    return { id: (await sms.send(smsMessage)).message.id }
  },
  async 'sms.sources'({ sms }, example) {
    await sms.send(smsMessage)
    return example
  },
  async 'sms.verify'({ sms }, example) {
    const number = String(example.number)
    const { verified } = await sms.verify({ number })
    return verified ? example : { number, code: await codeSentTo(number) }
  },
  async 'browser.read'({ url }) {
    return { url: await ownPage(url) }
  },
  async 'browser.shot'({ url }) {
    return { url: await ownPage(url) }
  },
  async 'url.stats'({ url }, example) {
    const { id, shortURL } = await link(url)
    const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await fetch(shortURL, {
      redirect: 'manual',
      headers: { 'user-agent': browser, referer: 'https://news.example/today' },
    })
    return { ...example, id }
  },
  async 'mail.markread'({ mail }) {
    return { ids: [await mailId(mail)] }
  },
  async 'mail.read'({ mail }, example) {
    return { ...example, id: await mailId(mail) }
  },
  async 'mail.send'(_onedoor, example) {
    return { ...example, to: 'omar' }
  },
  async 'mail.source'({ mail }) {
    return { id: await mailId(mail) }
  },
  async 'url.update'({ url }, example) {
    return { ...example, id: await linkId(url) }
  },
}
