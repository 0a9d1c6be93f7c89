import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { loadConfig } from '../../src/app/config.ts'
import { confined } from '../image/container.ts'
import { type Compose, composeFaults, readCompose } from './compose.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
const dockerfile = read('Dockerfile')
const seconds = (text: string | undefined) => Number(/^(\d+)s?$/.exec(text ?? '')?.[1])

let folder: string
let compose: Compose
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'onedoor-deploy-'))
  compose = await readCompose()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The settings of a service as its container has them. */
function settingsOf(environment: Readonly<Record<string, string>>, secrets: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace('/run/secrets', secrets),
    ]),
  )
}

describe('compose.yaml', () => {
  const servers = () => Object.entries(compose.services).filter(([, { image }]) => image === 'onedoor')

  test('is complete in every profile, and no service has more rights than it needs', () => {
    expect(composeFaults(compose)).toEqual([])
    const profiles = new Set(Object.values(compose.services).flatMap((service) => service.profiles))
    expect([...profiles].sort()).toEqual(['alone', 'postgresql', 'whole'])
  })

  test('with a mistake is reported', () => {
    const { alone, first, ...others } = compose.services as any
    const spoilt = (service: object) => composeFaults({ ...compose, services: { ...others, alone, first, ...service } })
    expect(spoilt({ alone: { ...alone, read_only: false } })).toEqual(['alone can write to its root.'])
    expect(spoilt({ alone: { ...alone, cap_drop: [] } })).toEqual(['alone keeps rights that it does not need.'])
    expect(spoilt({ alone: { ...alone, restart: 'no' } })).toEqual(['alone is not restarted.'])
    expect(spoilt({ alone: { ...alone, depends_on: ['nats'] } })).toEqual([
      'alone needs nats, which is not in the profile alone.',
    ])
    expect(spoilt({ alone: { ...alone, volumes: ['files:/data'] } })).toEqual([
      'alone uses the volume files, which is not defined.',
    ])
    expect(spoilt({ first: { ...first, secrets: ['database-url', 's3-secret'] } })).toEqual([
      'first reads the secret config-secret-key, which it is not given.',
    ])
  })

  test('and secrets.sh have settings that a server starts with', () => {
    writeFileSync(join(folder, 'secrets.sh'), read('secrets.sh'))
    const make = () => execFileSync('sh', [join(folder, 'secrets.sh')])
    make()
    const password = readFileSync(join(folder, 'secrets/postgresql-password'), 'utf8')
    make()
    expect(readFileSync(join(folder, 'secrets/postgresql-password'), 'utf8')).toBe(password)
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
    expect(servers().map(([name]) => name)).toEqual(['alone', 'with-postgresql', 'first', 'second'])
    for (const [name, { environment = {} }] of servers()) {
      const config = loadConfig(settingsOf(environment, join(folder, 'secrets')))
      expect(config.databaseUrl?.includes(password.trim()) ?? name === 'alone', name).toBe(true)
    }
    const files = Object.values(compose.secrets).map(({ file }) => statSync(join(folder, file)).size)
    expect(Math.min(...files)).toBeGreaterThan(30)
  })

  test('stops no server before its calls have ended', () => {
    for (const [, { environment = {}, stop_grace_period: grace }] of servers()) {
      const { shutdownDelayMs, shutdownTimeoutMs } = loadConfig({ SHUTDOWN_DELAY_S: environment.SHUTDOWN_DELAY_S })
      expect(seconds(grace) * 1000).toBeGreaterThan(shutdownDelayMs + shutdownTimeoutMs)
    }
  })
})

describe('the Dockerfile', () => {
  const env = Object.fromEntries(
    (/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((each) => each.split('=') as [string, string]),
  )

  test('sets settings that exist, and exposes the ports of the server', () => {
    const { port, host, dataDir } = loadConfig(env)
    expect([host, dataDir]).toEqual(['0.0.0.0', '/data'])
    expect(dockerfile).toContain(`EXPOSE ${port} `)
    expect(dockerfile).toContain(`VOLUME ${dataDir}\n`)
  })
})

describe('the guide', () => {
  const guide = readFileSync(join(deploy, '../docs/guides/self-hosting.md'), 'utf8').replaceAll(' \\\n ', '')

  test('builds and runs the image as its tests do', () => {
    const [build = ''] = /docker build .*/.exec(dockerfile) ?? []
    expect(guide).toContain(`npm run release\n${build}\n`)
    const run = /^docker run .*$/m.exec(guide)?.[0] ?? ''
    for (const flag of confined.filter((each) => !each.includes('read-only-tmpfs'))) expect(run).toContain(` ${flag} `)
  })

  test('shows the commands that the files name', () => {
    expect(guide).toContain('sh deploy/secrets.sh\n')
    for (const profile of ['`alone`', '`postgresql`', '`whole`']) expect(guide).toContain(profile)
  })
})

describe('the systemd unit', () => {
  const unit = read('onedoor.service')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

  test('stops no server before its calls have ended', () => {
    const { shutdownDelayMs, shutdownTimeoutMs } = loadConfig({})
    expect(seconds(value('TimeoutStopSec')) * 1000).toBeGreaterThan(shutdownDelayMs + shutdownTimeoutMs)
  })

  test('and the install script agree on places and the user', () => {
    const script = read('install.sh')
    for (const part of [value('User'), value('WorkingDirectory'), '/opt/onedoor', '/etc/onedoor/settings']) {
      expect(unit).toContain(part)
      expect(script).toContain(part)
    }
  })

  test.each(['RestrictNamespaces', 'ProtectProc', 'ProtectHostname', 'PrivateUsers', 'AmbientCapabilities'])(
    'does not set %s, without which the sandboxes of the shell cannot be made',
    (name) => expect(value(name)).toBeUndefined(),
  )
})

describe('the Kubernetes manifests', () => {
  const documents = parseAllDocuments(read('kubernetes/onedoor.yaml')).map((each) => each.toJS())
  const ofKind = (kind: string) => documents.find((each) => each.kind === kind)
  const secret = parseAllDocuments(read('kubernetes/secret.example.yaml')).map((each) => each.toJS())[0]
  const { spec } = ofKind('StatefulSet').spec.template

  test('have settings that a server starts with, and leave it time to stop', () => {
    const config = loadConfig({ ...ofKind('ConfigMap').data, ...secret.stringData })
    expect(config.databaseUrl).toBe(secret.stringData.DATABASE_URL)
    expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(config.shutdownDelayMs + config.shutdownTimeoutMs)
  })

  test('run the image as its own user on its own ports', () => {
    const [container] = spec.containers
    expect(dockerfile).toContain(`USER ${spec.securityContext.runAsUser}:${spec.securityContext.runAsGroup}\n`)
    const ports = container.ports.map(({ containerPort }: { containerPort: number }) => containerPort)
    expect(dockerfile).toContain(`EXPOSE ${ports.join(' ')}\n`)
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(['/data', '/tmp'])
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})
