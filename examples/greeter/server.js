/**
 * A service in its own process. It speaks gRPC, describes itself by server reflection, and registers itself with
 * Onedoor for as long as it runs. See README.md.
 *
 * PORT the port to listen on; 0, the default, takes a free one ADDRESS the address to listen on and to register;
 * 127.0.0.1 by default ONEDOOR_GATEWAY where Onedoor's gateway listens; 127.0.0.1:8081 by default ONEDOOR_TOKEN a token
 * of an administrator of the namespace; without one the service does not register ONEDOOR_NAMESPACE the namespace;
 * without one that of the token
 */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { fileURLToPath } from 'node:url'
import grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'
import { register } from './registration.js'

const protoFile = fileURLToPath(new URL('greeter.proto', import.meta.url))
const definitions = loadSync(protoFile, { keepCase: true, longs: String, defaults: true })
const { acme } = grpc.loadPackageDefinition(definitions)
const { PORT = '0', ADDRESS = '127.0.0.1' } = process.env

const nodeId = `greeter-${randomUUID()}`
let greetings = 0

function greet(name, metadata) {
  greetings += 1
  return {
    message: `Hello ${name || 'world'}`,
    node: nodeId,
    namespace: String(metadata.get('service-namespace')[0] ?? ''),
    account: String(metadata.get('onedoor-account')[0] ?? ''),
    greetings,
  }
}

function hello(call, callback) {
  callback(null, greet(call.request.name, call.metadata))
}

/** An error with an HTTP status that Onedoor forwards: the message of the gRPC status is its JSON. */
function fail(call, callback) {
  const { code, detail } = call.request
  const error = { id: 'greeter.fail', code, detail, status: STATUS_CODES[code] ?? 'Error' }
  if (code === 0) callback({ code: grpc.status.NOT_FOUND, details: detail })
  else callback({ code: grpc.status.UNKNOWN, details: JSON.stringify(error) })
}

function slow(call, callback) {
  const timer = setTimeout(() => callback(null, greet('at last', call.metadata)), call.request.seconds * 1000)
  call.on('cancelled', () => clearTimeout(timer))
}

/** Counts as fast as the caller reads. */
function count(call) {
  let number = 0
  const more = () => {
    while (number < call.request.to) {
      number += 1
      if (!call.write({ number })) {
        call.once('drain', more)
        return
      }
    }
    call.end()
  }
  more()
}

function gather(call, callback) {
  const names = []
  call.on('data', ({ name }) => names.push(name))
  call.on('end', () => callback(null, greet(names.join(', '), call.metadata)))
}

function chat(call) {
  call.on('data', ({ name }) => call.write(greet(name, call.metadata)))
  call.on('end', () => call.end())
}

const server = new grpc.Server()
server.addService(acme.greeter.v1.Greeter.service, {
  Call: hello,
  Hello: hello,
  Fail: fail,
  Slow: slow,
  Count: count,
  Gather: gather,
  Chat: chat,
})
server.addService(acme.greeter.v1.Greeting.service, {
  Message: (call, callback) =>
    callback(null, { ...greet('', call.metadata), message: `A message for ${call.request.name}` }),
})
new ReflectionService(definitions).addToServer(server)

server.bindAsync(`${ADDRESS}:${PORT}`, grpc.ServerCredentials.createInsecure(), async (error, port) => {
  if (error) {
    console.error(`The greeter cannot listen on ${ADDRESS}:${PORT}: ${error.message}`)
    process.exitCode = 1
    return
  }
  console.log(`The greeter listens on ${ADDRESS}:${port}`)
  const registration = process.env.ONEDOOR_TOKEN
    ? await register({ name: 'greeter', version: '1.0.0', node: { id: nodeId, address: ADDRESS, port } })
    : undefined
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, async () => {
      await registration?.end()
      server.tryShutdown(() => process.exit(0))
    })
  }
})
