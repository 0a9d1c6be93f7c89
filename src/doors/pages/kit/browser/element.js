// @ts-nocheck: it runs in browsers, and the types here are those of Node.

/** An element with attributes and contents; texts in them are texts. */
export function element(name, attributes = {}, ...contents) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...contents)
  return made
}
