import { join } from 'node:path'
import {
  type ClientDuplexStream,
  type ClientReadableStream,
  credentials,
  type GrpcObject,
  loadPackageDefinition,
  Metadata,
  type ServiceClientConstructor,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

const protos = join(import.meta.dirname, '../../generated/proto')

type Message = Record<string, unknown>

/** A stream from a server, read message by message. */
export interface GrpcJsStream<Answer> {
  /** Resolves with the headers, from when on the server listens. Rejects when the call fails before. */
  readonly opened: Promise<Metadata>
  /** @throws ServiceError when the stream fails, Error when it ends */
  next(): Promise<Answer>
  cancel(): void
}

/** A stream whose request does not end. */
export interface HalfOpenStream<Answer> extends GrpcJsStream<Answer> {
  /** Sends a further message, of the type that `method` takes. */
  send(method: string, message: Message): void
}

/** A client that gRPC's own library makes from a published .proto file, with field names as in that file. */
export interface GrpcJsClient {
  /** @throws ServiceError */
  call<Answer = Message>(method: string, request?: Message): Promise<Answer>
  stream<Answer = Message>(method: string, request?: Message): GrpcJsStream<Answer>
  /** The same without ending the request, as clients do that know no other streams than those of both directions. */
  halfOpen<Answer = Message>(method: string, request?: Message): HalfOpenStream<Answer>
  /** Closes the connection, even during calls. */
  close(): void
}

interface GrpcJsOptions {
  readonly address: string
  /** `events.Stream` */
  readonly service: string
  readonly token?: string | undefined
  readonly namespace?: string | undefined
  /** The name of the server and the certificate to trust in PEM, if it speaks TLS. */
  readonly tls?: { readonly name: string; readonly certificate: string }
}

export function grpcJsClient({ address, service, token, namespace, tls }: GrpcJsOptions): GrpcJsClient {
  const [file = '', name = ''] = service.split('.')
  const definition = loadSync(`${file}.proto`, { includeDirs: [protos], keepCase: true, longs: String, defaults: true })
  const Client = (loadPackageDefinition(definition)[file] as GrpcObject)[name] as ServiceClientConstructor
  // Each has its own connection, so that closing one affects no other.
  const client = new Client(
    address,
    tls ? credentials.createSsl(Buffer.from(tls.certificate)) : credentials.createInsecure(),
    {
      'grpc.use_local_subchannel_pool': 1,
      ...(tls && { 'grpc.ssl_target_name_override': tls.name, 'grpc.default_authority': tls.name }),
    },
  )
  const methods = client as unknown as Record<string, (...args: unknown[]) => unknown>
  const metadata = new Metadata()
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`)
  if (namespace !== undefined) metadata.set('service-namespace', namespace)
  const definitionOf = (method: string) =>
    (definition[service] as ServiceDefinition)[method] as ServiceDefinition[string] & object

  return {
    call: (method, request = {}) =>
      new Promise((resolve, reject) =>
        methods[method]?.call(client, request, metadata, (failure: ServiceError | null, answer: never) =>
          failure ? reject(failure) : resolve(answer),
        ),
      ),
    stream<Answer>(method: string, request: Message = {}) {
      return streamOf<Answer>(methods[method]?.call(client, request, metadata) as ClientReadableStream<Answer>)
    },
    halfOpen<Answer>(method: string, request: Message = {}) {
      const { path, responseDeserialize } = definitionOf(method)
      const asBytes = (bytes: Buffer) => bytes
      const call = client.makeBidiStreamRequest(
        path,
        asBytes,
        responseDeserialize as (bytes: Buffer) => Answer,
        metadata,
      )
      const send = (of: string, message: Message) => call.write(definitionOf(of).requestSerialize(message))
      send(method, request)
      return { ...streamOf<Answer>(call), send }
    },
    close: () => client.close(),
  }
}

function streamOf<Answer>(
  call: ClientReadableStream<Answer> | ClientDuplexStream<Buffer, Answer>,
): GrpcJsStream<Answer> {
  const messages = call[Symbol.asyncIterator]() as AsyncIterator<Answer>
  const opened = new Promise<Metadata>((resolve, reject) => {
    call.once('metadata', resolve)
    call.once('error', reject)
  })
  opened.catch(() => undefined)
  call.on('error', () => undefined)
  return {
    opened,
    async next() {
      const { value, done } = await messages.next()
      if (done) throw new Error('The stream has ended')
      return value
    },
    cancel: () => call.cancel(),
  }
}

/** The services' own error body, read from what gRPC's library throws. */
export async function grpcJsRefusal(call: Promise<unknown>): Promise<{ id: string; code: number; detail: string }> {
  const failure = await call.then(
    () => undefined,
    (error: ServiceError) => error,
  )
  if (!failure) throw new Error('It should have been refused')
  return JSON.parse(failure.details) as { id: string; code: number; detail: string }
}
