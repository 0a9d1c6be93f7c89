import { resolve } from '#runtime/base/openapi.ts'
import { operationFacts } from '../../operations.ts'
import type { SandboxCalls } from '../../sandbox-calls.ts'
import { type ClientMethod, clientMethods } from '../client/methods.ts'
import { aligned, goComment, goName, tabbed } from './names.ts'
import { argsTypeOf, GoTypes, resultTypeOf } from './types.ts'

/** What sandbox.go and equal.go declare. */
const ownNames = ['Account', 'Any', 'Equal', 'Families', 'New', 'Options', 'World']

/** sandbox/calls.go, without its header: the calls of a world, by family, with the types of their arguments and results. */
export function worldCalls({ world }: SandboxCalls): string {
  const methods = clientMethods(world, operationFacts(world))
  const families = Map.groupBy(methods, ({ family }) => family)
  const types = new GoTypes(world, [...ownNames, ...[...families.keys()].map(familyType)])
  const texts = [...families].flatMap(([family, members]) => [
    `${goComment(`${familyType(family)} are the methods of ${family}.`)}type ${familyType(family)} struct{ world *World }`,
    ...members.map((method) => {
      const args = argsTypeOf(method)
      if (args) types.struct(args, resolve(world, method.args), true)
      return methodOf(method, args, method.isEmpty ? undefined : resultTypeOf(method, types))
    }),
  ])
  const names = [...families.keys()]
  return `package sandbox

// Families are the calls of a world. One that the sandbox refuses ends the test.
type Families struct {
${tabbed(aligned(names.map((family) => [goName(family), familyType(family)])))}}

func familiesOf(w *World) Families {
	return Families{
${tabbed(tabbed(aligned(names.map((family) => [`${goName(family)}:`, `${familyType(family)}{w},`]))))}	}
}

${texts.join('\n\n')}

${types.declarations()}`
}

const familyType = (family: string) => `${goName(family)}Methods`

function methodOf(method: ClientMethod, args: string | undefined, result: string | undefined): string {
  const { id, family, name, verb, path, description } = method
  const given = `m.world, "${verb}", ${JSON.stringify(path)}, ${args ? 'args' : 'struct{}{}'}`
  return `${goComment(`${goName(name)} calls ${id}.`, description)}func (m ${familyType(family)}) ${goName(name)}(${args ? `args ${args}` : ''})${result ? ` *${result}` : ''} {
	m.world.t.Helper()
	${result ? `return call[${result}](${given})` : `call[struct{}](${given})`}
}`
}
