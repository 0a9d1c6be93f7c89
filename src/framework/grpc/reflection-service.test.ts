import { create, createFileRegistry, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { afterAll, describe, expect, test } from 'vitest'
import { ServerReflection, type ServerReflectionResponse } from '#generated/proto/grpc/reflection/v1/reflection_pb.js'
import { ServerReflection as ServerReflectionAlpha } from '#generated/proto/grpc/reflection/v1alpha/reflection_pb.js'
import { registeredDescriptors } from '../discovery/descriptors.ts'
import { greeterDescriptors } from '../kernel/fixtures/greeter.ts'
import { openEchoWorld } from './fixtures/echo-world.ts'

const greeter = registeredDescriptors(greeterDescriptors, 'greeter').registry
const world = await openEchoWorld({
  registered: async ({ authorization }) => (authorization === undefined ? [] : [greeter]),
})
afterAll(() => world.stop())

type Question = NonNullable<Parameters<typeof ask>[1]>

async function ask(
  version: typeof ServerReflection | typeof ServerReflectionAlpha,
  question: { case: string; value: unknown } | undefined,
  headers: Record<string, string> = {},
): Promise<ServerReflectionResponse> {
  async function* once() {
    yield { host: 'here', ...(question ? { messageRequest: question } : {}) } as never
  }
  const client = createClient(version as typeof ServerReflection, createGrpcTransport({ baseUrl: world.url }))
  const answers: ServerReflectionResponse[] = []
  for await (const answer of client.serverReflectionInfo(once(), { headers })) answers.push(answer)
  expect(answers.length).toBe(1)
  return answers[0] as ServerReflectionResponse
}

describe.each([
  ['v1', ServerReflection],
  ['v1alpha', ServerReflectionAlpha],
] as const)('reflection %s', (_name, version) => {
  const answerTo = async (question: Question) => (await ask(version, question)).messageResponse

  test('lists the services, itself among them', async () => {
    const answer = await answerTo({ case: 'listServices', value: '' })
    if (answer.case !== 'listServicesResponse') throw new Error(answer.case)
    expect(answer.value.service.map(({ name }) => name)).toEqual([
      'client.Client',
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
      'store.BlobStore',
    ])
  })

  test.each([
    ['a service', 'store.BlobStore'],
    ['a method', 'store.BlobStore.Read'],
    ['a message', 'store.BlobReadRequest'],
    ['a field', 'store.BlobReadRequest.key'],
    ['a nested message', 'store.Record.MetadataEntry'],
  ])('finds the file of %s, with everything that it imports', async (_what, symbol) => {
    const files = filesOf(await answerTo({ case: 'fileContainingSymbol', value: symbol }))
    // ghz and clients that assemble files by name expect the requested file first.
    expect(files.map(({ name }) => name)).toEqual(['store.proto', 'google/protobuf/empty.proto'])
    files.reverse()
    expect(() => createFileRegistry(create(FileDescriptorSetSchema, { file: files }))).not.toThrow()
  })

  test('finds the file of an enum and of its values, which are siblings of it', async () => {
    for (const symbol of [
      'grpc.health.v1.HealthCheckResponse.ServingStatus',
      'grpc.health.v1.HealthCheckResponse.SERVING',
    ]) {
      const files = filesOf(await answerTo({ case: 'fileContainingSymbol', value: symbol }))
      expect(files.map(({ name }) => name)).toEqual(['grpc/health/v1/health.proto'])
    }
  })

  test('finds a file by its name, even one that is only imported', async () => {
    for (const name of ['client.proto', 'google/protobuf/empty.proto']) {
      const files = filesOf(await answerTo({ case: 'fileByFilename', value: name }))
      expect(files[0]?.name).toBe(name)
    }
  })

  test.each([
    { case: 'fileContainingSymbol', value: 'store.Nothing' },
    { case: 'fileContainingSymbol', value: 'store.BlobStore.Nothing' },
    { case: 'fileContainingSymbol', value: '' },
    { case: 'fileContainingSymbol', value: '.' },
    { case: 'fileByFilename', value: '../../etc/passwd' },
    { case: 'allExtensionNumbersOfType', value: 'store.Nothing' },
    { case: 'fileContainingExtension', value: { containingType: 'store.Record', extensionNumber: 1 } },
  ])('reports what is missing, and continues: %j', async (question) => {
    const answer = await ask(version, question)
    expect(answer.messageResponse).toMatchObject({ case: 'errorResponse', value: { errorCode: Code.NotFound } })
    expect(answer).toMatchObject({ validHost: 'here', originalRequest: { host: 'here', messageRequest: question } })
  })

  test('includes registered services for a caller who may see them, and for no one else', async () => {
    const headers = { authorization: 'Bearer ann' }
    const listed = (await ask(version, { case: 'listServices', value: '' }, headers)).messageResponse
    if (listed.case !== 'listServicesResponse') throw new Error(listed.case)
    expect(listed.value.service.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['acme.greeter.v1.Greeter', 'store.BlobStore']),
    )
    for (const value of ['acme.greeter.v1.Greeter', 'acme.greeter.v1.Greeter.Hello', 'acme.greeter.v1.HelloRequest']) {
      const question = { case: 'fileContainingSymbol', value } as const
      const [file] = filesOf((await ask(version, question, headers)).messageResponse)
      expect(file?.package).toBe('acme.greeter.v1')
      expect((await ask(version, question)).messageResponse.case).toBe('errorResponse')
    }
  })

  test('has no extensions, and says so', async () => {
    expect(await answerTo({ case: 'allExtensionNumbersOfType', value: 'store.Record' })).toMatchObject({
      value: { baseTypeName: 'store.Record', extensionNumber: [] },
    })
  })

  test('rejects an empty request', async () => {
    expect((await ask(version, undefined)).messageResponse).toMatchObject({
      value: { errorCode: Code.InvalidArgument },
    })
  })
})

test('a stream ends after a thousand questions, and says so', async () => {
  const client = createClient(ServerReflection, createGrpcTransport({ baseUrl: world.url }))
  async function* many() {
    for (let count = 0; count <= 1000; count++) {
      yield { messageRequest: { case: 'fileByFilename' as const, value: 'nothing.proto' } }
    }
  }
  let answers = 0
  const reading = (async () => {
    for await (const _ of client.serverReflectionInfo(many())) answers += 1
  })()
  const failure = ConnectError.from(await reading.catch((error: unknown) => error))
  expect([answers, failure.code]).toEqual([1000, Code.ResourceExhausted])
  expect(failure.rawMessage).toContain('Open another one.')
})

test('after a question about a registered service the next ones may be about any', async () => {
  const client = createClient(ServerReflection, createGrpcTransport({ baseUrl: world.url }))
  const symbols = ['acme.greeter.v1.Greeter', 'nothing.Here', 'store.BlobStore', 'acme.greeter.v1.HelloRequest']
  async function* asking() {
    for (const value of symbols) yield { messageRequest: { case: 'fileContainingSymbol' as const, value } }
  }
  const found: unknown[] = []
  const headers = { authorization: 'Bearer ann' }
  for await (const { messageResponse } of client.serverReflectionInfo(asking(), { headers })) {
    found.push(messageResponse.case === 'errorResponse' ? 'error' : filesOf(messageResponse)[0]?.package)
  }
  expect(found).toEqual(['acme.greeter.v1', 'error', 'store', 'acme.greeter.v1'])
})

function filesOf(answer: ServerReflectionResponse['messageResponse']) {
  if (answer.case !== 'fileDescriptorResponse') throw new Error(JSON.stringify(answer))
  return answer.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes))
}
