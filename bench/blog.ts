import type { LoadPlan } from './measure.ts'

/** Onedoor and a peer that has each post's text, which Onedoor makes at every call, in its table. */
export const blogServers = [
  { name: 'onedoor', script: 'onedoor-blog.ts' },
  { name: 'fastify 5 + knex', script: 'fastify-blog.ts' },
] as const

/** Public posts of the measured author. */
export const postCount = 1000

/** The title of the n-th post, which its content repeats as its heading. */
export const postTitle = (index: number): string => `Heron number ${index}`

const contentChars = 2000
const paragraph =
  'Every morning this week the *same* heron has stood below the weir, one leg tucked up, waiting for the [light](https://weather.example/).\n\n'

/** 2 KB of markdown. */
export function postContent(index: number): string {
  return `# ${postTitle(index)}\n\n`.concat(paragraph.repeat(contentChars / 100)).slice(0, contentChars)
}

/** One request for each of the posts whose ids the server reported. */
export function readPosts(ready: Record<string, unknown>): LoadPlan['requests'] {
  return (ready.ids as string[]).map((id) => ({ method: 'GET', path: `/api/v1/blog/read?id=${id}` }))
}
