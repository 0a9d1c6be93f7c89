import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../command.ts'
import { run } from '../release/commands.ts'
import { ensureCaddy, ensureHaproxy, ensureNginx } from '../setup/programs.mjs'
import { ensureTraefik } from './traefik.ts'

/** Where a proxy finds what it needs. */
export interface Surroundings {
  /** Absolute path of its folder. */
  readonly folder: string
  /** Host and port of the server. */
  readonly server: string
  /** Host and port of GATEWAY_PORT. */
  readonly gateway: string
}

/** What a sample of deploy/proxies says, and what it becomes here. */
type Replacements = readonly (readonly [said: string, becomes: string])[]

export interface ProxyProgram {
  /** The sample's file in deploy/proxies. */
  readonly sample: string
  /** @param port where it listens for HTTPS. @returns the command that runs the sample */
  prepare(around: Surroundings, port: number): Promise<readonly string[]>
  /** The certificate to trust, in its folder. */
  readonly certificate: string
}

export const domain = 'onedoor.example.org'

/** @throws Error if the sample does not say what is replaced, so that the replacements cannot miss a changed sample */
async function sampleText(sample: string, replacements: Replacements): Promise<string> {
  let text = await readFile(join(root, 'deploy/proxies', sample), 'utf8')
  for (const [said, becomes] of replacements) {
    if (!text.includes(said)) throw new Error(`deploy/proxies/${sample} does not contain "${said}".`)
    text = text.replaceAll(said, becomes)
  }
  return text
}

/** Makes a certificate for the names of the samples. */
async function makeCertificate({ folder }: Surroundings): Promise<void> {
  const names = `subjectAltName=DNS:${domain},DNS:*.${domain}`
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', 'key.pem', '-out', 'certificate.pem']
  await run('openssl', ['req', ...kind, ...files, '-subj', `/CN=${domain}`, '-addext', names], { cwd: folder })
}

const letsEncrypt = `/etc/letsencrypt/live/${domain}`
const upstreams = ({ server, gateway }: Surroundings): Replacements => [
  ['127.0.0.1:8080', server],
  ['127.0.0.1:8081', gateway],
]
const certificates = ({ folder }: Surroundings): Replacements => [
  [`${letsEncrypt}/fullchain.pem`, join(folder, 'certificate.pem')],
  [`${letsEncrypt}/privkey.pem`, join(folder, 'key.pem')],
]

const nginx: ProxyProgram = {
  sample: 'nginx.conf',
  certificate: 'certificate.pem',
  async prepare(around, port) {
    await makeCertificate(around)
    const { folder } = around
    const replaced = [
      ...upstreams(around),
      ...certificates(around),
      ['listen 443', `listen 127.0.0.1:${port}`] as const,
    ]
    await writeFile(join(folder, 'onedoor.conf'), await sampleText(nginx.sample, replaced))
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    )
    await writeFile(
      join(folder, 'main.conf'),
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${places.join(' ')} include ${folder}/onedoor.conf; }\n`,
    )
    return [await ensureNginx(), '-p', folder, '-c', join(folder, 'main.conf'), '-e', 'stderr']
  },
}

const caddy: ProxyProgram = {
  sample: 'Caddyfile',
  certificate: 'caddy/pki/authorities/local/root.crt',
  async prepare(around, port) {
    const text = await sampleText(caddy.sample, upstreams(around))
    // Its own authority instead of a public one.
    const options = `{\n  admin off\n  local_certs\n  skip_install_trust\n  https_port ${port}\n  auto_https disable_redirects\n  default_bind 127.0.0.1\n}\n`
    await writeFile(join(around.folder, 'Caddyfile'), options + text)
    return [await ensureCaddy(), 'run', '--adapter', 'caddyfile', '--config', join(around.folder, 'Caddyfile')]
  },
}

const haproxy: ProxyProgram = {
  sample: 'haproxy.cfg',
  certificate: 'certificate.pem',
  async prepare(around, port) {
    await makeCertificate(around)
    const { folder } = around
    const pem = join(folder, 'onedoor.pem')
    const parts = ['certificate.pem', 'key.pem'].map((file) => readFile(join(folder, file), 'utf8'))
    await writeFile(pem, (await Promise.all(parts)).join(''))
    const replaced: Replacements = [
      ...upstreams(around),
      ['/etc/haproxy/onedoor.pem', pem],
      ['bind :443', `bind 127.0.0.1:${port}`],
    ]
    await writeFile(join(folder, 'haproxy.cfg'), await sampleText(haproxy.sample, replaced))
    return [await ensureHaproxy(), '-db', '-f', join(folder, 'haproxy.cfg')]
  },
}

const traefik: ProxyProgram = {
  sample: 'traefik.yaml',
  certificate: 'certificate.pem',
  async prepare(around, port) {
    await makeCertificate(around)
    const routes = join(around.folder, 'traefik-routes.yaml')
    const replaced = [...upstreams(around), ...certificates(around)]
    await writeFile(routes, await sampleText('traefik-routes.yaml', replaced))
    const main: Replacements = [
      ['":443"', `"127.0.0.1:${port}"`],
      ['/etc/traefik/traefik-routes.yaml', routes],
    ]
    await writeFile(join(around.folder, 'traefik.yaml'), await sampleText('traefik.yaml', main))
    return [await ensureTraefik(), `--configFile=${join(around.folder, 'traefik.yaml')}`]
  },
}

export const allProxies: readonly ProxyProgram[] = [nginx, caddy, haproxy, traefik]

/** A proxy that runs. */
export interface RunningProxy {
  readonly port: number
  readonly hasEnded: boolean
  /** Absolute path of the certificate to trust. */
  readonly certificate: string
  /** Everything it has printed. */
  output(): string
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a proxy with its sample. It may not listen yet. */
export async function startProxy(program: ProxyProgram, around: Surroundings, port: number): Promise<RunningProxy> {
  await mkdir(around.folder, { recursive: true })
  const [command = '', ...args] = await program.prepare(around, port)
  const env = { ...process.env, HOME: around.folder, XDG_DATA_HOME: around.folder, XDG_CONFIG_HOME: around.folder }
  const child: ChildProcess = spawn(command, args, { cwd: around.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const ended = once(child, 'exit')
  return {
    port,
    get hasEnded() {
      return child.exitCode !== null
    },
    certificate: join(around.folder, program.certificate),
    output: () => printed,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended.catch(() => undefined)
      clearTimeout(force)
    },
  }
}
