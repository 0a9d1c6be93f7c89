import { type Document, operationsOf, resolve } from '#runtime/base/openapi.ts'

/** The calls of a sandbox as the writers of clients take them. */
export interface SandboxCalls {
  /** Making, listing and ending worlds, and the ready seeds. */
  readonly worlds: Document
  /** What is done with a world. Their paths follow the address of the world. */
  readonly world: Document
}

const ofWorld = '/sandbox/worlds/{name}/'

/**
 * The document of the sandbox as two: clients of a world do not name it in each call. Operations whose bodies are not JSON,
 * such as streams and seeds in YAML, are left out.
 *
 * @param document that of `spec/sandbox/`
 */
export function sandboxCalls(document: Document): SandboxCalls {
  const parts: SandboxCalls = { worlds: { ...document, paths: {} }, world: { ...document, paths: {} } }
  for (const { path, verb, operation } of operationsOf(document)) {
    const { '200': ok, '204': empty } = operation.responses
    const types = [...Object.keys(ok?.content ?? {}), ...Object.keys(operation.requestBody?.content ?? {})]
    if ((!ok && !empty) || types.some((type) => type !== 'application/json')) continue
    const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter))
    const isOfWorld = path.startsWith(ofWorld)
    const part = isOfWorld ? parts.world : parts.worlds
    const at = isOfWorld ? path.slice(ofWorld.length - 1) : path
    part.paths[at] = {
      ...part.paths[at],
      [verb]: {
        ...operation,
        parameters: isOfWorld
          ? parameters.filter(({ name, in: place }) => place !== 'path' || name !== 'name')
          : parameters,
        'x-kind': verb === 'get' ? 'read' : 'write',
        'x-retry': verb === 'get' ? 'safe' : verb === 'post' ? 'unsafe' : 'idempotent',
        // The sandbox knows no keys.
        'x-unkeyed': true,
      },
    }
  }
  return parts
}
