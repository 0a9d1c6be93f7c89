import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { manualClock } from '../../base/clock.ts'
import type { Store } from '../../store/types.ts'
import { CallLog } from './call-log.ts'
import { checkCallLog } from './check.ts'
import { type Block, blockOfRow, columns, entryCount, hashOf, type Row } from './entry.ts'
import { logRead } from './fixtures/logged.ts'
import { type SignedHead, signatureOf } from './head.ts'

const key = 'secret of the log'
/** How many blocks of an account are left. They have one, two or three entries in turn. */
const length = 12
const entries = 2 * length
/** Anyone who changes the database computes hashes as the product does, but cannot sign them. */
const wrongKey = 'a guess'

interface State {
  blocks: Block[]
  heads: SignedHead[]
}

type Manipulation = (state: State, at: number, other: number) => State

/** The chain of the first account with correct hashes again, signed with another key. */
function rechained({ blocks, heads }: State): State {
  const owner = heads[0]?.owner as string
  let previous = heads[0]?.pruned_hash as string
  let last = heads[0]?.pruned_sequence as number
  const own = blocks
    .filter((block) => block.owner === owner)
    .map((block) => {
      last += count(block)
      const place = { ...block, sequence: last }
      previous = hashOf(previous, place)
      return { ...place, hash: previous }
    })
  const head = { ...(heads[0] as SignedHead), sequence: own.at(-1)?.sequence ?? 0, hash: previous }
  const signed = { ...head, signature: signatureOf(head, wrongKey) }
  return { blocks: [...own, ...blocks.filter((block) => block.owner !== owner)], heads: [signed, ...heads.slice(1)] }
}

const without = (blocks: Block[], at: number, count: number) =>
  blocks.filter((_, index) => index < at || index >= at + count)

const count = (block: Block) => entryCount(block) ?? 1

const changed = (value: unknown) => (typeof value === 'number' ? value + 1 : `${value ?? ''}x`)

function altered(name: keyof Block): Manipulation {
  return ({ blocks, heads }, at) => ({
    blocks: blocks.map((block, index) => (index === at ? { ...block, [name]: changed(block[name]) } : block)),
    heads,
  })
}

/** Places are those of the first account, whose blocks come first. */
const manipulations: Readonly<Record<string, Manipulation>> = {
  ...Object.fromEntries(
    Object.keys(columns)
      .filter((name) => !['owner', 'sequence'].includes(name))
      .map((name) => [`alter ${name}`, altered(name as keyof Block)]),
  ),
  'alter an entry': ({ blocks, heads }, at) => ({
    blocks: blocks.map((block, index) =>
      index === at ? { ...block, entry: block.entry.replace('"notes.get"', '"notes.add"') } : block,
    ),
    heads,
  }),
  'remove an entry': ({ blocks, heads }, at) => ({
    blocks: blocks.map((block, index) =>
      index === at ? { ...block, entry: JSON.stringify(JSON.parse(block.entry).slice(1)) } : block,
    ),
    heads,
  }),
  remove: ({ blocks, heads }, at) => ({ blocks: without(blocks, at, 1), heads }),
  'remove several': ({ blocks, heads }, at, other) => ({ blocks: without(blocks, at, 1 + (other % 3)), heads }),
  'remove the end': ({ blocks, heads }, at) => ({ blocks: without(blocks, at, length - at), heads }),
  'remove and close the gap': ({ blocks, heads }, at) => rechained({ blocks: without(blocks, at, 1), heads }),
  'alter with correct hashes': (state, at) => rechained(altered('entry')(state, at, 0)),
  insert: ({ blocks, heads }, at) => {
    const block = blocks[at] as Block
    const later = blocks.map((each) =>
      each.owner === block.owner && each.sequence > block.sequence
        ? { ...each, sequence: each.sequence + count(block) }
        : each,
    )
    return { blocks: [...later, { ...block, sequence: block.sequence + count(block) }], heads }
  },
  'insert at the end': ({ blocks, heads }, at) => {
    const [last, copied] = [blocks[length - 1] as Block, blocks[at] as Block]
    const place = { ...copied, sequence: last.sequence + count(copied) }
    return { blocks: [...blocks, { ...place, hash: hashOf(last.hash, place) }], heads }
  },
  reorder: ({ blocks, heads }, at, other) => {
    const [one, two] = [blocks[at] as Block, blocks[(at + 1 + (other % (length - 1))) % length] as Block]
    const place = new Map([
      [one, two.sequence],
      [two, one.sequence],
    ])
    return { blocks: blocks.map((block) => ({ ...block, sequence: place.get(block) ?? block.sequence })), heads }
  },
  'move to another account': ({ blocks, heads }, at) => {
    const sequence = (heads[1]?.sequence as number) + count(blocks[at] as Block)
    const owner = heads[1]?.owner as string
    return { blocks: blocks.map((block, index) => (index === at ? { ...block, owner, sequence } : block)), heads }
  },
  'remove the beginning with a checkpoint': ({ blocks, heads }, at) => {
    const { sequence, hash } = blocks[at] as Block
    const head = { ...(heads[0] as SignedHead), pruned_sequence: sequence, pruned_hash: hash }
    const signed = { ...head, signature: signatureOf(head, wrongKey) }
    return { blocks: without(blocks, 0, at + 1), heads: [signed, ...heads.slice(1)] }
  },
  'remove the signed ends': ({ blocks, heads }) => ({ blocks, heads: heads.slice(1) }),
}

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let whole: State

  async function write({ blocks, heads }: State): Promise<void> {
    await store.run(store.sql('call_log').delete())
    await store.run(store.sql('call_log_heads').delete())
    await insertRows(store, 'call_log', blocks)
    await insertRows(store, 'call_log_heads', heads)
  }

  const problems = async () => (await checkCallLog(store, key)).problems

  beforeEach(async () => {
    store = await openTestStore()
    const log = new CallLog({ store, clock: manualClock(), key, days: 1, maxEntries: entries })
    const owners = [await fundedAccount(store, 1), await fundedAccount(store, 1)]
    for (let index = 0; index < length + 3; index++) {
      for (const owner of owners) {
        for (let each = 0; each <= index % 3; each++) logRead(log, owner, `request-${index}-${each}`, `Note ${index}`)
      }
      await log.flush()
    }
    await log.tend()
    await log.close()
    const rows = await store.all<Row>(store.sql('call_log').orderBy('owner').orderBy('sequence'))
    const heads = await store.all<SignedHead>(store.sql('call_log_heads').orderBy('owner'))
    whole = {
      blocks: rows.map(blockOfRow),
      heads: heads.map((head) => ({
        ...head,
        sequence: Number(head.sequence),
        pruned_sequence: Number(head.pruned_sequence),
      })),
    }
  })

  test('the check finds each of a hundred random manipulations of a log, and none in an unchanged one', async () => {
    expect(whole.blocks).toHaveLength(2 * length)
    expect(await checkCallLog(store, key)).toEqual({ accounts: 2, entries: 2 * entries, problems: [] })
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
    const of = async (name: string) => {
      await write((manipulations[name] as Manipulation)(whole, 4, 0))
      return (await problems()).map(({ problem }) => problem)
    }
    // The six entries of the first three blocks were pruned.
    const [second, last] = [6 + 6 + 3, 6 + entries]
    expect(await of('alter an entry')).toEqual([`one of the entries ${second - 1} to ${second} was altered`])
    expect(await of('remove')).toEqual([`entries ${second - 1} to ${second} are missing`])
    expect(await of('remove the end')).toEqual([`entries ${second - 1} to ${last} are missing`])
    expect(await of('insert at the end')).toEqual([`entry ${last + 2} was inserted at the end`])
    expect(await of('alter with correct hashes')).toEqual(['the ends of the chain do not match their signature'])
    expect(await of('remove the signed ends')).toEqual(['the signed ends of the chain are missing'])
  })
})
