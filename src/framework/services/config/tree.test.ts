import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEPTH_MAX, namesOf, pathOf } from './config-path.ts'
import {
  type Branch,
  decode,
  depthOf,
  encode,
  isBranch,
  MASK,
  type Node,
  nodeAt,
  parseTree,
  put,
  render,
  without,
} from './tree.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const name = fc.constantFrom('a', 'b', '0', '1', 'x.y', 'a\\', '__proto__', 'constructor', 'ä', ' ')

/** Objects have no prototype, as in the trees: `__proto__` is an ordinary name. */
const { json } = fc.letrec<{ json: Json; object: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, -1.5, '', 'text', '[secret]', [], [1, { a: [2] }]),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('json'), { maxKeys: 4, noNullPrototype: false }).map(bare),
}))
const object = fc.dictionary(name, json, { maxKeys: 4, noNullPrototype: false }).map(bare)

function bare(members: object): Json {
  return Object.assign(Object.create(null), members) as Json
}

const isObject = (value: unknown): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(former: Json | undefined, value: Json): Json {
  if (!isObject(value)) return value
  const result = bare(isObject(former) ? former : {}) as { [name: string]: Json }
  for (const [each, member] of Object.entries(value)) result[each] = merged(result[each], member)
  return result
}

function setIn(root: Json | undefined, names: readonly string[], value: Json): Json {
  const [first, ...rest] = names
  if (first === undefined) return merged(root, value)
  const result = bare(isObject(root) ? root : {}) as { [name: string]: Json }
  result[first] = setIn(result[first], rest, value)
  return result
}

const leafOf = (leaf: Node) => leaf
const treeOf = (value: Json) => parseTree(JSON.stringify(value), 'config.set')
/** Comparable regardless of the order of members. */
const plain = (text: string) => JSON.parse(text) as unknown
const path = fc.array(name, { minLength: 0, maxLength: 3 })

describe('paths', () => {
  test('any names but empty ones can be written as a path and are read back from it', () => {
    const anyName = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: DEPTH_MAX }), (names) => {
        expect(namesOf(pathOf(names), 'config.get')).toEqual(names)
      }),
    )
  })

  test.each([
    ['', []],
    ['a', ['a']],
    ['a.b.0', ['a', 'b', '0']],
    ['hosts.example\\.org.port', ['hosts', 'example.org', 'port']],
    ['a\\\\.b', ['a\\', 'b']],
    ['__proto__.constructor', ['__proto__', 'constructor']],
  ])('%j has the names %j', (text, names) => {
    expect(namesOf(text, 'config.get')).toEqual(names)
  })

  test.each([
    ['.', 'path has a name between its dots that is empty.'],
    ['a..b', 'path has a name between its dots that is empty.'],
    ['a.', 'path has a name between its dots that is empty.'],
    ['a\\', 'path has a backslash that precedes neither a dot nor a backslash.'],
    ['a\\b', 'path has a backslash that precedes neither a dot nor a backslash.'],
    ['x'.repeat(257), 'path has a name between its dots that has 257 characters; at most 256 are allowed.'],
    ['\ud800', 'path has a name between its dots that contains half of a surrogate pair.'],
    [`${'a.'.repeat(32)}a`, 'Settings can be nested at most 32 levels deep, but these are nested more deeply.'],
  ])('%j is refused', (text, detail) => {
    expect(() => namesOf(text, 'config.get')).toThrow(
      expect.objectContaining({ status: 400, id: 'config.get', message: detail }),
    )
  })
})

describe('trees', () => {
  test('successive settings at any paths agree with a plain deep merge', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(path, json), { maxLength: 6 }), (steps) => {
        let tree: Node = new Map()
        let model: Json = bare({})
        for (const [names, value] of steps) {
          if (names.length === 0 && !isObject(value)) continue
          tree = put(tree, names, treeOf(value), leafOf)
          model = setIn(model, names, value)
          expect(plain(render(tree, []))).toEqual(plain(JSON.stringify(model)))
        }
        expect(decode(encode(tree))).toEqual(tree)
        expect(render(decode(encode(tree)), [])).toBe(render(tree, []))
      }),
    )
  })

  test('what was set is found at its path until it is deleted; the rest stays', () => {
    fc.assert(
      fc.property(object, fc.array(name, { minLength: 1, maxLength: 3 }), json, (before, names, value) => {
        const first = treeOf(before) as Branch
        const tree = put(without(first, names), names, treeOf(value), leafOf) as Branch
        expect(plain(render(nodeAt(tree, names), names))).toEqual(plain(JSON.stringify(value)))
        const after = without(tree, names)
        expect(nodeAt(after, names)).toBeUndefined()
        for (const each of Object.keys(before as object)) {
          if (each !== names[0]) expect(nodeAt(after, [each])).toBe(nodeAt(first, [each]))
        }
      }),
    )
  })

  test('the same settings have the same text, regardless of the order in which they were set', () => {
    fc.assert(
      fc.property(object, (value) => {
        const members = Object.entries(value as object)
        const set = (all: [string, Json][]) =>
          all.reduce<Node>((tree, [each, member]) => put(tree, [each], treeOf(member), leafOf), new Map())
        expect(render(set(members), [])).toBe(render(set(members.toReversed()), []))
      }),
    )
  })

  test('a name like __proto__ reaches no prototype', () => {
    const tree = parseTree(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
      'config.set',
    )
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(render(tree, [])).toBe('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(nodeAt(new Map(), ['__proto__'])).toBeUndefined()
    expect(nodeAt(new Map(), ['constructor', 'name'])).toBeUndefined()
  })

  test.each([
    ['12345678901234567890', '12345678901234567890'],
    ['[1.10, 1e400, -0]', '[1.10,1e400,-0]'],
    ['"\\u0000\\ud800"', '"\\u0000\\ud800"'],
    [' {"a" : { } } ', '{"a":{}}'],
    ['null', 'null'],
  ])('%s keeps every digit and character: %s', (sent, kept) => {
    expect(render(parseTree(sent, 'config.set'), [])).toBe(kept)
  })

  test.each([
    ['', 'value.data is not JSON'],
    ['text', 'A text must be in quotation marks, such as "text".'],
    ['{"a":1', 'value.data is not JSON'],
    ['{"a":{"":1}}', 'value.data has a member whose name is empty.'],
    ['{"\\ud800":1}', 'value.data has a member whose name contains half of a surrogate pair.'],
    ['['.repeat(65) + ']'.repeat(65), 'value.data is nested more than 64 deep.'],
    ['['.repeat(500_000), 'value.data is nested more than 64 deep.'],
    [
      `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
      'Settings can be nested at most 32 levels deep, but these are nested more deeply.',
    ],
  ])('%.40s is refused', (text, detail) => {
    expect(() => parseTree(text, 'config.set')).toThrow(
      expect.objectContaining({ status: 400, id: 'config.set', message: expect.stringContaining(detail) }),
    )
  })

  test('brackets in a text do not count as nesting', () => {
    const text = JSON.stringify('\\"'.repeat(50) + '['.repeat(200))
    expect(render(parseTree(text, 'config.set'), [])).toBe(text)
  })

  test('the maximum depth is accepted', () => {
    const deepest = parseTree(`${'{"a":'.repeat(DEPTH_MAX)}1${'}'.repeat(DEPTH_MAX)}`, 'config.set')
    expect(depthOf(deepest)).toBe(DEPTH_MAX)
  })

  test('the mask leaves a secret unchanged, and is a text in any other place', () => {
    const secret = { sealed: 'x' }
    const root = new Map<string, Node>([
      ['s', secret],
      ['t', { json: '1' }],
    ])
    const read = parseTree(render(root, []), 'config.set')
    expect(nodeAt(put(root, [], read, leafOf), ['s'])).toBe(secret)
    expect(nodeAt(put(root, ['t'], { json: MASK }, leafOf), ['t'])).toEqual({ json: MASK })
    expect(isBranch(put(root, ['s', 'deeper'], { json: MASK }, leafOf))).toBe(true)
  })
})
