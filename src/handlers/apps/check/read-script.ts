import { type CallExpression, type Expression, type NewExpression, type Node, parse } from 'acorn'
import { ancestor } from 'acorn-walk'
import { type Literal, literalOf } from './literals.ts'
import type { SourceCall, SourceIssue } from './report.ts'

/** A script of a document. */
export interface Script {
  readonly code: string
  readonly kind: 'script' | 'module' | 'handler'
  /** The line of the document in which it begins. */
  readonly line: number
}

interface Found {
  readonly issues: SourceIssue[]
  readonly calls: SourceCall[]
}

const apiPrefix = '/api/v1/'

/** What the sandbox takes away, by the name under which a script reaches for it. */
const blocked: Readonly<Record<string, string>> = {
  XMLHttpRequest: 'blocked_network',
  WebSocket: 'blocked_network',
  WebTransport: 'blocked_network',
  EventSource: 'blocked_network',
  RTCPeerConnection: 'blocked_network',
  Worker: 'blocked_worker',
  SharedWorker: 'blocked_worker',
  localStorage: 'blocked_storage',
  sessionStorage: 'blocked_storage',
  indexedDB: 'blocked_storage',
  caches: 'blocked_storage',
}

const advice: Readonly<Record<string, string>> = {
  blocked_network: 'is blocked in an app; call services with mu.service(name, method, args)',
  blocked_worker: 'is blocked in an app; do the work in the page',
  blocked_storage: 'is blocked in an app; keep data with a service, such as notes',
}

/**
 * The calls of a script, and what it does that the sandbox forbids.
 *
 * @throws SyntaxError of acorn, or RangeError for a script nested too deeply
 */
export function readScript({ code, kind, line }: Script): Found {
  const program = parse(code, {
    ecmaVersion: 'latest',
    sourceType: kind === 'module' ? 'module' : 'script',
    allowReturnOutsideFunction: kind === 'handler',
    locations: true,
  })
  const found: Found = { issues: [], calls: [] }
  const lineOf = (node: Node) => (node.loc?.start.line ?? 1) + line - 1
  ancestor(program, {
    CallExpression: (node) => readCall(node, lineOf(node), found),
    NewExpression: (node) => readNew(node, lineOf(node), found),
    Identifier: (node, _state, ancestors) => {
      if (isReference(node, ancestors)) forbid(node.name, lineOf(node), found)
    },
    MemberExpression: (node) => {
      const name = nameOf(node)
      if (name === 'document.cookie') {
        found.issues.push(issueOf('blocked_storage', 'document.cookie', lineOf(node)))
      } else if (name?.startsWith('window.') || name?.startsWith('self.')) {
        forbid(name.slice(name.indexOf('.') + 1), lineOf(node), found)
      }
    },
  })
  return found
}

function forbid(name: string, line: number, { issues }: Found): void {
  const rule = Object.hasOwn(blocked, name) ? blocked[name] : undefined
  if (rule !== undefined) issues.push(issueOf(rule, name, line))
}

function issueOf(rule: string, what: string, line: number): SourceIssue {
  return { rule, message: `${what} ${advice[rule]}.`, line }
}

/** An object's member, or a key of a literal, is no use of the global of that name. */
function isReference(node: Node, ancestors: readonly Node[]): boolean {
  const parent = ancestors.at(-2) as (Node & { property?: Node; key?: Node; computed?: boolean }) | undefined
  if (parent?.type === 'MemberExpression') return parent.property !== node || parent.computed === true
  return !(parent?.type === 'Property' && parent.key === node && parent.computed !== true)
}

function readNew({ callee }: NewExpression, line: number, { issues }: Found): void {
  if (callee.type === 'Identifier' && callee.name === 'Function') issues.push(evaluated('new Function', line))
}

function evaluated(what: string, line: number): SourceIssue {
  return { rule: 'blocked_eval', message: `${what} is blocked in an app; write the code out.`, line }
}

function readCall({ callee, arguments: args }: CallExpression, line: number, { issues, calls }: Found): void {
  const name = callee.type === 'Super' ? undefined : nameOf(callee)?.replace(/^(?:window|self|globalThis)\./, '')
  const [first, second, third] = args
  switch (name) {
    case 'mu.service':
    case 'onedoor.service':
      readService([literalOf(first), literalOf(second), third], line, { issues, calls })
      break
    case 'fetch':
      readFetch(first, literalOf(second), second, line, { issues, calls })
      break
    case 'eval':
      issues.push(evaluated('eval', line))
      break
    case 'open':
      if (callee.type === 'MemberExpression') issues.push(leaving('window.open', line))
      break
    case 'navigator.sendBeacon':
      issues.push(issueOf('blocked_network', name, line))
      break
    case 'location.assign':
    case 'location.replace':
    case 'document.location.assign':
    case 'document.location.replace':
      issues.push(leaving(name, line))
      break
  }
}

function leaving(what: string, line: number): SourceIssue {
  return { rule: 'blocked_navigation', message: `${what} is blocked: an app cannot lead away from its page.`, line }
}

/** `a.b.c` of a chain of plain names. */
function nameOf(node: Expression): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  if (node.type !== 'MemberExpression' || node.object.type === 'Super') return undefined
  const object = nameOf(node.object)
  if (object === undefined) return undefined
  if (!node.computed && node.property.type === 'Identifier') return `${object}.${node.property.name}`
  const { value } = literalOf(node.property)
  return typeof value === 'string' ? `${object}.${value}` : undefined
}

type Argument = CallExpression['arguments'][number] | undefined

function readService([service, method, given]: [Literal, Literal, Argument], line: number, { issues, calls }: Found) {
  if (typeof service.value !== 'string' || typeof method.value !== 'string') {
    // What a variable holds is not looked for.
    if (service.unknown.length > 0 || method.unknown.length > 0) return
    issues.push({
      rule: 'invalid_call',
      message: "mu.service takes the name of a service and of a method: mu.service('notes', 'list').",
      line,
    })
    return
  }
  const args = given === undefined ? { value: {}, unknown: [], isOpen: false } : literalOf(given)
  calls.push({ service: service.value, method: method.value, line, ...asArguments(args) })
}

function asArguments({ value, unknown, isOpen }: Literal): Pick<SourceCall, 'args' | 'unknown' | 'isOpen'> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { args: {}, unknown: [], isOpen: true }
  }
  return { args: value as Record<string, unknown>, unknown, isOpen }
}

/** The address of a `fetch`, as far as it is literal, and whether that is all of it. */
function addressOf(node: Argument): { text: string; isWhole: boolean } | undefined {
  if (node?.type === 'TemplateLiteral') {
    return { text: node.quasis[0]?.value.cooked ?? '', isWhole: node.expressions.length === 0 }
  }
  if (node?.type === 'BinaryExpression' && node.operator === '+' && node.left.type !== 'PrivateIdentifier') {
    const left = addressOf(node.left)
    return left && { ...left, isWhole: false }
  }
  const { value } = literalOf(node)
  return typeof value === 'string' ? { text: value, isWhole: true } : undefined
}

function readFetch(
  first: Argument,
  options: Literal,
  optionsNode: Argument,
  line: number,
  { issues, calls }: Found,
): void {
  const address = addressOf(first)
  if (!address) return
  const { text, isWhole } = address
  if (!text.startsWith(apiPrefix)) {
    if (!isWhole && apiPrefix.startsWith(text)) return
    issues.push({
      rule: 'external_fetch',
      message: `fetch reaches only ${apiPrefix}<service>/<method> in an app; this address is blocked.`,
      line,
    })
    return
  }
  const [path = '', query] = text.slice(apiPrefix.length).split('?', 2)
  const [service, method, ...rest] = path.split('/')
  // The name may go on in what is not literal.
  if (!isWhole && query === undefined) return
  if (!service || !method || rest.length > 0) {
    issues.push({ rule: 'invalid_call', message: `fetch takes ${apiPrefix}<service>/<method> in an app.`, line })
    return
  }
  const verb = verbOf(options, optionsNode)
  const body = bodyOf(optionsNode)
  const args = body ? asArguments(literalOf(body)) : { args: {}, unknown: [], isOpen: hasBody(optionsNode) }
  const fromQuery = Object.fromEntries(new URLSearchParams(query ?? ''))
  calls.push({
    service,
    method,
    verb,
    line,
    args: { ...fromQuery, ...args.args },
    unknown: args.unknown,
    isOpen: args.isOpen || !isWhole,
  })
}

function verbOf({ value }: Literal, node: Argument): string {
  const method = (value as { method?: unknown } | null)?.method
  if (typeof method === 'string') return method.toUpperCase()
  return node !== undefined && node.type !== 'ObjectExpression' ? 'POST' : 'GET'
}

function memberOf(node: Argument, name: string): Expression | undefined {
  if (node?.type !== 'ObjectExpression') return undefined
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed) continue
    if (property.key.type === 'Identifier' && property.key.name === name) return property.value as Expression
  }
  return undefined
}

function hasBody(node: Argument): boolean {
  return node !== undefined && (node.type !== 'ObjectExpression' || memberOf(node, 'body') !== undefined)
}

/** The object in `body: JSON.stringify({…})`. */
function bodyOf(node: Argument): Expression | undefined {
  const body = memberOf(node, 'body')
  if (body?.type !== 'CallExpression' || body.callee.type === 'Super') return undefined
  const [first] = body.arguments
  return nameOf(body.callee) === 'JSON.stringify' && first?.type === 'ObjectExpression' ? first : undefined
}
