import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../command.ts'

/** The parts of a service in a compose file that are read here. */
export interface Service {
  readonly image: string
  readonly profiles?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
  readonly restart?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

/** deploy/compose.yaml, with its anchors merged. */
export async function readCompose(): Promise<Compose> {
  return parse(await readFile(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true })
}

/** What a service waits for. */
const needsOf = ({ depends_on: needs = [] }: Service): readonly string[] =>
  Array.isArray(needs) ? needs : Object.keys(needs)

/**
 * What is wrong with a compose file that its schema cannot say.
 *
 * @returns a sentence for each fault
 */
export function composeFaults({ services, volumes, secrets }: Compose): string[] {
  const faults: string[] = []
  for (const [name, service] of Object.entries(services)) {
    const { profiles = [], cap_drop: dropped, security_opt: options } = service
    const expect = (isGood: boolean | undefined, what: string) => isGood || faults.push(`${name} ${what}.`)
    expect(profiles.length > 0, 'is in no profile, so every profile starts it')
    expect(service.restart === 'unless-stopped', 'is not restarted')
    expect(service.read_only, 'can write to its root')
    expect(
      dropped?.includes('ALL') && options?.includes('no-new-privileges:true'),
      'keeps rights that it does not need',
    )
    for (const need of needsOf(service)) {
      const missing = profiles.filter((profile) => !services[need]?.profiles?.includes(profile))
      expect(missing.length === 0, `needs ${need}, which is not in the profile ${missing.join()}`)
    }
    for (const secret of service.secrets ?? [])
      expect(secret in secrets, `uses the secret ${secret}, which is not defined`)
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      expect(source.startsWith('.') || source in volumes, `uses the volume ${source}, which is not defined`)
    }
    for (const value of Object.values(service.environment ?? {})) {
      const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? []
      expect(
        secret === undefined || service.secrets?.includes(secret),
        `reads the secret ${secret}, which it is not given`,
      )
    }
  }
  return faults
}
