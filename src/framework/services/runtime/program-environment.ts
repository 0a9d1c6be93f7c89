import { extname, join } from 'node:path'
import type { Keys } from '#runtime/base/secrets/keys.ts'
import { keyText, type RunSpec, type ServiceKey } from './types.ts'

const scripts = ['.js', '.mjs', '.cjs', '.ts', '.mts']

/** Where the parts of a service are on this machine. */
export function foldersOf(dataDir: string, { namespace, name, version }: ServiceKey) {
  const folder = join(dataDir, 'runtime', namespace, name, version)
  return { folder, code: join(folder, 'code'), home: join(folder, 'home') }
}

/** The program and its arguments. Node runs an entrypoint that is a JavaScript file. */
export function commandOf({ command, entrypoint }: RunSpec): readonly string[] {
  if (command.length > 0) return entrypoint === '' ? command : [...command, entrypoint]
  const file = `./${entrypoint}`
  return scripts.includes(extname(entrypoint)) ? [process.execPath, file] : [file]
}

/**
 * The environment of a service without its port: the given variables, and those that locate its folders and the
 * gateway. Of the server's own environment it has only PATH.
 */
export function environmentOf(
  service: ServiceKey & { spec: RunSpec },
  given: { path: string; home: string; gateway: string | undefined; secrets: Readonly<Record<string, string>> },
): Record<string, string> {
  const { path, home, gateway, secrets } = given
  return {
    PATH: path,
    HOME: home,
    ...(gateway === undefined ? {} : { ONEDOOR_GATEWAY: gateway }),
    ONEDOOR_NAMESPACE: service.namespace,
    ONEDOOR_SERVICE: service.name,
    ONEDOOR_VERSION: service.version,
    ...service.spec.env,
    ...secrets,
  }
}

export type Secrets = ReturnType<typeof secretsWith>

/** The secrets in a service's environment, as stored. */
export function secretsWith(keys: Keys) {
  const place = (key: ServiceKey) => ['runtime', keyText(key)]
  return {
    async seal(key: ServiceKey, secrets: Readonly<Record<string, string>>): Promise<string | undefined> {
      if (Object.keys(secrets).length === 0) return undefined
      return (await keys.forWriting()).seal(JSON.stringify(secrets), place(key))
    },
    /** @throws Error where they were sealed with another key */
    async open(key: ServiceKey, sealed: string | undefined): Promise<Record<string, string>> {
      if (sealed === undefined) return {}
      const seal = await keys.forReading()
      if (!seal) throw new Error('The key that encrypted the secrets of the service is missing (CONFIG_SECRET_KEY).')
      return JSON.parse(seal.open(sealed, place(key))) as Record<string, string>
    },
  }
}
