/**
 * Every place of a JSON value with its type: `.items: array`, `.items[].title: string`. Two values of
 * one shape differ in nothing but texts, numbers, and how many entries their lists have.
 */
export function shapeOf(value: unknown): string[] {
  const places = new Set<string>()
  function walk(at: unknown, place: string): void {
    places.add(`${place}: ${typeOf(at)}`)
    if (Array.isArray(at)) for (const entry of at) walk(entry, `${place}[]`)
    else if (typeOf(at) === 'object')
      for (const [name, entry] of Object.entries(at as object)) walk(entry, `${place}.${name}`)
  }
  walk(value, '')
  return [...places].sort()
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** What only one of two values has, a line each; none where they are of one shape. */
export function shapeDifferences(mock: unknown, real: unknown): string[] {
  const [mocked, answered] = [shapeOf(mock), shapeOf(real)]
  return [
    ...mocked.filter((place) => !answered.includes(place)).map((place) => `only the mock has ${place}`),
    ...answered.filter((place) => !mocked.includes(place)).map((place) => `only the server has ${place}`),
  ]
}
