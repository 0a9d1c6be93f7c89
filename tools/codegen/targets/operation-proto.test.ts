import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDocument, type Document, type Schema } from '#runtime/base/openapi.ts'
import { urlService } from '../../../spec/core/url.ts'
import { operationProto, type ProtoService } from './operation-proto.ts'

const root = join(import.meta.dirname, '../../..')
let published: Document

beforeAll(async () => {
  published = await apiDocument()
})

/** The .proto file of short links after a change to one of their schemas. */
function afterChange(schema: string, change: (properties: Record<string, Schema>) => void): string {
  const document = structuredClone(published)
  change(document.components.schemas[schema]?.properties ?? {})
  return operationProto(document, urlService)
}

/** The service of short links with the `list` request changed. */
function withListFields(fields: ProtoService['methods'][string]['request']['fields']): ProtoService {
  const { request, response } = urlService.methods.list ?? { request: { fields: {} }, response: { fields: {} } }
  const list = { request: { ...request, fields: { ...request.fields, ...fields } }, response }
  return { ...urlService, methods: { ...urlService.methods, list } }
}

describe('the .proto file of operations', () => {
  test('has the messages of the document with their numbers, and the operations as methods', () => {
    const proto = operationProto(published, urlService)
    expect(proto).toContain(`// Arguments of \`url.list\`.
message ListRequest {
  reserved 1;

  // Address of a short link. If given, only this link is listed.
  string shortURL = 2;
`)
    expect(proto).toContain(`// Result of \`url.list\`.
message ListResponse {
  // The caller's links, newest first.
  repeated URLPair urlPairs = 1;
  // Total number of links; absent if all of them are returned because neither \`limit\` nor \`offset\` was given.
  optional int32 total = 2;
`)
    expect(proto).toContain('  int64 hitCount = 5;\n')
    expect(proto).toContain('message DeleteResponse {}\n')
    expect(proto).toContain('  rpc Resolve(ResolveRequest) returns (ResolveResponse);\n')
    expect(proto.split('\n').filter((line) => line.length > 120)).toEqual([])
  })

  test('is refused where a property has no number', () => {
    expect(() =>
      afterChange('UrlListArgs', (properties) => Object.assign(properties, { colour: { type: 'string' } })),
    ).toThrow('url.proto: ListRequest.colour has no number; give it the next free one')
    // A message of several schemas has the properties of them all.
    expect(() =>
      afterChange('UrlPair', (properties) => Object.assign(properties, { colour: { type: 'string' } })),
    ).toThrow('url.proto: URLPair.colour has no number; give it the next free one')
  })

  test('is refused where a number belongs to no property', () => {
    expect(() => operationProto(published, withListFields({ colour: 7 }))).toThrow(
      'url.proto: ListRequest.colour has a number, but the document has no such property; reserve the number if it was released',
    )
    expect(() => afterChange('UrlResolved', (properties) => delete properties.destinationURL)).toThrow(
      'url.proto: ResolveResponse.destinationURL has a number, but the document has no such property',
    )
  })

  test('is refused where a method is not an operation', () => {
    const methods = { ...urlService.methods, rename: { request: { fields: {} }, response: { fields: {} } } }
    expect(() => operationProto(published, { ...urlService, methods })).toThrow(
      'There is no operation url.rename, which the protobuf service has as a method',
    )
  })

  test.each<[string, string, Schema, string]>([
    ['UrlPair', 'title', { type: 'boolean' }, 'url.proto: URLPair.title is string in one schema and bool in another'],
    [
      'UrlRecord',
      'created',
      { type: 'number' },
      'url.proto: URLPair.created is number, which has no protobuf type here',
    ],
    [
      'UrlCreated',
      'url',
      { $ref: '#/components/schemas/UrlVisits' },
      'url.proto: CreateResponse.url is UrlVisits, which has no protobuf type here',
    ],
    [
      'UrlCreateArgs',
      'tags',
      { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      'url.proto: CreateRequest.tags is array, which has no protobuf type here',
    ],
  ])('is refused where %s.%s becomes a type that does not fit', (schema, property, changed, sentence) => {
    expect(() => afterChange(schema, (properties) => Object.assign(properties, { [property]: changed }))).toThrow(
      sentence,
    )
  })

  test('is refused where 64-bit integers are not given as decimal digits', () => {
    const service = withListFields({ tag: { number: 3, type: 'int64' } })
    expect(() => operationProto(published, service)).toThrow(
      'url.proto: ListRequest.tag is declared int64, but the document does not give decimal digits (^\\d+$)',
    )
  })
})

describe('the release check of .proto files', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'onedoor-proto-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What `buf breaking` prints about the released file of short links becoming this one; empty if clients keep working. */
  async function breakage(proto: string): Promise<string> {
    const [before, after] = [join(folder, 'released'), join(folder, 'changed')]
    await cp(join(root, 'contract-tests/released/proto/url.proto'), join(before, 'url.proto'))
    await cp(before, after, { recursive: true })
    await writeFile(join(after, 'url.proto'), proto)
    const config = JSON.stringify({ version: 'v2', breaking: { use: ['WIRE_JSON'] } })
    const args = [join(root, 'node_modules/@bufbuild/buf/bin/buf'), 'breaking', after, '--against', before]
    const env = { ...process.env, BUF_CACHE_DIR: join(folder, 'cache') }
    const check = promisify(execFile)(process.execPath, [...args, '--config', config], { env })
    return check.then(
      ({ stdout }) => stdout,
      (failure: { stdout: string; stderr: string }) => failure.stdout + failure.stderr,
    )
  }

  test('accepts the generated file, and refuses one in which a type of the document has changed', async () => {
    expect(await breakage(operationProto(published, urlService))).toBe('')
    const changed = afterChange('UrlListArgs', (properties) => {
      properties.tag = { type: 'integer', format: 'int32' }
    })
    expect(await breakage(changed)).toMatch(/Field "3" with name "tag" on message "ListRequest" changed type/)
  })
})
