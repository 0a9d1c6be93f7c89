import type { LoadPlan } from './measure.ts'

/** Onedoor and a peer that read the same short lists from the same database. */
export const listServers = [
  { name: 'onedoor', script: 'onedoor-lists.ts' },
  { name: 'fastify 5 + knex', script: 'fastify-lists.ts' },
] as const

/** How many notes, cards and posts there are. */
export const listedNotes = 50
export const listedPosts = 10
const listedCards = 200

const firstNames =
  'Ada Ben Clara David Emma Farid Grace Hugo Ines Jonas Klara Luis Maria Noor Oskar Petra Quentin Rosa Samir Tilda'
const names = firstNames.split(' ')

/** Ten cards have each first name. */
export const cards = Array.from({ length: listedCards }, (_, index) => {
  const first = names[index % names.length] as string
  const name = `${first} Fairweather-${Math.floor(index / names.length)}`
  return { name, email: `${first}.${index}@example.org`, phone: `+44 7700 900${String(index).padStart(3, '0')}` }
})

type Ready = Record<string, unknown>

const authorized = (ready: Ready) => ({ authorization: `Bearer ${ready.token}` })

export function listNotes(ready: Ready): LoadPlan['requests'] {
  return [{ method: 'GET', path: '/api/v1/notes/list', headers: authorized(ready) }]
}

/** One request for each first name. */
export function findCards(ready: Ready): LoadPlan['requests'] {
  return names.map((query) => ({
    method: 'POST',
    path: '/api/v1/contacts/find',
    body: JSON.stringify({ query }),
    headers: { ...authorized(ready), 'content-type': 'application/json' },
  }))
}

export function listPosts(): LoadPlan['requests'] {
  return [{ method: 'GET', path: '/api/v1/blog/list' }]
}
