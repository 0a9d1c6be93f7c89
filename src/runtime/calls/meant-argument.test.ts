import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { meantArgument } from './meant-argument.ts'

const texts = ['text', 'content', 'body', 'message', 'detail', 'note', 'description']

/** The words that callers of other methods and APIs may write for the argument of each operation. */
const table: readonly (readonly [operation: string, argument: string, words: readonly string[]])[] = [
  ['notes.add', 'text', ['message', 'body', 'content', 'detail']],
  ['sms.send', 'text', ['message', 'body', 'content', 'detail']],
  ['text.summarise', 'text', ['message', 'body', 'content', 'detail']],
  ['mail.send', 'body', ['text', 'message', 'content', 'html']],
  ['notify.send', 'text', ['message', 'content', 'detail']],
  ['blog.create', 'content', ['text', 'body', 'message', 'markdown']],
  ['docs.write', 'content', ['text', 'body', 'message', 'markdown']],
  ['files.put', 'content', ['text', 'body', 'data']],
  ['chat.send', 'message', ['text', 'body', 'content']],
  ['contacts.add', 'note', [...texts, 'notes']],
  ['bookmarks.add', 'note', [...texts, 'notes']],
  ['events.create', 'note', [...texts, 'notes']],
  ['events.update', 'note', [...texts, 'notes']],
  ['tasks.create', 'detail', texts],
  ['tasks.update', 'detail', texts],
  ['images.update', 'description', texts],
  ['images.upload', 'data', ['content', 'file', 'image']],
  ['apps.create', 'html', ['content', 'body', 'text']],
  ['agent.ask', 'prompt', ['message', 'text', 'question', 'query']],
  ['apps.build', 'prompt', ['description', 'text']],
  ['contacts.find', 'query', ['q', 'search']],
  ['docs.list', 'query', ['q', 'search']],
  ['bookmarks.list', 'query', ['q', 'search', 'term']],
  ['mail.webmailsearch', 'query', ['q', 'search']],
  ['places.nearby', 'query', ['q', 'search']],
  ['url.list', 'search', ['q', 'query']],
  ['places.geocode', 'address', ['q', 'query', 'place']],
  ['events.free', 'from', ['since', 'start']],
  ['events.free', 'to', ['until', 'end']],
  ['markets.history', 'from', ['since']],
  ['markets.history', 'to', ['until']],
  ['chat.messages', 'before', ['until', 'end']],
  ['places.nearby', 'radius_m', ['Radius', 'radius_km', 'within_km']],
  ['flights.overhead', 'radius_nm', ['radius_km', 'within_km', 'distance']],
  ['hazards.quakes', 'within_km', ['radius', 'radius_km', 'radius_m']],
  ['places.address', 'lat', ['latitude', 'Lat']],
  ['places.address', 'lon', ['lng', 'long', 'longitude']],
  ['prayer.times', 'lat', ['latitude']],
  ['prayer.times', 'lon', ['lng', 'longitude']],
  ['url.create', 'destinationURL', ['url', 'link', 'destination_url']],
  ['mail.send', 'subject', ['title', 'name']],
]

const rows = table.flatMap(([id, argument, words]) =>
  words.filter((word) => word !== argument).map((word) => [id, argument, word] as const),
)

test.each(rows)('%s: %s is suggested for %s', (id, argument, word) => {
  const operation = operations.find((each) => each.id === id)
  const place = operation?.hasBody ? '/requestBody' : '/query'
  expect(meantArgument({ id, ...operation }, word, place, [word])).toBe(argument)
})

test('nothing is suggested for a method without arguments', () => {
  expect(meantArgument({ id: 'notes.list' }, 'text', '/query', ['text'])).toBeUndefined()
})

test('nothing is suggested for what is in use already', () => {
  expect(meantArgument({ id: 'notes.add' }, 'content', '/requestBody', ['text', 'content'])).toBeUndefined()
})
