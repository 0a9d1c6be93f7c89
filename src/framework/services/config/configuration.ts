import { hash } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import type { Keys } from '#runtime/base/secrets/keys.ts'
import { type Seal, SealError } from '#runtime/base/secrets/seal.ts'
import type { Reader, Store, Writer } from '#runtime/store/types.ts'
import { invalid, notFound, RpcError, tooLarge } from '../../kernel/rpc-errors.ts'
import { DEPTH_MAX, namesOf, pathOf, tooDeep } from './config-path.ts'
import {
  type Branch,
  decode,
  depthOf,
  encode,
  isBranch,
  type Leaf,
  type Node,
  nodeAt,
  parseTree,
  put,
  render,
  type Secret,
  without,
} from './tree.ts'

/** The settings of a namespace at a path. */
export interface Setting {
  /** JSON; `null` if nothing is set. Secrets are `"[secret]"`. */
  readonly json: string
  /** The lower-case hex SHA-256 of `json`. */
  readonly checksum: string
  /** When the settings of the namespace last changed. */
  readonly changedAtMs: number
}

/** The stored size of all settings of a namespace. */
export const DOCUMENT_MAX_BYTES = 1024 * 1024

interface Document {
  readonly tree: Branch
  readonly changedAtMs: number
}

interface ConfigurationOptions {
  readonly store: Store
  readonly clock: Clock
  readonly keys: Keys
}

/** The settings of each namespace: one JSON object, addressed by dotted paths; the empty path is the whole. */
export class Configuration {
  readonly #options: ConfigurationOptions

  constructor(options: ConfigurationOptions) {
    this.#options = options
  }

  /**
   * The settings at the path as JSON; `null` if there are none.
   *
   * @param options reveal: show secrets as they were set instead of `"[secret]"`
   * @throws RpcError 404 for a namespace that has set nothing; 400 for an invalid path; 500, saying so, when a secret
   * cannot be decrypted with the key of this server
   */
  async get(namespace: string, path: string, { reveal = false } = {}): Promise<string> {
    const id = 'config.get'
    const names = namesOf(path, id)
    const node = nodeAt((await known(this.#options.store, namespace, id)).tree, names)
    return render(node, names, reveal ? await this.#openerFor(namespace, node, id) : undefined)
  }

  /**
   * Sets JSON at the path: an object is merged deeply into the existing one; anything else replaces the value. The text
   * `[secret]` in place of a secret keeps it, so that a read value can be written back.
   *
   * @param options secret: encrypt each of its values
   * @throws RpcError 400 for an invalid path or JSON, 413 when the settings would be too large
   */
  async set(namespace: string, path: string, json: string, { secret = false } = {}): Promise<void> {
    const id = 'config.set'
    const names = namesOf(path, id)
    const value = parseTree(json, id)
    if (names.length === 0 && !isBranch(value)) {
      throw invalid(id, 'Without a path, value.data must be an object whose members are the settings.')
    }
    const seal = secret ? await keyFor(() => this.#options.keys.forWriting(), id) : undefined
    const adopt = (leaf: Leaf, at: readonly string[]) => sealed(leaf, [namespace, ...at], seal)
    await this.#options.store.write(async (tx) => {
      const former = (await load(tx, namespace))?.tree
      await this.#save(tx, namespace, put(former, names, value, adopt) as Branch, id)
    })
  }

  /**
   * Removes the settings at the path; with an empty path, all settings of the namespace.
   *
   * @throws RpcError 404 like `get`, 400
   */
  async delete(namespace: string, path: string): Promise<void> {
    const id = 'config.delete'
    const names = namesOf(path, id)
    await this.#options.store.write(async (tx) => {
      const { tree } = await known(tx, namespace, id)
      if (names.length === 0) await tx.run(tx.sql('config_documents').where({ namespace }).delete())
      else if (nodeAt(tree, names) !== undefined) await this.#save(tx, namespace, without(tree, names), id)
    })
  }

  /** As `get`, with a checksum and the time of the last change. */
  async read(namespace: string, path: string): Promise<Setting> {
    const id = 'config.read'
    const names = namesOf(path, id)
    const { tree, changedAtMs } = await known(this.#options.store, namespace, id)
    const json = render(nodeAt(tree, names), names)
    return { json, checksum: hash('sha256', json, 'hex'), changedAtMs }
  }

  async #save(tx: Writer, namespace: string, tree: Branch, id: string): Promise<void> {
    if (depthOf(tree) > DEPTH_MAX) throw tooDeep(id)
    const text = encode(tree)
    const bytes = Buffer.byteLength(text)
    if (bytes > DOCUMENT_MAX_BYTES) {
      const detail = `The settings of a namespace can be at most ${DOCUMENT_MAX_BYTES} bytes, but these would be ${bytes} bytes.`
      throw tooLarge(id, `${detail} The store service accepts larger values.`)
    }
    const row = { namespace, tree: text, updated_at: this.#options.clock.now() }
    await tx.run(tx.sql('config_documents').insert(row).onConflict('namespace').merge())
  }

  async #openerFor(namespace: string, tree: Node | undefined, id: string) {
    if (!holdsSecret(tree)) return undefined
    const seal = await keyFor(() => this.#options.keys.forReading(), id)
    return ({ sealed }: Secret, names: readonly string[]): string => {
      try {
        if (!seal) throw new SealError('another key')
        return seal.open(sealed, [namespace, ...names])
      } catch (cause) {
        if (!(cause instanceof SealError)) throw cause
        throw new RpcError('internal', id, cannotOpen(pathOf(names), cause.reason), { cause })
      }
    }
  }
}

async function load(reader: Reader, namespace: string): Promise<Document | undefined> {
  const row = await reader.get<{ tree: string; updated_at: number }>(
    reader.sql('config_documents').select('tree', 'updated_at').where({ namespace }),
  )
  return row && { tree: decode(row.tree), changedAtMs: Number(row.updated_at) }
}

async function known(reader: Reader, namespace: string, id: string): Promise<Document> {
  const document = await load(reader, namespace)
  if (!document) throw notFound(id, `Not found: the namespace ${namespace} has no settings.`)
  return document
}

/** The key, or an error that refers the caller to the operator; the log has the reason. */
async function keyFor<S>(find: () => Promise<S>, id: string): Promise<S> {
  try {
    return await find()
  } catch (cause) {
    const detail = 'The key that encrypts secrets cannot be read. The operator can find the reason in the server log.'
    throw new RpcError('internal', id, detail, { cause })
  }
}

function sealed(leaf: Leaf, place: readonly string[], seal: Seal | undefined): Node {
  return seal ? { sealed: seal.seal(leaf.json, place) } : leaf
}

function holdsSecret(node: Node | undefined): boolean {
  if (node === undefined) return false
  return isBranch(node) ? [...node.values()].some(holdsSecret) : 'sealed' in node
}

function cannotOpen(path: string, reason: SealError['reason']): string {
  const what = `The secret at ${JSON.stringify(path)} cannot be decrypted`
  if (reason === 'damaged') return `${what}: the stored data was changed by something else. Set it again.`
  return (
    `${what}: it was encrypted with a different key from this server's. The operator has to set CONFIG_SECRET_KEY to that key, ` +
    'the same on all servers of this database; or set the secret again.'
  )
}
