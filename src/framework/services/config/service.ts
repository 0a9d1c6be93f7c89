import { Config } from '#generated/proto/config_pb.js'
import type { Clock } from '#runtime/base/clock.ts'
import { keysFrom } from '#runtime/base/secrets/keys.ts'
import type { Store } from '#runtime/store/types.ts'
import type { NamespaceNaming } from '../../kernel/admission/roles.ts'
import type { CoreService } from '../../kernel/host/host.ts'
import { invalid } from '../../kernel/rpc-errors.ts'
import { Configuration } from './configuration.ts'

const FORMAT = 'json'

interface ConfigServiceOptions {
  readonly store: Store
  readonly clock: Clock
  readonly naming: NamespaceNaming
  /** CONFIG_SECRET_KEY; without it the key is in a file of `dataDir`. */
  readonly key?: Uint8Array | undefined
  readonly dataDir: string
}

/** The core service `config`: settings of the caller's namespace. */
export function configService({ store, clock, naming, key, dataDir }: ConfigServiceOptions): CoreService {
  const configuration = new Configuration({ store, clock, keys: keysFrom({ key, dataDir }) })

  return {
    name: 'config',
    register(router) {
      router.service(Config, {
        async get(request, context) {
          const namespace = await naming.administered(context, request.namespace, 'config.get')
          const reveal = request.options?.secret ?? false
          return { value: { data: await configuration.get(namespace, request.path, { reveal }), format: FORMAT } }
        },
        async set(request, context) {
          const id = 'config.set'
          const namespace = await naming.administered(context, request.namespace, id)
          const { path, value, options } = request
          if (!value) throw invalid(id, 'value is missing.')
          if (value.format !== '' && value.format !== FORMAT) {
            throw invalid(id, `value.format must be ${FORMAT} or omitted.`)
          }
          await configuration.set(namespace, path, value.data, { secret: options?.secret ?? false })
          return {}
        },
        async delete(request, context) {
          await configuration.delete(
            await naming.administered(context, request.namespace, 'config.delete'),
            request.path,
          )
          return {}
        },
        async read(request, context) {
          const namespace = await naming.administered(context, request.namespace, 'config.read')
          const { json, checksum, changedAtMs } = await configuration.read(namespace, request.path)
          const timestamp = BigInt(Math.floor(changedAtMs / 1000))
          const changeSet = { data: json, checksum, format: FORMAT, source: 'config', timestamp }
          return { change: { namespace, path: request.path, changeSet } }
        },
      })
    },
  }
}
