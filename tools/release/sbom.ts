import { run } from './commands.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly unknown[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

/** The parts of a CycloneDX document that are read here. */
export interface Sbom {
  readonly specVersion: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components: readonly Component[]
}

/** A package as package-lock.json describes it. */
export interface LockedPackage {
  readonly version: string
  readonly license: string
  /** Such as `sha512-` and base64. */
  readonly integrity: string
}

/** The entry for a package, with its name, of which another contains a copy. */
function containedComponent([name, { version, license, integrity }]: readonly [string, LockedPackage]) {
  const [, base64 = ''] = integrity.split('sha512-')
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name}@${version}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }],
    licenses: [{ license: { id: license } }],
  }
}

/**
 * The software bill of materials of a package with an npm-shrinkwrap.json, in CycloneDX 1.6: everything that can be installed
 * with it, on any platform. Without the time and serial number that npm adds, so that the same packages make the same text.
 *
 * @param folder absolute path of the package
 * @param contained packages by name that it contains copies of
 * @returns JSON
 * @throws Error if npm cannot read the package, or is too old
 */
export async function sbomOf(folder: string, contained: Readonly<Record<string, LockedPackage>>): Promise<string> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']
  const printed = await run('npm', args, { cwd: folder })
  // Older ones print that they do not know the command, and exit with 0.
  if (!printed.startsWith('{')) throw new Error('A release needs npm 10 or newer. Run npm install --global npm@10')
  const { serialNumber: _, ...bom } = JSON.parse(printed)
  const { timestamp: __, component, ...metadata } = bom.metadata
  // npm names it after the folder.
  const name = component['bom-ref'].replace(/@[^@]*$/, '')
  const described = {
    ...bom,
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    specVersion: '1.6',
    metadata: { ...metadata, component: { ...component, name } },
    components: [...bom.components, ...Object.entries(contained).map(containedComponent)],
  }
  return `${JSON.stringify(described, null, 1)}\n`
}

/**
 * Compares a bill of materials with what is installed.
 *
 * @param installed names and versions, as in `zod@4.6.7`
 * @returns a sentence for each installed package that it does not list, or lists without licence or checksum
 */
export function sbomFaults({ components }: Sbom, installed: Iterable<string>): string[] {
  const listed = new Map(components.map((each) => [`${each.name}@${each.version}`, each]))
  const duplicates = components.length === listed.size ? [] : ['The SBOM lists a package twice.']
  const missing = [...installed].flatMap((name) => (listed.has(name) ? [] : [`The SBOM does not list ${name}.`]))
  const incomplete = [...listed].flatMap(([name, { licenses = [], hashes = [] }]) => {
    if (licenses.length > 0 && hashes.length > 0) return []
    return [`The SBOM lists ${name} without its licence or checksum.`]
  })
  return [...duplicates, ...missing, ...incomplete]
}
