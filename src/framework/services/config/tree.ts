import { invalid } from '../../kernel/rpc-errors.ts'
import { DEPTH_MAX, nameFault, tooDeep } from './config-path.ts'

/** Replaces secrets unless they are to be revealed. */
export const MASK = JSON.stringify('[secret]')
/** Nested brackets, including arrays. */
const NESTING_MAX = 64

/** A value that is replaced as a whole: anything but an object. */
export interface Leaf {
  readonly json: string
}

export interface Secret {
  readonly sealed: string
}

/** Maps have no prototype that a name such as `__proto__` could reach. */
export type Branch = ReadonlyMap<string, Node>

export type Node = Leaf | Secret | Branch

export function isBranch(node: Node | undefined): node is Branch {
  return node instanceof Map
}

/** Turns a leaf at these names into a node. */
type Adopt = (leaf: Leaf, names: readonly string[]) => Node

/**
 * Parses JSON from a request. Numbers keep all their digits.
 *
 * @param id of the error
 * @throws RpcError 400 for malformed JSON, invalid names, and nesting that is too deep
 */
export function parseTree(json: string, id: string): Node {
  checkNesting(json, id)
  let value: unknown
  try {
    value = JSON.parse(json, keepDigits as (key: string, value: unknown) => unknown)
  } catch (failure) {
    const reason = (failure as Error).message
    throw invalid(id, `value.data is not JSON: ${reason}. A text must be in quotation marks, such as "text".`)
  }
  return nodeOf(value, id, 1)
}

function nodeOf(value: unknown, id: string, depth: number): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || json.isRawJSON(value)) {
    return { json: JSON.stringify(value) }
  }
  if (depth > DEPTH_MAX) throw tooDeep(id)
  const branch = new Map<string, Node>()
  for (const [name, each] of Object.entries(value)) {
    const fault = nameFault(name)
    if (fault) throw invalid(id, `value.data has a member whose name ${fault}.`)
    branch.set(name, nodeOf(each, id, depth + 1))
  }
  return branch
}

/** Node.js has these; the types of TypeScript do not. */
const json = JSON as typeof JSON & { rawJSON(text: string): object; isRawJSON(value: unknown): boolean }

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  const { source } = context
  return typeof value === 'number' && source !== undefined && String(value) !== source ? json.rawJSON(source) : value
}

/** Checked before anything recursive runs: endlessly nested brackets would exhaust the stack. */
function checkNesting(text: string, id: string): void {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inText) {
      if (character === '\\') at++
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '[' || character === '{') {
      if (++depth > NESTING_MAX) {
        throw invalid(id, `value.data is nested more than ${NESTING_MAX} deep.`)
      }
    } else if (character === ']' || character === '}') depth--
  }
}

/** The node at these names. Only objects have nodes below them; the items of an array are not nodes. */
export function nodeAt(root: Node | undefined, names: readonly string[]): Node | undefined {
  let node = root
  for (const name of names) node = isBranch(node) ? node.get(name) : undefined
  return node
}

/**
 * The tree with `value` merged in at these names: objects merge, anything else replaces.
 *
 * @param adopt creates the node of each new leaf; the mask in place of a secret keeps the secret
 */
export function put(root: Node | undefined, names: readonly string[], value: Node, adopt: Adopt): Node {
  const within = (node: Node | undefined, depth: number): Node => {
    if (depth === names.length) return merge(node, value, names, adopt)
    const name = names[depth] as string
    const branch = new Map(isBranch(node) ? node : [])
    return branch.set(name, within(branch.get(name), depth + 1))
  }
  return within(root, 0)
}

function merge(former: Node | undefined, value: Node, names: readonly string[], adopt: Adopt): Node {
  if (!isBranch(value)) {
    if ('sealed' in value) return value
    return former && !isBranch(former) && 'sealed' in former && value.json === MASK ? former : adopt(value, names)
  }
  const merged = new Map(isBranch(former) ? former : [])
  for (const [name, each] of value) merged.set(name, merge(merged.get(name), each, [...names, name], adopt))
  return merged
}

/** The tree without the node at these names; enclosing objects stay. Unknown names change nothing. */
export function without(root: Branch, names: readonly string[]): Branch {
  const [name, ...rest] = names as [string, ...string[]]
  const node = root.get(name)
  if (node === undefined || (rest.length > 0 && !isBranch(node))) return root
  const left = new Map(root)
  if (rest.length === 0) left.delete(name)
  else left.set(name, without(node as Branch, rest))
  return left
}

/** The depth of nested names. */
export function depthOf(node: Node): number {
  if (!isBranch(node)) return 0
  let deepest = 0
  for (const each of node.values()) deepest = Math.max(deepest, depthOf(each))
  return deepest + 1
}

/**
 * The tree as JSON, names sorted: the same settings have the same text.
 *
 * @param show the JSON of a secret; without it secrets are masked
 */
export function render(
  node: Node | undefined,
  names: readonly string[],
  show?: (secret: Secret, names: readonly string[]) => string,
): string {
  if (node === undefined) return 'null'
  if (!isBranch(node)) {
    if ('json' in node) return node.json
    return show ? show(node, names) : MASK
  }
  const members = [...node].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${render(each, [...names, name], show)}`).join(',')}}`
}

/** The stored form of a tree: an array is a leaf or a secret, with its kind first; an object is a branch. */
export function encode(node: Node): string {
  if (isBranch(node)) return `{${[...node].map(([name, each]) => `${JSON.stringify(name)}:${encode(each)}`).join(',')}}`
  return JSON.stringify('json' in node ? ['json', node.json] : ['sealed', node.sealed])
}

/** The inverse of `encode`. */
export function decode(text: string): Branch {
  const nodeOfStored = (value: [string, string] | Record<string, never>): Node => {
    if (!Array.isArray(value)) {
      return new Map(Object.entries(value).map(([name, each]) => [name, nodeOfStored(each)]))
    }
    const [kind, content] = value
    return kind === 'json' ? { json: content } : { sealed: content }
  }
  return nodeOfStored(JSON.parse(text)) as Branch
}
