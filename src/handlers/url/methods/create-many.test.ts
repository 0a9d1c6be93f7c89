import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const destinationURL = 'https://ferries.example/'

forEachServer((server) => {
  const balance = async (id: string) => (await server().ledger.balance(id)).available

  test('each of many links is created or rejected separately, in order, and created links are charged', async () => {
    const ann = await server().account()
    await ann.ok('url.create', { destinationURL, id: 'taken-before' })
    const before = await balance(ann.id)
    const answer = await ann.ok('url.create_many', {
      links: [
        { destinationURL: 'https://Ferries.example/a b', title: 'One', tags: ['Bulk'], forwardQuery: true },
        { destinationURL: 'javascript:alert(1)' },
        { destinationURL, id: 'taken-before' },
        { destinationURL, id: 'bulk-one' },
        { destinationURL, id: 'bulk-one' },
        { destinationURL: `https://ferries.example/${'x'.repeat(10_000)}` },
        { destinationURL, id: 'a b' },
        { destinationURL, title: 'x'.repeat(201) },
        { destinationURL, tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) },
        { destinationURL, expiresAt: 'tomorrow' },
        {},
      ],
    })
    const outcomes = answer.links.map(({ url, error }) => url?.id ?? `${error?.code} ${error?.detail}`)
    expect(outcomes).toEqual([
      expect.stringMatching(/^\w{9}$/),
      '400 destinationURL must begin with http:// or https://',
      '409 id already exists. Choose another one, or omit it to have one generated.',
      'bulk-one',
      '409 id already exists. Choose another one, or omit it to have one generated.',
      '400 destinationURL must have at most 8192 characters',
      '400 id must contain only letters, digits, underscores and hyphens',
      '400 title must have at most 200 characters',
      '400 tags must have at most 20 entries',
      expect.stringMatching(/^400 expiresAt must be a real day and time/),
      '400 destinationURL is required: the address to shorten',
    ])
    expect(answer.links[0]?.url).toMatchObject({
      destinationURL: 'https://ferries.example/a%20b',
      title: 'One',
      tags: ['bulk'],
      forwardQuery: true,
    })
    expect(answer.links[1]?.error).toMatchObject({ id: 'url.create', status: 'Bad Request' })
    expect([answer.made, answer.failed]).toEqual([2, 9])
    expect(before - (await balance(ann.id))).toBe(20_000)
    expect((await ann.ok('url.list', { tag: 'bulk' })).urlPairs).toEqual([answer.links[0]?.url])
    expect(await ann.ok('url.resolve', { id: 'bulk-one' })).toEqual({ destinationURL })
  })

  test('nothing is charged when nothing can be created', async () => {
    const ann = await server().account()
    const before = await balance(ann.id)
    const { made, failed } = await ann.ok('url.create_many', { links: [{ destinationURL: 'ftp://x.example/' }] })
    expect([made, failed, before - (await balance(ann.id))]).toEqual([0, 1, 0])
  })

  test('nothing is created when the credits do not cover all links', async () => {
    const ann = await server().account()
    await server().store.run(server().store.sql('balances').where({ owner: ann.id }).update({ balance: 25_000 }))
    const links = Array.from({ length: 3 }, (_, index) => ({ destinationURL, id: `poor-${index}` }))
    const { status, body } = await ann.fails('url.create_many', { links })
    expect([status, body]).toMatchObject([402, { id: 'url.create_many', code: 402 }])
    expect(await balance(ann.id)).toBe(25_000)
    expect((await ann.fails('url.resolve', { id: 'poor-0' })).status).toBe(404)
  })

  test('as many concurrent calls succeed as the credits cover', async () => {
    const ann = await server().account()
    await server().store.run(server().store.sql('balances').where({ owner: ann.id }).update({ balance: 90_000 }))
    const links = Array.from({ length: 3 }, () => ({ destinationURL }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => ann.call('url.create_many', { links })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(17).fill(402)])
    expect(await server().ledger.balance(ann.id)).toEqual({ balance: 0, reserved: 0, available: 0 })
  })

  test('the largest call is returned in full', async () => {
    const ann = await server().account()
    const links = Array.from({ length: 500 }, (_, index) => ({ destinationURL: `${destinationURL}${index}` }))
    const answer = await ann.ok('url.create_many', { links })
    expect([answer.made, answer.failed]).toEqual([500, 0])
    expect(answer.links.map(({ url }) => url?.destinationURL)).toEqual(links.map((link) => link.destinationURL))
    expect((await ann.fails('url.create_many', { links: [...links, ...links.slice(0, 1)] })).status).toBe(400)
  })
})
