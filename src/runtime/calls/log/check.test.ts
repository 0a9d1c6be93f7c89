import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { manualClock } from '../../base/clock.ts'
import type { Store } from '../../store/types.ts'
import { CallLog } from './call-log.ts'
import { checkCallLog } from './check.ts'
import { columns, hashOf, type Link, linkOf, type Row } from './entry.ts'
import { logRead } from './fixtures/logged.ts'
import { type SignedHead, signatureOf } from './head.ts'

const key = 'secret of the log'
const length = 12
/** Anyone who changes the database computes hashes as the product does, but cannot sign them. */
const wrongKey = 'a guess'

interface State {
  links: Link[]
  heads: SignedHead[]
}

type Manipulation = (state: State, at: number, other: number) => State

/** The chain of the first account with correct hashes again, signed with another key. */
function rechained({ links, heads }: State): State {
  const owner = heads[0]?.owner as string
  let previous = heads[0]?.pruned_hash as string
  const own = links
    .filter((link) => link.owner === owner)
    .map((link, index) => {
      const place = { ...link, sequence: (heads[0]?.pruned_sequence as number) + index + 1 }
      previous = hashOf(previous, place)
      return { ...place, hash: previous }
    })
  const head = { ...(heads[0] as SignedHead), sequence: own.at(-1)?.sequence ?? 0, hash: previous }
  const signed = { ...head, signature: signatureOf(head, wrongKey) }
  return { links: [...own, ...links.filter((link) => link.owner !== owner)], heads: [signed, ...heads.slice(1)] }
}

const without = (links: Link[], at: number, count: number) =>
  links.filter((_, index) => index < at || index >= at + count)

const changed = (value: unknown) => (typeof value === 'number' ? value + 1 : `${value ?? ''}x`)

function altered(name: keyof Link): Manipulation {
  return ({ links, heads }, at) => ({
    links: links.map((link, index) => (index === at ? { ...link, [name]: changed(link[name]) } : link)),
    heads,
  })
}

/** Places are those of the first account, whose links come first. */
const manipulations: Readonly<Record<string, Manipulation>> = {
  ...Object.fromEntries(
    Object.keys(columns)
      .filter((name) => !['owner', 'sequence'].includes(name))
      .map((name) => [`alter ${name}`, altered(name as keyof Link)]),
  ),
  remove: ({ links, heads }, at) => ({ links: without(links, at, 1), heads }),
  'remove several': ({ links, heads }, at, other) => ({ links: without(links, at, 1 + (other % 3)), heads }),
  'remove the end': ({ links, heads }, at) => ({ links: without(links, at, length - at), heads }),
  'remove and close the gap': ({ links, heads }, at) => rechained({ links: without(links, at, 1), heads }),
  'alter with correct hashes': (state, at) => rechained(altered('entry')(state, at, 0)),
  insert: ({ links, heads }, at) => {
    const link = links[at] as Link
    const later = links.map((each) =>
      each.owner === link.owner && each.sequence > link.sequence ? { ...each, sequence: each.sequence + 1 } : each,
    )
    return { links: [...later, { ...link, sequence: link.sequence + 1 }], heads }
  },
  'insert at the end': ({ links, heads }, at) => {
    const [last, copied] = [links[length - 1] as Link, links[at] as Link]
    const place = { ...copied, sequence: last.sequence + 1 }
    return { links: [...links, { ...place, hash: hashOf(last.hash, place) }], heads }
  },
  reorder: ({ links, heads }, at, other) => {
    const [one, two] = [links[at] as Link, links[(at + 1 + (other % (length - 1))) % length] as Link]
    const place = new Map([
      [one, two.sequence],
      [two, one.sequence],
    ])
    return { links: links.map((link) => ({ ...link, sequence: place.get(link) ?? link.sequence })), heads }
  },
  'move to another account': ({ links, heads }, at) => {
    const sequence = (heads[1]?.sequence as number) + 1
    const owner = heads[1]?.owner as string
    return { links: links.map((link, index) => (index === at ? { ...link, owner, sequence } : link)), heads }
  },
  'remove the beginning with a checkpoint': ({ links, heads }, at) => {
    const { sequence, hash } = links[at] as Link
    const head = { ...(heads[0] as SignedHead), pruned_sequence: sequence, pruned_hash: hash }
    const signed = { ...head, signature: signatureOf(head, wrongKey) }
    return { links: without(links, 0, at + 1), heads: [signed, ...heads.slice(1)] }
  },
  'remove the signed ends': ({ links, heads }) => ({ links, heads: heads.slice(1) }),
}

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let whole: State

  async function write({ links, heads }: State): Promise<void> {
    await store.run(store.sql('call_log').delete())
    await store.run(store.sql('call_log_heads').delete())
    await insertRows(store, 'call_log', links)
    await insertRows(store, 'call_log_heads', heads)
  }

  const problems = async () => (await checkCallLog(store, key)).problems

  beforeEach(async () => {
    store = await openTestStore()
    const log = new CallLog({ store, clock: manualClock(), key, days: 1, maxEntries: length })
    const owners = [await fundedAccount(store, 1), await fundedAccount(store, 1)]
    for (let index = 0; index < length + 3; index++) {
      for (const owner of owners) logRead(log, owner, `request-${index}`, `Note ${index}`)
    }
    await log.flush()
    await log.tend()
    await log.close()
    const rows = await store.all<Row>(store.sql('call_log').orderBy('owner').orderBy('sequence'))
    const heads = await store.all<SignedHead>(store.sql('call_log_heads').orderBy('owner'))
    whole = {
      links: rows.map(linkOf),
      heads: heads.map((head) => ({
        ...head,
        sequence: Number(head.sequence),
        pruned_sequence: Number(head.pruned_sequence),
      })),
    }
  })

  test('the check finds each of a hundred random manipulations of a log, and none in an unchanged one', async () => {
    expect(whole.links).toHaveLength(2 * length)
    expect(await checkCallLog(store, key)).toEqual({ accounts: 2, entries: 2 * length, problems: [] })
    const place = fc.nat(length - 1)
    const run = async (name: string, at: number, other: number) => {
      await write((manipulations[name] as Manipulation)(whole, at, other))
      expect((await problems()).length, name).toBeGreaterThan(0)
    }
    const drawn = fc.asyncProperty(fc.constantFrom(...Object.keys(manipulations)), place, place, run)
    await fc.assert(drawn, { numRuns: 100 })
    await write(whole)
    expect(await problems()).toEqual([])
  })

  test('the check names what was done to which entry', async () => {
    const [first = whole.links[0] as Link] = whole.links
    const of = async (name: string) => {
      await write((manipulations[name] as Manipulation)(whole, 4, 0))
      return (await problems()).map(({ problem }) => problem)
    }
    const at = first.sequence + 4
    expect(await of('alter entry')).toEqual([`entry ${at} was altered`])
    expect(await of('remove')).toEqual([`entry ${at} is missing`])
    expect(await of('remove the end')).toEqual([`entries ${at} to ${first.sequence + length - 1} are missing`])
    expect(await of('insert at the end')).toEqual([`entry ${first.sequence + length} was inserted at the end`])
    expect(await of('alter with correct hashes')).toEqual(['the ends of the chain do not match their signature'])
    expect(await of('remove the signed ends')).toEqual(['the signed ends of the chain are missing'])
  })
})
