import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { smallDocument } from '../client/testing-document.ts'
import { pythonPackage } from './index.ts'
import { folderForTests, generated, runPython } from './testing-python.ts'

const folder = folderForTests()

describe('the package', () => {
  test('compiles, and every type that it names exists', async () => {
    await runPython(['-m', 'compileall', '-q', '-f', join(generated, 'onedoor')])
    const count = await runPython(
      ['-'],
      `
import inspect, typing
import onedoor, onedoor.families as families, onedoor.types as types
families.t = types
count = 0
for module in (types, families, onedoor):
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
    expect(Number(count)).toBeGreaterThan(141)
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

  test('has fields and arguments that are Python keywords', async () => {
    const document = structuredClone(smallDocument)
    const note = document.components.schemas.Note
    Object.assign(note?.properties ?? {}, { from: { type: 'string' } })
    note?.required?.push('from')
    Object.assign(document.components.schemas.NotesAddArgs?.properties ?? {}, { class: { type: 'string' } })
    for (const [path, content] of await pythonPackage(document)) {
      await mkdir(dirname(join(folder(), 'words', path)), { recursive: true })
      await writeFile(join(folder(), 'words', path), content)
    }
    const lines = `
import inspect, typing
import onedoor.types, onedoor.families
print(sorted(typing.get_type_hints(onedoor.types.Note)), 'class_' in inspect.signature(onedoor.families.Notes.add).parameters)`
    expect(await runPython(['-'], lines, join(folder(), 'words'))).toBe("['from', 'id', 'text', 'title'] True\n")
  })
})
