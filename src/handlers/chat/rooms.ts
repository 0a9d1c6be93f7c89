import { z } from 'zod'
import { sha256 } from '#runtime/accounts/secrets.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'
import { findRoom, type Kind } from './rows/rooms.ts'
import type { Topic } from './settings.ts'

/** Who looks for a room. */
export interface Viewer {
  readonly id: string
  readonly username: string
}

/** A room as one who may see it finds it. */
export interface Room {
  /** What it is stored under: its id, except for a direct conversation. */
  readonly key: string
  /** What callers know it by. */
  readonly id: string
  readonly kind: Kind
  readonly title: string
  /** Whether everybody can read it. */
  readonly isPublic: boolean
  /** Why nobody can post in it. */
  readonly refusal?: string | undefined
  /** The other person of a direct conversation. */
  readonly other?: { readonly id: string; readonly canReceive: boolean }
}

const membership = z.object({ name: z.string(), is_encrypted: z.boolean() })
const memberships = z.array(z.object({ id: z.string(), name: z.string(), is_encrypted: z.boolean() }))
const item = z.object({ id: z.string(), kind: z.string(), title: z.string() })

/** Kinds of rooms about an item, whose ids begin with the kind. */
const itemKinds = ['post', 'news', 'video'] as const
/** The form of ids of items and groups. */
const itemForm = /^[\w-]{1,120}$/

const person = statement<{ username: string }>((sql, param) =>
  sql('accounts')
    .select('id', 'username', 'disabled_at')
    .where({ username: param('username') })
    .whereNull('closed_at'),
)

/** What the streams of a room hang on: the room itself, and for a group that the account belongs to it. */
export function subjectsOf({ key, kind }: Pick<Room, 'key' | 'kind'>, account: string | undefined): string[] {
  const room = roomSubject(key)
  return kind === 'group' && account !== undefined ? [room, memberSubject(key, account)] : [room]
}

export function roomSubject(key: string): string {
  return `chat:${key}`
}

export function memberSubject(key: string, account: string): string {
  return `chat:${key}:${account}`
}

/** The channel in which the messages of a room are told. */
export function channelOf({ key }: Pick<Room, 'key'>): string {
  return `chat:${key}`
}

/** The id by which both people know their conversation. */
export function directId(...usernames: readonly [string, string]): string {
  return `direct:${usernames.toSorted().join(':')}`
}

/** Made from the accounts, because a username can be given away again; says nothing of an account that has been deleted. */
function directKey(...accounts: readonly [string, string]): string {
  return `direct_${sha256(accounts.toSorted().join(':')).slice(0, 40)}`
}

/** Finds rooms for those who may see them. */
export class Rooms {
  readonly topics: readonly Topic[]
  readonly #store: Store
  readonly #ask: FamilyWorld['ask']

  constructor({ store, ask }: Pick<FamilyWorld, 'store' | 'ask'>, topics: readonly Topic[]) {
    this.topics = topics
    this.#store = store
    this.#ask = ask
  }

  /**
   * The room with an id; undefined if there is none, or none that the viewer may see.
   *
   * @throws ApiError invalid_argument for a conversation with oneself
   */
  async find(id: string, viewer: Viewer | undefined): Promise<Room | undefined> {
    if (id.startsWith('direct:')) return this.#direct(id.slice('direct:'.length), viewer)
    if (!itemForm.test(id)) return undefined
    if (id.startsWith('group_')) return this.#group(id, viewer)
    return id.startsWith('topic_') ? this.#topic(id) : this.#item(id)
  }

  /** Whether what a public room is about is still there. */
  async isThere(id: string, kind: Kind): Promise<boolean> {
    if (kind === 'topic') return this.topics.some((topic) => topic.id === id)
    return (await this.#item(id)) !== undefined
  }

  /** The groups that an account belongs to and can post in. */
  async groupsOf(account: string): Promise<readonly { readonly id: string; readonly name: string }[]> {
    const groups = (await this.#ask('groups.of_account', { account }, memberships)) ?? []
    return groups.filter((group) => !group.is_encrypted)
  }

  async #direct(names: string, viewer: Viewer | undefined): Promise<Room | undefined> {
    if (!viewer) return undefined
    const [one = '', two, ...more] = names.toLowerCase().split(':')
    if (more.length > 0 || (two !== undefined && one !== viewer.username && two !== viewer.username)) return undefined
    const name = two !== undefined && one === viewer.username ? two : one
    if (name === viewer.username) throw invalidArgument('room', 'must name another person than yourself')
    const other = await this.#store.get<{ id: string; username: string; disabled_at: unknown }>(
      person({ username: name }),
    )
    if (!other) return undefined
    return {
      key: directKey(viewer.id, other.id),
      id: directId(viewer.username, other.username),
      kind: 'direct',
      title: other.username,
      isPublic: false,
      other: { id: other.id, canReceive: other.disabled_at === null },
    }
  }

  async #group(id: string, viewer: Viewer | undefined): Promise<Room | undefined> {
    if (!viewer) return undefined
    const found = await this.#ask('groups.membership', { group: id, account: viewer.id }, membership)
    if (!found) return undefined
    const refusal = found.is_encrypted
      ? 'This group is end-to-end encrypted: the message would not be, so it is not posted.'
      : undefined
    return { key: id, id, kind: 'group', title: found.name, isPublic: false, refusal }
  }

  async #topic(id: string): Promise<Room | undefined> {
    const common = { key: id, id, kind: 'topic', isPublic: true } as const
    const topic = this.topics.find((each) => each.id === id)
    if (topic) return { ...common, title: topic.title }
    const former = await findRoom(this.#store, id)
    return former && { ...common, title: former.title, refusal: 'The operator of this server has closed this room.' }
  }

  async #item(id: string): Promise<Room | undefined> {
    const kind = itemKinds.find((each) => id.startsWith(`${each}_`))
    if (kind === undefined) return undefined
    const found = await this.#ask('archive.item', { id }, item)
    return found?.kind === kind ? { key: id, id, kind, title: found.title, isPublic: true } : undefined
  }
}
