import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { OutputOptions } from 'rolldown'
import { bundle, isOwn } from '../setup/bundle.mjs'

interface PackageBundle {
  /** Absolute path of the repository. */
  readonly root: string
  /** Absolute path of the package. */
  readonly folder: string
  /** Paths in the repository of the files that are started or imported from outside. */
  readonly entries: readonly string[]
  /** The folder of the package for the parts that entries share. */
  readonly chunks: string
  readonly codeSplitting?: OutputOptions['codeSplitting']
}

/**
 * Bundles entries into a package. Each entry has its path in the repository, with `.js` for `.ts`, and modules find the files
 * beside them at their path in the package, wherever their code is.
 *
 * @returns paths in the repository of the programs that the code starts as workers or child processes
 * @throws Error if a module cannot be found, or such a program does not exist
 */
export async function bundlePackage(options: PackageBundle): Promise<string[]> {
  const { root, folder, entries, chunks, codeSplitting } = options
  const programs = new Set<string>()
  const scriptOf = (file: string) => relative(root, file).replaceAll(sep, '/').replace(/\.ts$/, '.js')
  await bundle({
    root,
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.ts$/, ''), join(root, entry)])),
    // The package says where it is.
    external: (id) => id === '#codegen',
    output: {
      dir: folder,
      entryFileNames: '[name].js',
      chunkFileNames: `${chunks}/[name]-[hash].js`,
      // A first start compiles all of it. Names stay, because they are in messages and stacks.
      minify: { compress: false, mangle: false, codegen: true },
      ...(codeSplitting === undefined ? {} : { codeSplitting }),
    },
    plugin: {
      name: 'in-package',
      transform(code: string, id: string) {
        if (!isOwn(root, id)) return null
        for (const file of programsIn(code, id)) programs.add(relative(root, file).replaceAll(sep, '/'))
        const url = `new URL(${JSON.stringify(scriptOf(id))}, $packageUrl)`
        const placed = code
          .replaceAll('import.meta.url', `${url}.href`)
          .replaceAll('import.meta.dirname', `$folderOf(${url})`)
        return { code: placed, map: null }
      },
      renderChunk(code: string, { fileName }: { fileName: string }) {
        if (!code.includes('$packageUrl')) return null
        const [, shebang = '', rest = ''] = /^(#!.*\n)?([\s\S]*)$/.exec(code) ?? []
        return { code: shebang + head('../'.repeat(fileName.split('/').length - 1) || './') + rest, map: null }
      },
    },
  })
  return [...programs].sort()
}

/** What the start of each chunk defines, from its path to the root of the package. */
const head = (toRoot: string) => `import { fileURLToPath as $pathOf } from 'node:url';
const $packageUrl = new URL(${JSON.stringify(toRoot)}, import.meta.url);
const $folderOf = (url) => $pathOf(new URL('.', url)).replace(/[\\\\/]$/, '');
`

/** Files that a module starts as programs: those that it names with its own extension. */
function programsIn(code: string, id: string): string[] {
  const named = [...code.matchAll(/new URL\(`\.\/([\w-]+)\$\{extname\(import\.meta\.url\)\}`/g)]
  return named.map(([, name]) => {
    const file = join(dirname(id), `${name}.ts`)
    if (!existsSync(file)) throw new Error(`${id} starts ${file}, which does not exist.`)
    return file
  })
}
