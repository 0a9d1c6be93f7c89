import { sha256 } from '#runtime/accounts/secrets.ts'
import { accountNamed } from '#runtime/accounts/usernames.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Store } from '#runtime/store/types.ts'
import { archivedItem } from '../archive/contracts.ts'
import { groupMembership, groupsOfAccount, membershipSubject } from '../groups/contracts.ts'
import { findRoom, type Kind } from './rows/rooms.ts'
import type { Topic } from './settings.ts'

export interface Viewer {
  readonly id: string
  readonly username: string
}

/** A room as a viewer with access sees it. */
export interface Room {
  /** The key it is stored under: its id, except for direct conversations. */
  readonly key: string
  /** The id that callers use. */
  readonly id: string
  readonly kind: Kind
  readonly title: string
  /** Whether everyone can read it. */
  readonly isPublic: boolean
  /** Why nobody can post in it; undefined if people can. */
  readonly readOnlyReason?: string | undefined
  /** The other person of a direct conversation. */
  readonly other?: { readonly id: string; readonly canReceive: boolean }
}

/** Kinds of rooms about an item, whose ids begin with the kind. */
const itemKinds = ['post', 'news', 'video'] as const
/** The form of ids of items and groups. */
const itemForm = /^[\w-]{1,120}$/

/** What access to a room's streams depends on: the room, and in a group the account's membership. */
export function subjectsOf({ key, kind }: Pick<Room, 'key' | 'kind'>, account: string | undefined): string[] {
  const room = roomSubject(key)
  return kind === 'group' && account !== undefined ? [room, membershipSubject({ group: key, account })] : [room]
}

export function roomSubject(key: string): string {
  return `chat:${key}`
}

/** The live channel of a room's messages. */
export function channelOf({ key }: Pick<Room, 'key'>): string {
  return `chat:${key}`
}

/** The id of a conversation, the same for both people. */
export function directId(...usernames: readonly [string, string]): string {
  return `direct:${usernames.toSorted().join(':')}`
}

/** Derived from account ids, because usernames can be reused; reveals nothing about a deleted account. */
function directKey(...accounts: readonly [string, string]): string {
  return `direct_${sha256(accounts.toSorted().join(':')).slice(0, 40)}`
}

/** Finds the rooms that viewers may see. */
export class Rooms {
  readonly topics: readonly Topic[]
  readonly #store: Store
  readonly #query: FamilyWorld['query']

  constructor({ store, query }: Pick<FamilyWorld, 'store' | 'query'>, topics: readonly Topic[]) {
    this.topics = topics
    this.#store = store
    this.#query = query
  }

  /**
   * Returns the room with an id, or undefined if it does not exist or the viewer may not see it.
   *
   * @throws ApiError invalid_argument for a conversation with oneself
   */
  async find(id: string, viewer: Viewer | undefined): Promise<Room | undefined> {
    if (id.startsWith('direct:')) return this.#direct(id.slice('direct:'.length), viewer)
    if (!itemForm.test(id)) return undefined
    if (id.startsWith('group_')) return this.#group(id, viewer)
    return id.startsWith('topic_') ? this.#topic(id) : this.#item(id)
  }

  /** Whether a public room's topic or item still exists. */
  async exists(id: string, kind: Kind): Promise<boolean> {
    if (kind === 'topic') return this.topics.some((topic) => topic.id === id)
    return (await this.#item(id)) !== undefined
  }

  /** The groups an account belongs to, except encrypted ones. */
  async groupsOf(account: string): Promise<readonly { readonly id: string; readonly name: string }[]> {
    const groups = (await this.#query(groupsOfAccount, { account })) ?? []
    return groups.filter((group) => !group.is_encrypted)
  }

  async #direct(names: string, viewer: Viewer | undefined): Promise<Room | undefined> {
    if (!viewer) return undefined
    const [one = '', two, ...more] = names.toLowerCase().split(':')
    if (more.length > 0 || (two !== undefined && one !== viewer.username && two !== viewer.username)) return undefined
    const name = two !== undefined && one === viewer.username ? two : one
    if (name === viewer.username) throw invalidArgument('room', 'must name a person other than yourself')
    const other = await accountNamed(this.#store, name)
    if (!other) return undefined
    return {
      key: directKey(viewer.id, other.id),
      id: directId(viewer.username, other.username),
      kind: 'direct',
      title: other.username,
      isPublic: false,
      other: { id: other.id, canReceive: !other.isDisabled },
    }
  }

  async #group(id: string, viewer: Viewer | undefined): Promise<Room | undefined> {
    if (!viewer) return undefined
    const found = await this.#query(groupMembership, { group: id, account: viewer.id })
    if (!found) return undefined
    const readOnlyReason = found.is_encrypted
      ? 'This group uses end-to-end encryption. The message would not have been encrypted, so it was not posted.'
      : undefined
    return { key: id, id, kind: 'group', title: found.name, isPublic: false, readOnlyReason }
  }

  async #topic(id: string): Promise<Room | undefined> {
    const common = { key: id, id, kind: 'topic', isPublic: true } as const
    const topic = this.topics.find((each) => each.id === id)
    if (topic) return { ...common, title: topic.title }
    const former = await findRoom(this.#store, id)
    return (
      former && { ...common, title: former.title, readOnlyReason: 'The operator of this server has closed this room.' }
    )
  }

  async #item(id: string): Promise<Room | undefined> {
    const kind = itemKinds.find((each) => id.startsWith(`${each}_`))
    if (kind === undefined) return undefined
    const found = await this.#query(archivedItem, { id })
    return found?.kind === kind ? { key: id, id, kind, title: found.title, isPublic: true } : undefined
  }
}
