import { spawn } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../command.ts'
import { run } from '../release/commands.ts'

/** The authorities that this machine trusts. */
const certificates = '/etc/ssl/certs/ca-certificates.crt'
/** The folder of the copy of the project, in the Debian. */
export const project = '/root/onedoor'

/**
 * Makes a clean Debian server in a folder: the archive unpacked, with sudo, the network settings of this machine, the domain
 * on loopback, the stand-in for systemctl and a copy of the project.
 *
 * @param archive absolute path of a Debian's archive
 */
export async function makeDebian(folder: string, archive: string, domain: string): Promise<void> {
  await mkdir(folder)
  const at = (path: string) => join(folder, path)
  await run('tar', ['-xpf', archive, '-C', folder], { cwd: '/' })
  await writeFile(at('etc/dpkg/dpkg.cfg.d/fast'), 'force-unsafe-io\n')
  await copyFile('/etc/resolv.conf', at('etc/resolv.conf'))
  const hosts = await readFile('/etc/hosts', 'utf8')
  await writeFile(at('etc/hosts'), `${hosts}\n127.0.0.1 ${domain} gateway.${domain} grpc.${domain}\n`)
  await mkdir(at('run/systemd/system'), { recursive: true })
  await copyFile(join(root, 'tools/production/systemctl.sh'), at('usr/bin/systemctl'))
  const cache = (await run('npm', ['config', 'get', 'cache'], { cwd: root })).trim()
  const registry = (await run('npm', ['config', 'get', 'registry'], { cwd: root })).trim()
  // A proxy with a certificate of this machine's own may stand before the registry.
  await copyFile(process.env.NODE_EXTRA_CA_CERTS ?? certificates, at('root/authorities.pem'))
  await writeFile(at('root/.npmrc'), `cafile=/root/authorities.pem\nregistry=${registry}\n`)
  await mkdir(at('root/.npm'), { recursive: true })
  await writeFile(at('root/enter.sh'), enter(folder, cache))
  await run('git', ['clone', '--quiet', '--no-hardlinks', root, at(project)], { cwd: root })
}

/** Mounts what a running system has. Nothing of it is seen outside of the namespace. */
const enter = (folder: string, npmCache: string) => `set -e
mount --bind '${folder}' '${folder}'
cd '${folder}'
mount -t proc proc proc
mount --rbind /dev dev
mount --bind '${npmCache}' root/.npm
exec env -i PS1='⟦$?⟧' PS2= HOME=/root TERM=dumb LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \\
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \\
  chroot . bash --noprofile --norc --noediting
`

/** The prompt after each command: its exit code. */
const mark = /⟦(\d+)⟧/

/** A person at a terminal of the server: one shell, and what it has shown. */
export class Terminal {
  readonly #child
  #shown = ''
  #changed = Promise.withResolvers<void>()
  #hasEnded = false

  /** Enters the Debian in a folder, in namespaces that end with this terminal: all that it has started ends too. */
  constructor(folder: string) {
    const namespaces = 'unshare --mount --propagation private --pid --fork --kill-child'
    const line = `stty -echo; exec ${namespaces} sh '${join(folder, 'root/enter.sh')}'`
    this.#child = spawn('script', ['--quiet', '--command', line, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#show(text))
    this.#child.on('close', () => {
      this.#hasEnded = true
      this.#show('')
    })
    this.#child.stdin.on('error', () => undefined)
  }

  #show(text: string): void {
    this.#shown += text.replaceAll('\r\n', '\n')
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  async #until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#shown)
      if (found) return found
      if (this.#hasEnded) throw new Error(`The terminal closed:\n${this.#shown}`)
      await this.#changed.promise
    }
  }

  /** Waits for the first prompt. @throws Error with what is shown if the terminal closes before it */
  async open(): Promise<this> {
    await this.#until(mark)
    return this
  }

  /**
   * Types a command, and each answer when its question appears.
   *
   * @returns what the terminal has shown
   * @throws Error with that if the command fails
   */
  async type(command: string, answers: readonly (readonly [question: RegExp, answer: string])[] = []): Promise<string> {
    this.#shown = ''
    this.#child.stdin.write(`${command}\n`)
    let before = ''
    for (const [question, answer] of answers) {
      const found = await this.#until(new RegExp(`${question.source}|${mark.source}`))
      if (mark.test(found[0])) break
      before += this.#shown
      this.#shown = ''
      this.#child.stdin.write(`${answer}\n`)
    }
    const found = await this.#until(mark)
    const shown = (before + this.#shown.slice(0, found.index)).trim()
    if (found[1] !== '0') throw new Error(`"${command}" ended with exit code ${found[1]}:\n${shown.slice(-3000)}`)
    return shown
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#hasEnded) return
    this.#child.kill('SIGKILL')
    while (!this.#hasEnded) await this.#changed.promise
  }
}
