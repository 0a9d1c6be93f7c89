import { quote } from '#runtime/base/text/quote.ts'
import { invalid, type RpcError } from '../rpc-errors.ts'

/**
 * The text values of one name in a query string or a form. Their meaning depends on the field: `123` is a string for one
 * field and a number for another.
 */
export class FieldText {
  /** Every value of the name, in order. */
  readonly texts: string[] = []
  /** In a form, the values of a repeated string field are joined; in a query string it is an error. */
  readonly isForm: boolean

  constructor(isForm: boolean) {
    this.isForm = isForm
  }
}

/** Fields by name, without a prototype, so that no name has a special meaning. */
export interface FieldTree {
  [name: string]: FieldText | FieldTree
}

const maxFields = 1000
const maxDepth = 16

/**
 * Collects the fields of a query string or a form.
 *
 * @param isForm whether the values of one name are joined if the field holds a single one
 */
export function fieldReader(isForm: boolean) {
  const tree: FieldTree = emptyTree()
  let count = 0
  return {
    tree,
    /** @throws RpcError 400 if the name is malformed, is both a value and a group of fields, or there are too many */
    add(name: string, text: string): void {
      count += 1
      if (count > maxFields) throw refused(`There are more than ${maxFields} fields.`)
      const parts = partsOf(name)
      const last = parts.pop() as string
      let group = tree
      for (const part of parts) {
        const next = group[part] ?? emptyTree()
        if (next instanceof FieldText) throw ambiguous(name)
        group[part] = next
        group = next
      }
      const field = group[last] ?? new FieldText(isForm)
      if (!(field instanceof FieldText)) throw ambiguous(name)
      field.texts.push(text)
      group[last] = field
    },
  }
}

/**
 * The fields of a query string: `a=1`, `b[c]=2` and `b.c=2` for a nested field, `tags[]=x` or `tags=x` repeated for a
 * list.
 *
 * @param text percent-encoded, without the `?`
 * @throws RpcError 400
 */
export function parseFields(text: string, isForm = false): FieldTree {
  const reader = fieldReader(isForm)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const sign = pair.indexOf('=')
    const name = sign < 0 ? pair : pair.slice(0, sign)
    reader.add(decoded(name), sign < 0 ? '' : decoded(pair.slice(sign + 1)))
  }
  return reader.tree
}

function emptyTree(): FieldTree {
  return Object.create(null) as FieldTree
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refused('The fields are not percent-encoded UTF-8. Write each % as %25.')
  }
}

/** `a.b[c.d][]` is `a`, `b`, `c.d`: a name in brackets is taken literally. */
function partsOf(name: string): string[] {
  const bracket = name.indexOf('[')
  const head = bracket < 0 ? name : name.slice(0, bracket)
  if (head.includes(']')) throw unreadable(name)
  const parts = head.split('.')
  let rest = bracket < 0 ? '' : name.slice(bracket)
  if (rest.endsWith('[]')) rest = rest.slice(0, -2)
  while (rest !== '') {
    const end = rest.indexOf(']')
    if (!rest.startsWith('[') || end < 0) throw unreadable(name)
    parts.push(rest.slice(1, end))
    rest = rest.slice(end + 1)
  }
  if (parts.includes('') || parts.length > maxDepth) throw unreadable(name)
  return parts
}

function unreadable(name: string): RpcError {
  return refused(`${quote(name, 100)} is not a field name. Write a, a.b, a[b] or a[].`)
}

function ambiguous(name: string): RpcError {
  return refused(`${quote(name, 100)} is both a value and a group of fields.`)
}

function refused(detail: string): RpcError {
  return invalid('gateway', detail)
}
