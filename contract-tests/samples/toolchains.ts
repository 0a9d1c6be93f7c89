import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../src/testing/program.ts'
import type { LanguageName } from '../../tools/codegen/targets/samples/index.ts'
import { ensureGo, goEnv } from '../../tools/setup/go.mjs'

const run = promisify(execFile)
const compileLimitMs = 600_000
const generated = join(root, 'generated')

/** The samples of a language, ready to run. */
export interface Compiled {
  /** The program and its arguments that run the sample of an operation. */
  command(id: string): readonly [string, ...string[]]
  /** What the program needs besides the token. */
  readonly env?: Readonly<Record<string, string>>
}

/** How samples of a language become programs. */
export interface Toolchain {
  /** The programs that it needs, each with the argument that shows its version. */
  readonly programs: Readonly<Record<string, string>>
  /**
   * Checks and compiles samples, all in one go.
   *
   * @param folder an empty one
   * @param samples texts by operation
   * @throws Error with what the compiler says
   */
  compile(folder: string, samples: ReadonlyMap<string, string>): Promise<Compiled>
}

/** Commands for a shell need no compilation; `onedoor` is this project's command line. */
const shell: Toolchain = {
  programs: { bash: '--version', curl: '--version' },
  async compile(folder, samples) {
    const onedoor = join(folder, 'bin/onedoor')
    await writeFiles(
      folder,
      new Map([['bin/onedoor', `#!/bin/sh\nexec ${process.execPath} ${root}/src/cli.ts "$@"\n`]]),
    )
    await chmod(onedoor, 0o755)
    return {
      command: (id) => ['bash', '--norc', '-euo', 'pipefail', '-c', samples.get(id) ?? ''],
      env: { PATH: `${dirname(onedoor)}:${process.env.PATH}` },
    }
  },
}

const typescript: Toolchain = {
  programs: {},
  async compile(folder, samples) {
    await writeFiles(
      folder,
      named(samples, (id) => `${id}.ts`),
    )
    await mkdir(join(folder, 'node_modules/@onedoor'), { recursive: true })
    await symlink(join(generated, 'client'), join(folder, 'node_modules/@onedoor/client'))
    await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
    const options = { target: 'es2024', module: 'nodenext', types: ['node'], strict: true, noEmit: true }
    const settings = new Map([
      ['package.json', JSON.stringify({ type: 'module' })],
      ['tsconfig.json', JSON.stringify({ compilerOptions: { ...options, exactOptionalPropertyTypes: true } })],
    ])
    await writeFiles(folder, settings)
    await compiled(process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), '--project', folder])
    return { command: (id) => [process.execPath, join(folder, `${id}.ts`)] }
  },
}

const python: Toolchain = {
  programs: { python3: '--version' },
  async compile(folder, samples) {
    await writeFiles(
      folder,
      named(samples, (id) => `${id}.py`),
    )
    await compiled('python3', ['-m', 'compileall', '-q', folder])
    await checkPythonTypes(folder)
    return {
      command: (id) => ['python3', join(folder, `${id}.py`)],
      env: { PYTHONPYCACHEPREFIX: join(folder, 'compiled') },
    }
  },
}

/**
 * Checks the types of the Python client and of the programs in a folder, which get a copy of the client.
 *
 * @throws Error with what the checker says
 */
export async function checkPythonTypes(folder: string): Promise<void> {
  await cp(join(generated, 'clients/python/onedoor'), join(folder, 'onedoor'), { recursive: true })
  const settings = { typeCheckingMode: 'strict', pythonVersion: '3.9' }
  await writeFiles(folder, new Map([['pyrightconfig.json', JSON.stringify(settings)]]))
  await compiled(process.execPath, [join(root, 'contract-tests/node_modules/pyright/index.js'), '--project', folder])
}

/** One program that contains all samples, because linking takes longer than compiling. */
const go: Toolchain = {
  // Go is installed if it is missing.
  programs: {},
  async compile(folder, samples) {
    const client = join(generated, 'clients/go')
    const [, name = ''] = /^module (\S+)$/m.exec(await readFile(join(client, 'go.mod'), 'utf8')) ?? []
    const module = `module samples\n\ngo 1.23\n\nrequire ${name} v0.0.0\n\nreplace ${name} => ${client}\n`
    await writeFiles(folder, new Map([['go.mod', module]]))
    const program = await ensureGo()
    const env = goEnv(program)
    const packages = [...samples].map(([id, text]) => ({ id, name: id.replaceAll('.', '_'), text }))
    await writeFiles(folder, new Map(packages.map(({ name, text }) => [`${name}/main.go`, `${text}\n`])))
    await compiled(program, ['vet', './...'], { cwd: folder, env })
    await writeFiles(folder, new Map(packages.map(({ name, text }) => [`${name}/main.go`, importable(name, text)])))
    const imports = packages.map(({ name }) => `\t"samples/${name}"\n`).join('')
    const cases = packages.map(({ id, name }) => `\tcase "${id}":\n\t\t${name}.Main()\n`).join('')
    const main = `package main\n\nimport (\n\t"os"\n${imports})\n\nfunc main() {\n\tswitch os.Args[1] {\n${cases}\t}\n}\n`
    await writeFiles(folder, new Map([['main.go', main]]))
    const samplesFile = join(folder, 'all-samples')
    await compiled(program, ['build', '-o', samplesFile, '.'], { cwd: folder, env })
    return { command: (id) => [samplesFile, id] }
  },
}

/** The sample as a package with a function `Main`. */
function importable(name: string, text: string): string {
  const changed = text.replace(/^package main$/m, `package ${name}`).replace(/^func main\(\) \{$/m, 'func Main() {')
  if (!changed.includes('func Main() {')) throw new Error(`The sample of ${name} has no function main:\n${text}`)
  return `${changed}\n`
}

/** How samples of each language become programs. */
export const toolchains: Readonly<Record<LanguageName, Toolchain>> = {
  curl: shell,
  typescript,
  python,
  go,
  cli: shell,
  mcp: shell,
}

/** The programs for a language that this machine does not have. */
export async function missingFor(language: LanguageName): Promise<string[]> {
  const programs = Object.entries(toolchains[language].programs)
  const isMissing = await Promise.all(
    programs.map(([program, version]) =>
      run(program, [version]).then(
        () => false,
        () => true,
      ),
    ),
  )
  return programs.map(([program]) => program).filter((_, index) => isMissing[index])
}

function named(samples: ReadonlyMap<string, string>, file: (id: string) => string): Map<string, string> {
  return new Map([...samples].map(([id, text]) => [file(id), `${text}\n`]))
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

async function compiled(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  await run(program, args, { ...options, timeout: compileLimitMs }).catch(({ message, stdout, stderr }) => {
    throw new Error(stdout || stderr || message)
  })
}
