import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The same in every time zone, so that the same files make the same archive. */
const mtime = new Date(1980, 0, 1)

/**
 * A zip archive of files, in their order.
 *
 * @param files content by name in the archive
 */
export async function zipOf(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(content, name, { mtime, mode: 0o100644, forceDosTimestamp: true })
  zip.end()
  return buffer(zip.outputStream as unknown as AsyncIterable<Buffer>)
}

const withoutPadding = (digest: Buffer) => digest.toString('base64url')

/** A value of pyproject.toml, as our writer writes it. @throws Error if it is missing */
function projectValue(project: string, name: string): string {
  const [, value] = new RegExp(`^${name} = "([^"\\n]+)"$`, 'm').exec(project) ?? []
  if (value === undefined)
    throw new Error(`generated/clients/python/pyproject.toml has no ${name}: run npm run generate`)
  return value
}

/**
 * A wheel of a Python package without compiled code, which is a zip archive of it with three lists
 * (https://packaging.python.org/en/latest/specifications/binary-distribution-format/). Made here, because building one with
 * setuptools needs packages that are not on every machine.
 *
 * @param files content by path in generated/clients/python
 * @returns its file name, which installers read, and its bytes
 * @throws Error if pyproject.toml lacks a value
 */
export async function wheelOf(files: ReadonlyMap<string, Buffer>): Promise<{ name: string; bytes: Buffer }> {
  const project = files.get('pyproject.toml')?.toString() ?? ''
  const [name, version] = [projectValue(project, 'name'), projectValue(project, 'version')]
  const base = `${name.replaceAll('-', '_')}-${version}`
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${projectValue(project, 'description')}`,
    'License: MIT',
    'License-File: LICENSE',
    `Requires-Python: ${projectValue(project, 'requires-python')}`,
    'Description-Content-Type: text/markdown',
    '',
    files.get('README.md')?.toString() ?? '',
  ]
  const licence = files.get('LICENSE')
  if (!licence) throw new Error('generated/clients/python has no LICENSE: run npm run generate')
  const tag = ['Wheel-Version: 1.0', 'Generator: onedoor', 'Root-Is-Purelib: true', 'Tag: py3-none-any', '']
  const content = new Map([...files].filter(([path]) => path.startsWith('onedoor/')))
  content.set(`${base}.dist-info/METADATA`, Buffer.from(metadata.join('\n')))
  content.set(`${base}.dist-info/WHEEL`, Buffer.from(tag.join('\n')))
  content.set(`${base}.dist-info/licenses/LICENSE`, licence)
  const record = `${base}.dist-info/RECORD`
  const rows = [...content].map(([path, bytes]) => {
    return `${path},sha256=${withoutPadding(createHash('sha256').update(bytes).digest())},${bytes.length}\n`
  })
  content.set(record, Buffer.from(`${rows.join('')}${record},,\n`))
  return { name: `${base}-py3-none-any.whl`, bytes: await zipOf(content) }
}

/**
 * A Go module as module proxies serve it (https://go.dev/ref/mod#zip-files).
 *
 * @param files content by path in generated/clients/go
 * @param version without its v
 * @throws Error if go.mod names no module
 */
export async function goModuleOf(files: ReadonlyMap<string, Buffer>, version: string) {
  const [, module] = /^module (\S+)$/m.exec(files.get('go.mod')?.toString() ?? '') ?? []
  if (module === undefined) throw new Error('generated/clients/go/go.mod names no module: run npm run generate')
  const content = new Map([...files].map(([path, bytes]) => [`${module}@v${version}/${path}`, bytes]))
  return { module, bytes: await zipOf(content) }
}
