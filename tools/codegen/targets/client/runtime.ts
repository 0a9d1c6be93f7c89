import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

const folder = join(import.meta.dirname, 'runtime')

/**
 * The hand-written part of the client as plain JavaScript with declarations: Node strips no types from files under
 * node_modules. Returns content by path in the package. Throws if a declaration cannot be generated from a
 * single file.
 */
export async function runtimeFiles(): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
  const files = new Map<string, string>()
  for (const fileName of names) {
    const source = await readFile(join(folder, fileName), 'utf8')
    const base = `runtime/${fileName.slice(0, -'.ts'.length)}`
    const script = ts.transpileModule(source, { fileName, compilerOptions }).outputText
    if (!isEmptyModule(script)) files.set(`${base}.js`, script)
    const { outputText, diagnostics } = ts.transpileDeclaration(source, {
      fileName,
      compilerOptions,
      reportDiagnostics: true,
    })
    if (diagnostics?.length) {
      throw new Error(
        `${fileName}: ${diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n')}`,
      )
    }
    files.set(`${base}.d.ts`, outputText.replace(/(from ['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'))
  }
  return files
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  isolatedDeclarations: true,
  declaration: true,
}

function isEmptyModule(script: string): boolean {
  return script.trim() === 'export {};'
}
