import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../command.ts'
import { run } from '../release/commands.ts'
import { ensureGo } from '../setup/go.mjs'

/** A newer one has dependencies that the module proxy lacks. */
const version = 'v3.6.6'

/**
 * The path of Traefik: the one that TRAEFIK_PATH names if set, otherwise one that is built from Go modules into `.cache`, which
 * takes minutes once. Debian has none.
 *
 * @throws Error with what Go printed if it cannot be built
 */
export async function ensureTraefik(): Promise<string> {
  const program = join(root, '.cache/traefik', version)
  const { TRAEFIK_PATH: named } = process.env
  if (named || existsSync(program)) return named || program
  const go = await ensureGo()
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-traefik-'))
  const options = { cwd: folder, env: { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local' } }
  try {
    console.log(`Traefik ${version} is built, which takes minutes once.`)
    const described = await run(go, ['mod', 'download', '-json', `github.com/traefik/traefik/v3@${version}`], options)
    // Its module replaces others, so `go install` refuses it, and the cache of modules cannot be written to.
    const source = join(folder, 'source')
    await cp((JSON.parse(described) as { Dir: string }).Dir, source, { recursive: true })
    await run('chmod', ['-R', 'u+w', source], options)
    await run(go, ['build', '-ldflags', '-s -w', '-o', join(folder, 'traefik'), './cmd/traefik'], {
      ...options,
      cwd: source,
    })
    await mkdir(join(root, '.cache/traefik'), { recursive: true })
    await cp(join(folder, 'traefik'), `${program}.partial`)
    await rename(`${program}.partial`, program)
    return program
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
