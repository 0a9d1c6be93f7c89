import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../contract-tests/report.ts'
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
  ]
  const { go } = release
  if (go) clients.push(['Go', (place) => callWithGo(place, release, { ...go, ...target })])
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
async function callWithGo(
  place: Place,
  release: Release,
  { url, token, file, module }: Target & { file: string; module: string },
) {
  const version = `v${release.version}`
  const served = join(place.folder, 'proxy', module, '@v')
  await mkdir(served, { recursive: true })
  const archive = join(release.folder, file)
  await writeFile(join(served, 'list'), `${version}\n`)
  await writeFile(join(served, `${version}.info`), JSON.stringify({ Version: version }))
  await writeFile(join(served, `${version}.zip`), await readFile(archive))
  await writeFile(join(served, `${version}.mod`), await goModOf(place, archive, `${module}@${version}`))
  const env = {
    GOPROXY: `file://${join(place.folder, 'proxy')}`,
    GONOSUMDB: '*',
    GOFLAGS: '-mod=mod',
    GOTOOLCHAIN: 'local',
  }
  await place.run('go', ['mod', 'init', 'example.com/first'], { env })
  await place.run('go', ['get', `${module}@${version}`], { env })
  const folder = (await place.run('go', ['list', '-m', '-f', '{{.Dir}}', module], { env })).trim()
  const code = firstCall(await readFile(join(folder, 'README.md'), 'utf8'), url)
  await writeFile(join(place.folder, 'main.go'), goProgram(code))
  return place.run('go', ['run', '.'], { env: { ...env, ONEDOOR_TOKEN: token } })
}

const goModOf = (place: Place, archive: string, prefix: string) =>
  place.run('python3', [
    '-c',
    'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())',
    archive,
    `${prefix}/go.mod`,
  ])

/** The README shows what is inside of a function. */
function goProgram(code: string): string {
  const [, imported = '', statements = code] = /^(import .*\n)([\s\S]*)$/.exec(code) ?? []
  return `package main

import ("context"; "fmt"; "os")
${imported}
func main() {
	ctx := context.Background()
	${statements}
	if err != nil { panic(err) }
	fmt.Printf("%+v\\n", result)
}
`
}
