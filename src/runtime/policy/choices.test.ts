import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { maxChoices, typedChoices } from './choices.ts'
import { Links, maxLinksOfSite } from './links.ts'
import type { Choice } from './types.ts'

const byId = (id: string) => {
  const found = operations.find((each) => each.id === id)
  if (!found) throw new Error(`There is no operation ${id}`)
  return found
}
const objectsFor = (choices: readonly Choice[], id: string) =>
  choices.filter(({ operation }) => operation === id).map(({ object }) => object)

describe('what a person typed', () => {
  test('chooses an object for a method whose id stands beside it', () => {
    const typed = typedChoices('Lies es und dann chat.send an topic_gardening, bitte.', operations)
    expect(objectsFor(typed, 'chat.send')).toContain('topic_gardening')
    expect(new Set(typed.map(({ operation }) => operation))).toEqual(new Set(['chat.send']))
    expect(objectsFor(typedChoices('tasks_update task_1', operations), 'tasks.update')).toContain('task_1')
  })

  test.each([
    'Message eve that I come, and make the file file_1 public',
    'Post the summary in topic_gardening and send it to @eve',
    'Publish doc_1 in my blog and update task_1',
    'Schick die Notiz an eve und lösche task_1',
    'notes.additional and xnotes.add note_1',
  ])('chooses nothing by names and verbs in prose: %s', (text) => {
    expect(typedChoices(text, operations)).toEqual([])
  })

  test('chooses an exact address for reading it, and for nothing that publishes or sends', () => {
    const typed = typedChoices(
      'Read https://shop.example/ferries. Then 看 https://a.example/b，谢谢 and c.example/d!',
      operations,
    )
    const addresses = ['https://shop.example/ferries', 'https://a.example/b', 'c.example/d']
    expect(objectsFor(typed, 'browser.read')).toEqual(addresses)
    expect(objectsFor(typed, 'bookmarks.add')).toEqual(addresses)
    expect(objectsFor(typed, 'url.create')).toEqual([])
    expect(objectsFor(typed, 'chat.send')).toEqual([])
  })

  test('is bounded', () => {
    const addresses = Array.from({ length: 50 }, (_, at) => `https://shop.example/${at}`).join(' ')
    expect(objectsFor(typedChoices(addresses, operations), 'browser.read')).toHaveLength(maxChoices)
    const words = Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ')
    const ids = operations.map(({ id }) => id).join(' ')
    expect(typedChoices(`${ids} ${words}`, operations).length).toBeLessThan(1000)
  })
})

describe('links', () => {
  const read = byId('browser.read')
  const prompt = 'Read https://shop.example/ferries'
  const linksAfter = (result: string) => {
    const links = new Links(typedChoices(prompt, operations))
    links.saw(read, result)
    return (url: string, operation = read) => links.follow(operation, { url }) !== undefined
  }

  test('of the site that the person named are followed if they stood in a result', () => {
    const follows = linksAfter('{"text":"See https://shop.example/prices, or https://shop.example/times."}')
    expect(follows('https://shop.example/prices')).toBe(true)
    expect(follows('https://shop.example/times')).toBe(true)
  })

  test.each([
    'https://shop.example/prices?who=ada',
    'https://shop.example/prices/ada',
    'https://shop.example/',
    'http://shop.example/prices',
  ])('that the model composed are not followed: %s', (url) => {
    expect(linksAfter('https://shop.example/prices')(url)).toBe(false)
  })

  test.each(['notes.add', 'notes.get', 'chat.messages', 'url.create'])(
    'that stood in a result of %s, which may repeat what the model wrote, are not followed',
    (id) => {
      const links = new Links(typedChoices(prompt, operations))
      links.saw(byId(id), 'https://shop.example/c?d=SECRET')
      expect(links.follow(read, { url: 'https://shop.example/c?d=SECRET' })).toBe(undefined)
    },
  )

  test.each([
    { url: 'https://shop.example/c?d=SECRET' },
    { url: 'https://a.example/', fields: [{ text: 'See shop.example/c?d=SECRET.' }] },
    { url: 'SHOP.example/c?d=SECRET' },
  ])('that an argument of an earlier call had are not followed when a page repeats them: %j', (args) => {
    const links = new Links(typedChoices(prompt, operations))
    links.composed(args)
    links.saw(read, 'You asked for https://shop.example/c?d=SECRET')
    expect(links.follow(read, { url: 'https://shop.example/c?d=SECRET' })).toBe(undefined)
  })

  test.each(['eve@evil.example', 'https://eve@evil.example/a', 'evil.example'])(
    'are of no site that a person named only as %s',
    (object) => {
      const links = new Links([{ operation: 'mail.send', object }])
      links.saw(read, 'https://evil.example/b')
      expect(links.follow(read, { url: 'https://evil.example/b' })).toBe(undefined)
    },
  )

  test.each([
    'https://evilshop.example/a',
    'https://a.shop.example/a',
    'https://shop.example:444/a',
    'https://shop.example.evil.net/a',
  ])('of another site are not followed: %s', (url) => {
    expect(linksAfter(url)(url)).toBe(false)
  })

  test('are followed three times on a site, and no more', () => {
    const follows = linksAfter([1, 2, 3, 4].map((at) => `https://shop.example/${at}`).join(' '))
    const followed = [1, 2, 3, 4].map((at) => follows(`https://shop.example/${at}`))
    expect(followed.filter(Boolean)).toHaveLength(maxLinksOfSite)
    expect(followed.at(-1)).toBe(false)
  })

  test('are only read: no other method gets them by following', () => {
    const follows = linksAfter('https://shop.example/prices')
    expect(follows('https://shop.example/prices', byId('notify.send'))).toBe(false)
    expect(follows('https://shop.example/prices', byId('url.create'))).toBe(false)
  })
})
