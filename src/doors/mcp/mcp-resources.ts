import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { OperationId } from '#generated/server/operations.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { leftOut } from './filters.ts'
import { lockedRead, lockedResult } from './lockdown.ts'
import type { McpParts } from './mcp-door.ts'
import type { Tools } from './mcp-tools.ts'
import { protocolError } from './protocol.ts'
import type { Visit } from './visit.ts'

/** The methods that list and read the caller's files. */
export interface FileMethods {
  readonly list: OperationId
  readonly get: OperationId
  /** The live channel of an account's files: `added` and `deleted`, with the id. */
  changesOf(accountId: string): string
}

/** The reference as Markdown. */
export interface Reference {
  /** How calls work. */
  readonly overview: string
  readonly services: readonly { readonly name: string; readonly description: string }[]
  /** All methods of a service; undefined if it does not exist. */
  markdownOf(service: string): string | undefined
}

interface StoredFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size_bytes: number
}

const scheme = 'onedoor://'
const reference = `${scheme}reference`
const files = `${scheme}files/`
const filesPerPage = 100
/** An address of a resource that can be followed, which bounds what is remembered of it. */
const followable = new RegExp(`^(?:${reference}(?:/\\w{1,64})?|${files}\\w{1,64})$`)

type ResourceParts = Pick<McpParts, 'calls' | 'baseUrl' | 'reference' | 'files'> & { readonly tools: Tools }

/** The reference as Markdown, the caller's files, and contents that a result omitted. */
export class Resources {
  readonly #parts: ResourceParts

  constructor(parts: ResourceParts) {
    this.#parts = parts
  }

  templates() {
    return {
      resourceTemplates: [
        {
          uriTemplate: `${reference}/{service}`,
          name: 'reference',
          title: 'Reference of a service',
          description: 'Every method of a service, with its arguments, its result and an example.',
          mimeType: 'text/markdown',
        },
        ...(this.#parts.files
          ? [
              {
                uriTemplate: `${files}{id}`,
                name: 'file',
                title: 'Stored file',
                description: 'A file that belongs to the account, or a public file, identified by its id.',
              },
            ]
          : []),
      ],
    }
  }

  /** The live channel of changes to the resources of a caller; undefined if they cannot change. */
  changesOf(visit: Visit): string | undefined {
    const { files: methods } = this.#parts
    const { caller } = visit
    if (!methods || caller.kind !== 'account' || !this.#isVisible(methods.list, visit)) return undefined
    return methods.changesOf(caller.account.id)
  }

  /** @throws ProtocolError for a resource that does not exist in this form */
  checkUri(uri: string): void {
    if (!followable.test(uri)) throw unknown(uri)
  }

  /** The resource of a file. */
  fileUri(id: string): string {
    return `${files}${id}`
  }

  /** The reference first, then the caller's files, a page at a time. */
  async list(cursor: string | undefined, visit: Visit, signal: AbortSignal): Promise<ListResourcesResult> {
    const offset = offsetIn(cursor)
    const first = cursor === undefined ? await this.#references(visit) : []
    const { items, next } = await this.#files(offset, visit, signal)
    return { resources: [...first, ...items], ...(next !== undefined && { nextCursor: String(next) }) }
  }

  /** @throws ProtocolError */
  async read(uri: string, visit: Visit, signal: AbortSignal): Promise<ReadResourceResult> {
    if (uri === reference || uri.startsWith(`${reference}/`)) return this.#reference(uri)
    if (uri.startsWith(files)) return this.#file(uri, visit, signal)
    if (uri.startsWith(`${this.#parts.baseUrl}/`)) return this.#address(uri, visit, signal)
    throw unknown(uri)
  }

  async #references({ caller, filters }: Visit) {
    const visible = new Set(this.#parts.tools.visibleTo(caller, filters).map(({ operation }) => operation.family))
    const { services: all } = await this.#parts.reference()
    const described = all.filter(({ name }) => visible.has(name as never))
    return [
      { uri: reference, name: 'reference', title: 'How calls work', mimeType: 'text/markdown' },
      ...described.map(({ name, description }) => ({
        uri: `${reference}/${name}`,
        name: `reference/${name}`,
        title: `Reference of ${name}`,
        description,
        mimeType: 'text/markdown',
      })),
    ]
  }

  async #reference(uri: string): Promise<ReadResourceResult> {
    const { overview, markdownOf } = await this.#parts.reference()
    const name = uri.slice(reference.length + 1)
    const text = name === '' ? overview : markdownOf(name)
    if (text === undefined) throw unknown(uri)
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  }

  /** The methods return all files at once; pages are easier for clients. */
  async #files(offset: number, visit: Visit, signal: AbortSignal) {
    const methods = this.#parts.files
    if (!methods || visit.caller.kind !== 'account' || !this.#isVisible(methods.list, visit)) return { items: [] }
    const { items = [] } = (await this.#call(methods.list, {}, visit, signal)) as { items?: StoredFile[] }
    const page = items.slice(offset, offset + filesPerPage)
    return {
      items: page.map(({ id, name, type, size_bytes: size }) => ({ uri: `${files}${id}`, name, mimeType: type, size })),
      next: offset + filesPerPage < items.length ? offset + filesPerPage : undefined,
    }
  }

  #isVisible(id: OperationId, { caller, filters }: Visit): boolean {
    return this.#parts.tools.isVisible(id, caller, filters)
  }

  async #file(uri: string, visit: Visit, signal: AbortSignal): Promise<ReadResourceResult> {
    const methods = this.#parts.files
    if (!methods) throw unknown(uri)
    const id = uri.slice(files.length)
    const file = (await this.#call(methods.get, { id }, visit, signal)) as {
      type: string
      content: string
      encoding?: string
    }
    const isText = file.encoding !== 'base64'
    return {
      contents: [{ uri, mimeType: file.type, ...(isText ? { text: file.content } : { blob: file.content }) }],
    }
  }

  /** A result whose contents were too long: the read is repeated. */
  async #address(uri: string, visit: Visit, signal: AbortSignal): Promise<ReadResourceResult> {
    const { pathname, searchParams } = new URL(uri)
    const operation = this.#parts.calls.contract.operations.find(
      ({ verb, path }) => verb === 'GET' && path === pathname,
    )
    if (
      !operation ||
      operation.microCredits > 0 ||
      operation.priceUnit !== undefined ||
      !this.#parts.tools.find(operation.id)
    ) {
      throw unknown(uri)
    }
    const args: Record<string, unknown> = {}
    for (const name of new Set(searchParams.keys())) {
      const values = searchParams.getAll(name)
      args[name] = operation.listArguments.includes(name) ? values : values[0]
    }
    const result = await this.#call(operation.id, args, visit, signal)
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(result) }] }
  }

  async #call(operationId: OperationId, args: object, visit: Visit, signal: AbortSignal): Promise<unknown> {
    const { caller, program, filters, requestId, clientAddress } = visit
    const operation = this.#parts.tools.find(operationId)?.operation
    if (operation && !filters.admits(operation)) throw protocolError(leftOut(operationId, filters))
    const locked = operation && filters.isLockdown ? lockedRead(operation) : undefined
    if (locked) throw protocolError(locked)
    const outcome = await this.#parts.calls.run({
      ...{ operationId, door: 'mcp', args, caller, program, requestId, clientAddress, signal, isCounted: true },
    })
    const withheld = filters.isLockdown ? lockedResult(outcome) : undefined
    if (withheld) throw protocolError(withheld)
    if (outcome.error) throw protocolError(outcome.error as ApiError)
    return outcome.result
  }
}

function offsetIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^[1-9]\d{0,8}$/.test(cursor)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor was not issued by this server.')
  }
  return Number(cursor)
}

function unknown(uri: string): ProtocolError {
  return new ResourceNotFoundError(uri.slice(0, 200), `The resource ${uri.slice(0, 200)} does not exist.`)
}
