import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../contract-tests/report.ts'
import { unzip } from '../../src/testing/zip.ts'
import type { Release } from './build.ts'
import { emptyPlace, type Place } from './installed.ts'

/** A running server and a token of an account on it. */
interface Target {
  readonly url: string
  readonly token: string
}

/** Installs each client into an empty folder and makes the first call of its README. */
export async function checkClients(report: Report, root: string, release: Release, target: Target): Promise<void> {
  const clients: [string, (place: Place) => Promise<string>][] = [
    ['TypeScript', (place) => callWithTypescript(place, release, target)],
    ['Python', (place) => callWithPython(place, release, target)],
    ['Go', (place) => callWithGo(place, release, target)],
  ]
  for (const [language, call] of clients) {
    await report.check(`the ${language} client can be installed and makes the first call of its README`, async () => {
      await using place = await emptyPlace(root)
      const printed = await call(place)
      if (!printed.includes('Oats, lemons, coffee')) throw new Error(`It printed: ${printed}`)
    })
  }
}

/** The first program of a README, for this server. @throws Error if it has none */
function firstCall(readme: string, url: string): string {
  const [, code] = /## A first call\n[\s\S]*?```\w+\n([\s\S]*?)```/.exec(readme) ?? []
  if (code === undefined) throw new Error('The README of this client has no program under "A first call".')
  return code.replace('http://localhost:8080', url)
}

async function callWithTypescript(place: Place, { folder, client }: Release, { url, token }: Target) {
  await place.run('npm', ['install', '--no-audit', '--no-fund', join(folder, client)])
  const readme = await readFile(join(place.folder, 'node_modules/@onedoor/client/README.md'), 'utf8')
  await writeFile(join(place.folder, 'first.mjs'), firstCall(readme, url))
  return place.run('node', ['first.mjs'], { env: { ONEDOOR_TOKEN: token } })
}

async function callWithPython(place: Place, { folder, wheel }: Release, { url, token }: Target) {
  const packages = join(place.folder, 'packages')
  const options = ['--no-index', '--no-deps', '--disable-pip-version-check', '--target', packages]
  await place.run('python3', ['-m', 'pip', 'install', ...options, join(folder, wheel)])
  const metadata = `from importlib.metadata import distributions
print(*(each.read_text("METADATA") for each in distributions(path=["packages"])))`
  const readme = await place.run('python3', ['-c', metadata])
  return place.run('python3', ['-c', firstCall(readme, url)], { env: { PYTHONPATH: packages, ONEDOOR_TOKEN: token } })
}

/** Serves the module to `go` as a proxy does, from a folder. */
async function callWithGo(place: Place, { folder, version, go }: Release, { url, token }: Target) {
  const tag = `v${version}`
  const served = join(place.folder, 'proxy', go.module, '@v')
  const archive = await readFile(join(folder, go.file))
  const content = unzip(archive)
  const inModule = (name: string) => content.get(`${go.module}@${tag}/${name}`) ?? ''
  await mkdir(served, { recursive: true })
  await writeFile(join(served, 'list'), `${tag}\n`)
  await writeFile(join(served, `${tag}.info`), JSON.stringify({ Version: tag }))
  await writeFile(join(served, `${tag}.mod`), inModule('go.mod'))
  await writeFile(join(served, `${tag}.zip`), archive)
  await writeFile(join(place.folder, 'main.go'), goProgram(firstCall(inModule('README.md'), url)))
  const env = { GOPROXY: `file://${join(place.folder, 'proxy')}`, GONOSUMDB: '*', GOFLAGS: '-mod=mod -modcacherw' }
  await place.run('go', ['mod', 'init', 'example.com/first'], { env })
  await place.run('go', ['get', `${go.module}@${tag}`], { env })
  return place.run('go', ['run', '.'], { env: { ...env, ONEDOOR_TOKEN: token } })
}

/** The README shows what is inside of a function. */
function goProgram(code: string): string {
  const [, imported = '', statements = code] = /^(import .*\n)([\s\S]*)$/.exec(code) ?? []
  return `package main

import ("context"; "encoding/json"; "os")
${imported}
func main() {
	ctx := context.Background()
	${statements}
	if err != nil { panic(err) }
	json.NewEncoder(os.Stdout).Encode(result)
}
`
}
