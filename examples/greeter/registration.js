import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

/** The registration expires after this long without renewal. */
const ttlSeconds = 90
const renewEveryMs = 30_000

/** In your own service registry.proto is beside this file, in Onedoor's repository it is where it is generated. */
const protoFile = ['./registry.proto', '../../generated/proto/registry.proto']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))

/**
 * Registers this service's address with Onedoor's registry and renews it every 30 seconds, so that it expires soon
 * after the process has died.
 *
 * @param service its name, version and this node of it
 * @returns a handle whose `end` deregisters it
 */
export async function register({ name, version, node }) {
  const { ONEDOOR_GATEWAY = '127.0.0.1:8081', ONEDOOR_TOKEN, ONEDOOR_NAMESPACE } = process.env
  const { registry } = grpc.loadPackageDefinition(loadSync(protoFile, { keepCase: true, longs: Number }))
  const client = new registry.Registry(ONEDOOR_GATEWAY, grpc.credentials.createInsecure())
  const metadata = new grpc.Metadata()
  metadata.set('authorization', `Bearer ${ONEDOOR_TOKEN}`)
  if (ONEDOOR_NAMESPACE) metadata.set('service-namespace', ONEDOOR_NAMESPACE)
  const service = { name, version, nodes: [node], options: { ttl: ttlSeconds } }

  const call = (method) =>
    new Promise((resolve, reject) => {
      const deadline = Date.now() + 10_000
      client[method](service, metadata, { deadline }, (error) => (error ? reject(error) : resolve()))
    })
  const renew = async () => {
    try {
      await call('Register')
      return true
    } catch (error) {
      console.error(`The greeter is not registered with ${ONEDOOR_GATEWAY}: ${error.details || error.message}`)
      return false
    }
  }

  if (await renew()) console.log(`The greeter is registered with ${ONEDOOR_GATEWAY}`)
  const timer = setInterval(renew, renewEveryMs)
  return {
    async end() {
      clearInterval(timer)
      await call('Deregister').catch(() =>
        console.error('The greeter could not be deregistered; its registration will expire.'),
      )
      client.close()
    },
  }
}
