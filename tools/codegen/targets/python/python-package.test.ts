import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Document } from '#runtime/base/openapi.ts'
import { smallDocument } from '../client/testing-document.ts'
import { pythonPackage } from './index.ts'
import { folderForTests, generated, runPython } from './testing-python.ts'

const folder = folderForTests()

/** Writes the package of a document; returns its folder. */
async function written(name: string, document: Document): Promise<string> {
  const target = join(folder(), name)
  for (const [path, content] of await pythonPackage(document)) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await writeFile(join(target, path), content)
  }
  return target
}

describe('the package', () => {
  test('compiles, and every type that it names exists', async () => {
    await runPython(['-m', 'compileall', '-q', '-f', join(generated, 'onedoor')])
    const count = await runPython(
      ['-'],
      `
import inspect, typing
import onedoor, onedoor.families as families, onedoor.async_families as async_families, onedoor.types as types
import onedoor.client, onedoor.async_client
families.t = async_families.t = types
count = 0
for module in (types, families, async_families, onedoor.client, onedoor.async_client):
    for name, value in vars(module).items():
        if inspect.isclass(value) and value.__module__ == module.__name__:
            typing.get_type_hints(value)
            for member in vars(value).values():
                if inspect.isfunction(member):
                    typing.get_type_hints(member)
                    count += 1
print(count)
`,
    )
    expect(Number(count)).toBeGreaterThan(300)
  })

  test('is the same for the same document, and only imports the standard library', async () => {
    const files = await pythonPackage(smallDocument)
    expect(await pythonPackage(smallDocument)).toEqual(files)
    const imports = [...files].flatMap(([path, content]) =>
      path.endsWith('.py') ? [...content.matchAll(/^(?:import|from) ([\w.]+)/gm)].map(([, name = '']) => name) : [],
    )
    const own = imports.filter((name) => !name.startsWith('.'))
    const known = await runPython(['-'], `import sys\nprint(' '.join(sorted(getattr(sys, 'stdlib_module_names', ()))))`)
    if (known.trim()) expect(own.filter((name) => !known.split(/\s/).includes(name.split('.')[0] ?? ''))).toEqual([])
    expect(own).toContain('urllib.request')
  })

  test('has types with optional fields apart, and methods with documented arguments', async () => {
    const files = await pythonPackage(smallDocument)
    expect(files.get('onedoor/types.py')).toContain(`class _TaskPageRequired(TypedDict):
    items: List[Task]
    total: int
    # How many entries to skip, from 0.
    offset: int


class TaskPage(_TaskPageRequired, total=False):
    # How many entries to skip, from 0.
    next_offset: int`)
    expect(files.get('onedoor/types.py')).toContain('TaskStatus = Literal["todo", "done"]')
    expect(files.get('onedoor/families.py')).toContain(`    def add(
        self,
        *,
        title: str,
        text: str,
        call: Optional[CallOptions] = None,
    ) -> t.NoteSaved:`)
    expect(files.get('onedoor/families.py')).toContain('    ) -> Iterator[t.Task]:')
    expect(files.get('README.md')).toContain('```sh\npip install ../onedoor/generated/clients/python\n```')
    expect(files.get('onedoor/families.py')).toContain('Costs 3 credits a call.')
    expect(files.get('onedoor/families.py')).toContain('The price varies and is charged for each page.')
    expect(files.get('onedoor/families.py')).toContain('        title: Title of the note. (maxLength 200)')
  })

  test('warns once of a deprecated method, and says what to use instead', async () => {
    const document = structuredClone(smallDocument)
    Object.assign(document.paths['/api/v1/notes/add']?.post ?? {}, {
      deprecated: true,
      'x-instead': 'notes.write',
      'x-sunset': '2027-06-30',
    })
    const lines = `
import asyncio, warnings
from onedoor import AsyncClient, Client
def gone(request): raise ConnectionError("gone")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for _ in range(2):
        try: Client("http://onedoor.example", send=gone, retries=0).notes.add(title="x", text="y")
        except Exception: pass
    AsyncClient("http://onedoor.example", send=gone).notes.add(title="x", text="y").close()
    print([(each.category.__name__, str(each.message), each.filename) for each in caught])`
    const warned =
      "('DeprecationWarning', 'notes.add is deprecated. Use notes.write instead. It may be missing from 2027-06-30 on.', '<stdin>')"
    expect(await runPython(['-'], lines, await written('deprecated', document))).toBe(`[${warned}]\n`)
  })

  test('has fields and arguments that are Python keywords', async () => {
    const document = structuredClone(smallDocument)
    const note = document.components.schemas.Note
    Object.assign(note?.properties ?? {}, { from: { type: 'string' } })
    note?.required?.push('from')
    Object.assign(document.components.schemas.NotesAddArgs?.properties ?? {}, { class: { type: 'string' } })
    const lines = `
import inspect, typing
import onedoor.types, onedoor.families
print(sorted(typing.get_type_hints(onedoor.types.Note)), 'class_' in inspect.signature(onedoor.families.Notes.add).parameters)`
    expect(await runPython(['-'], lines, await written('words', document))).toBe(
      "['from', 'id', 'text', 'title'] True\n",
    )
  })
})
