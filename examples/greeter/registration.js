import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

/** A service that is not heard of for this long is gone. */
const ttlSeconds = 90
const renewEveryMs = 30_000

/** registry.proto stands beside this file in a service of your own, and where it is generated in Onedoor's repository. */
const protoFile = ['./registry.proto', '../../generated/proto/registry.proto']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))

/**
 * Tells Onedoor's registry where this service listens, and again every 30 seconds, so that it is forgotten soon after
 * the process has died.
 *
 * @param service its name, version and this node of it
 * @returns how to take it out again
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
      await call('Deregister').catch(() => console.error('The greeter could not be taken out; it will be forgotten.'))
      client.close()
    },
  }
}
