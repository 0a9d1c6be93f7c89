import { type CallExpression, type Expression, parse as parseScript } from 'acorn'
import { simple } from 'acorn-walk'
import { type DefaultTreeAdapterMap, parse } from 'parse5'

type Node = DefaultTreeAdapterMap['node']
export type Element = DefaultTreeAdapterMap['element']
type Argument = CallExpression['arguments'][number] | undefined

/** A fault of a source. */
export interface SourceIssue {
  /** Stable name of the rule. */
  readonly rule: string
  readonly message: string
  /** From 1 on. */
  readonly line?: number
}

/** A call by `mu.service` or `fetch` whose service and method are literal. */
export interface SourceCall {
  readonly service: string
  readonly method: string
  readonly line: number
}

export interface SourceReport {
  readonly issues: readonly SourceIssue[]
  readonly calls: readonly SourceCall[]
}

const maxIssues = 100
const maxCalls = 200
const scriptTypes = new Set(['', 'text/javascript', 'application/javascript', 'module'])

/** The syntax errors of a source, and its calls of services. Nothing is executed. */
export function readSource(html: string): SourceReport {
  const issues: SourceIssue[] = []
  const calls: SourceCall[] = []
  if (!/<\/html\s*>/i.test(html)) {
    issues.push({ rule: 'incomplete_document', message: 'The document has no end tag for its html element.' })
  }
  for (const element of elementsIn(parse(html, { sourceCodeLocationInfo: true }))) {
    const { tagName, sourceCodeLocation: location } = element
    if ((tagName === 'script' || tagName === 'style') && location && !location.endTag) {
      issues.push({ rule: 'incomplete_document', message: `<${tagName}> is not closed.`, line: location.startLine })
    }
    for (const script of scriptsOf(element)) readScript(script, issues, calls)
    if (issues.length > maxIssues || calls.length > maxCalls) break
  }
  return { issues: issues.slice(0, maxIssues).sort(byLine), calls: calls.slice(0, maxCalls).sort(byLine) }
}

function byLine(one: { readonly line?: number }, other: { readonly line?: number }): number {
  return (one.line ?? 0) - (other.line ?? 0)
}

/** The elements of a document in order. Not recursive: elements can be nested as deeply as the source is long. */
export function* elementsIn(root: Node): Generator<Element> {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) yield node
    const children = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : []
    for (let index = children.length - 1; index >= 0; index--) waiting.push(children[index] as Node)
  }
}

interface Script {
  readonly code: string
  readonly kind: 'script' | 'module' | 'handler'
  /** The line of the document in which it begins. */
  readonly line: number
}

function scriptsOf({ tagName, attrs, childNodes, sourceCodeLocation: location }: Element): Script[] {
  const handlers = attrs
    .filter(({ name }) => name.startsWith('on'))
    .map(({ name, value }) => {
      const line = location?.attrs?.[name]?.startLine ?? location?.startLine ?? 1
      return { code: value, kind: 'handler' as const, line }
    })
  const type =
    attrs
      .find(({ name }) => name === 'type')
      ?.value.trim()
      .toLowerCase() ?? ''
  const [text] = childNodes
  if (tagName !== 'script' || !scriptTypes.has(type) || !text || !('value' in text)) return handlers
  const line = text.sourceCodeLocation?.startLine ?? 1
  return [...handlers, { code: text.value, kind: type === 'module' ? 'module' : 'script', line }]
}

function readScript({ code, kind, line }: Script, issues: SourceIssue[], calls: SourceCall[]): void {
  try {
    const program = parseScript(code, {
      ecmaVersion: 'latest',
      sourceType: kind === 'module' ? 'module' : 'script',
      allowReturnOutsideFunction: kind === 'handler',
      locations: true,
    })
    simple(program, {
      CallExpression(node) {
        const call = callOf(node)
        if (call) calls.push({ ...call, line: (node.loc?.start.line ?? 1) + line - 1 })
      },
    })
  } catch (failure) {
    const { message, loc } = failure as Error & { loc?: { line: number } }
    issues.push(
      loc
        ? { rule: 'syntax_error', message: `${message.replace(/\s*\(\d+:\d+\)$/, '')}.`, line: loc.line + line - 1 }
        : { rule: 'too_complex', message: 'The script is nested too deeply to be checked.', line },
    )
  }
}

function callOf({ callee, arguments: args }: CallExpression): Omit<SourceCall, 'line'> | undefined {
  const name = nameOf(callee)?.replace(/^(?:window|self|globalThis)\./, '')
  if (name === 'mu.service' || name === 'onedoor.service') {
    const [service, method] = [textOf(args[0]), textOf(args[1])]
    return service?.isWhole && method?.isWhole ? { service: service.text, method: method.text } : undefined
  }
  const address = name === 'fetch' ? textOf(args[0]) : undefined
  const [, service, method, end] = /^\/api\/v1\/([^/?]+)\/([^/?]+)(\?|$)/.exec(address?.text ?? '') ?? []
  // Without its end, the name of the method may go on in a variable.
  if (!service || !method || (!end && !address?.isWhole)) return undefined
  return { service, method }
}

/** `a.b.c` for a chain of plain names. */
function nameOf(node: Expression | CallExpression['callee']): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined
  const object = nameOf(node.object)
  return object === undefined ? undefined : `${object}.${node.property.name}`
}

/** The literal beginning of a text, and whether it is the whole text. */
function textOf(node: Argument | Expression): { readonly text: string; readonly isWhole: boolean } | undefined {
  if (node?.type === 'Literal') {
    return typeof node.value === 'string' ? { text: node.value, isWhole: true } : undefined
  }
  if (node?.type === 'TemplateLiteral') {
    return { text: node.quasis[0]?.value.cooked ?? '', isWhole: node.expressions.length === 0 }
  }
  if (node?.type !== 'BinaryExpression' || node.operator !== '+' || node.left.type === 'PrivateIdentifier') return
  const left = textOf(node.left)
  return left && { ...left, isWhole: false }
}
