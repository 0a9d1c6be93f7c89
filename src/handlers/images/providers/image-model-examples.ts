import type { Examples } from '#runtime/outbound/description.ts'

/** A grey square of 8 by 8 pixels. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzIAAAAA1BMVEWImare3AxHAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQImWNgQAUAABAAASG2FtIAAAAASUVORK5CYII='

/** What a server with the images API of OpenAI would send. */
export const imageModelExamples: Examples = ({ path }, nowMs) =>
  path.endsWith('/images/generations')
    ? { json: { created: Math.floor(nowMs / 1000), data: [{ b64_json: png }] } }
    : undefined
