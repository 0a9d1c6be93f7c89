import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { AgentAddArgs, OnedoorClient } from '../generated/client/index.js'
import { deletionPrompt } from './example-model.ts'
import { timeAhead } from './server.ts'

/** The time of the server so much later, RFC 3339. */
export type Later = (laterMs: number) => string

export const dayMs = 86_400_000

const postContent = 'The lapwings are back on the north field, forty of them, and they do not mind the tractor at all.'

export const destinationURL = 'https://ferries.example/timetable?season=winter'

export const smsMessage = { to: '+447700900123', text: 'Running ten minutes late, start without me.' }

export const card = {
  name: 'Ada Fairweather',
  email: 'ada@fairweather.example',
  phone: '+44 1255 550 100',
  note: 'Met at the ferry.',
}

export async function link(url: OnedoorClient['url']) {
  return (await url.create({ destinationURL, title: 'Winter timetable', tags: ['ferries'] })).url
}

export async function linkId(url: OnedoorClient['url']): Promise<string> {
  return (await link(url)).id
}

/** The call that the agent of the example model proposes. Its run waits for the decision, without a client. */
export async function approvalId({ agent }: OnedoorClient): Promise<string> {
  for await (const { event, data } of agent.ask.events({ prompt: deletionPrompt })) {
    if (event === 'approval') return (data as { approval: string }).approval
  }
  throw new Error('The agent has proposed no call')
}

/** The agent that the examples name. */
export const librarian: AgentAddArgs = {
  name: 'librarian',
  budgets: [{ period: 'day', tokens: 200_000, calls: 100 }],
  rules: [{ decision: 'ask', effect: 'overwrites own' }],
}

/** A thread of the inbox: the result of finished work. */
export async function threadId({ inbox, work }: OnedoorClient): Promise<string> {
  await work.submit({ prompt: 'Collect the opening hours of the three nearest libraries into a note.' })
  for (let tries = 0; tries < 200; tries += 1) {
    const { items: [thread] = [] } = await inbox.read({})
    if (thread) return thread.id
    await setTimeout(100)
  }
  throw new Error('The work has put nothing into the inbox within 20 seconds.')
}

/** The message that the account received when it was created. */
export async function mailId(mail: OnedoorClient['mail']): Promise<string> {
  const { items: [message] = [] } = await mail.inbox({ tag: 'orders' })
  if (!message) throw new Error('The example mail has not arrived.')
  return message.id
}

export async function documentId(docs: OnedoorClient['docs']): Promise<string> {
  const { document } = await docs.write({ title: 'Allotment plan', content: 'North bed: broad beans.' })
  return document.id
}

export async function taskId(tasks: OnedoorClient['tasks']): Promise<string> {
  const { id } = await tasks.create({
    title: 'Clear the north gutter',
    detail: 'Ladder in the shed.',
    due: '2026-11-24T17:00:00Z',
  })
  return id
}

export async function eventId(events: OnedoorClient['events'], later: Later = timeAhead): Promise<string> {
  const { id } = await events.create({
    title: 'Water the seedlings',
    when: later(dayMs),
    note: 'The tray by the window first.',
    repeat: 'daily',
  })
  return id
}

/** The id of a group with an invited account. */
export async function groupId(groups: OnedoorClient['groups']): Promise<string> {
  const { id } = await groups.create({ name: 'Orchard committee' })
  await groups.update({ id, action: 'invite', account: 'omar' })
  return id
}

export function newSlug(): string {
  return `app-${randomUUID().slice(0, 8)}`
}

/** A build that is complete, so that it has every field. */
export async function buildId({ apps }: OnedoorClient): Promise<string> {
  const { id } = await apps.build({ prompt: `A tip splitter with the number ${newSlug()}` })
  for (let seconds = 0; seconds < 30; seconds += 0.2) {
    if ((await apps.buildstatus({ id })).status === 'complete') return id
    await setTimeout(200)
  }
  throw new Error('The build is not complete after 30 seconds')
}

export async function appSlug({ apps }: OnedoorClient): Promise<string> {
  const script = "mu.service('markets','convert',{from:'GBP',to:'EUR',amount:1})"
  const html = `<!doctype html><html><body><script>${script}</script></body></html>`
  const { slug } = await apps.create({ name: 'Tip splitter', html, slug: newSlug(), tags: 'money' })
  return slug
}

export async function fileId(files: OnedoorClient['files']): Promise<string> {
  const { id } = await files.put({ name: 'beds.md', content: '# Beds' })
  return id
}

export async function imageId(images: OnedoorClient['images']): Promise<string> {
  const data =
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzIAAAAA1BMVEWImare3AxHAAAAC0lEQVQImWNgQAUAABAAASG2FtIAAAAASUVORK5CYII='
  const { id } = await images.upload({ data, description: 'A long wooden ladder leaning on a green shed.' })
  await images.update({ id, title: 'Ladder behind the shed', tags: ['garden'] })
  return id
}

export async function bookmarkId(bookmarks: OnedoorClient['bookmarks']): Promise<string> {
  const { bookmark } = await bookmarks.add({
    url: 'https://tides.example/harwich',
    title: 'Tides at Harwich',
    note: 'Check before Sunday.',
  })
  return bookmark.id
}

export async function postId(blog: OnedoorClient['blog']): Promise<string> {
  const { id } = await blog.create({ title: 'Lapwings', content: postContent, tags: 'birds' })
  return id
}

/** A page that needs no network: the server's own. */
export async function ownPage(url: OnedoorClient['url']): Promise<string> {
  return `${new URL((await link(url)).shortURL).origin}/docs`
}
