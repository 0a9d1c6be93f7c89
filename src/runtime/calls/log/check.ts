import { keysetPages } from '../../store/keyset.ts'
import type { Store } from '../../store/types.ts'
import { type Block, blockOfRow, entryCount, hashOf, type Row } from './entry.ts'
import { type HeadRow, headOf, type SignedHead, signatureOf } from './head.ts'

/** How many blocks are read at once. */
const pageSize = 100
/** How often an account is checked again because its chain has changed meanwhile. */
const maxAttempts = 20

/** A problem with the log of an account, as the end of a sentence. */
export interface BrokenLog {
  readonly username: string
  readonly problem: string
}

export interface CallLogReport {
  /** Accounts with a log. */
  readonly accounts: number
  readonly entries: number
  /** At most one for each account, sorted by username. */
  readonly problems: readonly BrokenLog[]
}

/**
 * Checks every entry of every account against the chain, and both ends of each chain against their signature. A server may be running
 * on the same database.
 *
 * @param key the server's secret for the call log
 */
export async function checkCallLog(store: Store, key: string): Promise<CallLogReport> {
  const problems: BrokenLog[] = []
  let accounts = 0
  let entries = 0
  for await (const page of keysetPages<{ id: string; username: string }>(pageSize, (last, size) =>
    store.all(
      store
        .sql('accounts')
        .select('id', 'username')
        .where('id', '>', last?.id ?? '')
        .whereNull('closed_at')
        .orderBy('id')
        .limit(size),
    ),
  )) {
    for (const { id, username } of page) {
      const found = await checkAccount(store, id, key)
      if (!found) continue
      accounts += 1
      entries += found.entries
      if (found.problem !== undefined) problems.push({ username, problem: found.problem })
    }
  }
  return { accounts, entries, problems: problems.sort((a, b) => (a.username < b.username ? -1 : 1)) }
}

interface CheckedAccount {
  readonly entries: number
  readonly problem?: string | undefined
}

/** Undefined for an account without a log. */
async function checkAccount(store: Store, owner: string, key: string): Promise<CheckedAccount | undefined> {
  let head = await readHead(store, owner)
  for (let attempt = 1; ; attempt++) {
    const checked = await checkChain(store, owner, head, key)
    if (checked?.problem === undefined) return checked
    // The server may have pruned entries since the head was read, which changes its signature.
    const present = await readHead(store, owner)
    if (present?.signature === head?.signature || attempt === maxAttempts) return checked
    head = present
  }
}

async function readHead(store: Store, owner: string): Promise<SignedHead | undefined> {
  const row = await store.get<HeadRow>(store.sql('call_log_heads').where({ owner }))
  return row && headOf(row)
}

async function checkChain(
  store: Store,
  owner: string,
  head: SignedHead | undefined,
  key: string,
): Promise<CheckedAccount | undefined> {
  if (!head) {
    const any = await store.get<object>(store.sql('call_log').select('sequence').where({ owner }).limit(1))
    return any && { entries: 0, problem: 'the signed ends of the chain are missing' }
  }
  if (signatureOf(head, key) !== head.signature) {
    return { entries: 0, problem: 'the ends of the chain do not match their signature' }
  }
  let previous = { sequence: head.pruned_sequence, hash: head.pruned_hash }
  let entries = 0
  for await (const page of blocksOf(store, head)) {
    for (const row of page) {
      const block = blockOfRow(row)
      const count = entryCount(block)
      const problem = problemOf(block, count, previous)
      if (problem !== undefined) return { entries, problem }
      previous = block
      entries += count ?? 0
    }
  }
  if (previous.sequence !== head.sequence) return { entries, problem: missing(previous.sequence + 1, head.sequence) }
  if (previous.hash !== head.hash) return { entries, problem: `entry ${head.sequence} was altered` }
  return { entries, problem: await problemAfterEnd(store, owner) }
}

/** Whether there are entries after the end of the chain. A running server moves the end together with the entries. */
async function problemAfterEnd(store: Store, owner: string): Promise<string | undefined> {
  const last = await store.get<{ sequence: number | string }>(
    store.sql('call_log').select('sequence').where({ owner }).orderBy('sequence', 'desc').limit(1),
  )
  const head = await readHead(store, owner)
  if (!last || Number(last.sequence) <= (head?.sequence ?? 0)) return undefined
  return `entry ${last.sequence} was inserted at the end`
}

/** @param count how many entries the block has */
function problemOf(
  block: Block,
  count: number | undefined,
  previous: { readonly sequence: number; readonly hash: string },
): string | undefined {
  const { sequence } = block
  if (sequence <= previous.sequence) return `entry ${sequence} was inserted`
  if (hashOf(previous.hash, block) === block.hash) return undefined
  const first = count === undefined ? sequence : sequence - count + 1
  if (first > previous.sequence + 1) return missing(previous.sequence + 1, first - 1)
  return first === sequence
    ? `entry ${sequence} was altered`
    : `one of the entries ${previous.sequence + 1} to ${sequence} was altered`
}

function missing(first: number, last: number): string {
  return first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`
}

function blocksOf(store: Store, { owner, sequence }: SignedHead): AsyncGenerator<Row[]> {
  return keysetPages<Row>(pageSize, (last, size) =>
    store.all(
      store
        .sql('call_log')
        .where({ owner })
        .where('sequence', '>', last?.sequence ?? Number.MIN_SAFE_INTEGER)
        .where('sequence', '<=', sequence)
        .orderBy('sequence')
        .limit(size),
    ),
  )
}
