// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Shows a response. Everything from it is set as text, never as markup, and only as much as a page can hold. */
import { element } from './element.js'

/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
/** How much of a response is shown as text, and how many entries of a list at first. */
const maxShownChars = 200_000
const maxValueChars = 2_000
const shownEntries = 100
const maxEvents = 500
/** Up to as many entries, and this deep, a tree is open at first. */
const openEntries = 20
const openDepth = 3

/** Shown by their names, after those that have a label. */
const shownHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Content-Type',
  'WWW-Authenticate',
  'PAYMENT-REQUIRED',
]

/**
 * The parts that show a response: status, time and headers, the body as a tree and as text, and links to download it.
 *
 * @param form the table of the method
 * @param outcome as `sendCall` returns it
 * @param isOwn whether the signed-in person made the call, who can then read it in the log
 */
export async function responseParts(form, outcome, isOwn) {
  const { status, headers, type, ms, bytes, isCut, lastEvent } = outcome
  const facts = [
    ['Status', lastEvent === 'error' ? `${status}, but the call failed after it had begun` : String(status)],
    ['Time', `${ms} ms`],
    ['Request id', headers.get('X-Request-Id'), isOwn && `${base}/settings/calls?request_id=`],
    ['Price', priceOf(outcome)],
    ...shownHeaders.filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]),
  ]
  const known = facts.filter(([, value]) => value !== null)
  const list = element(
    'dl',
    { class: 'outcome' },
    ...known.flatMap(([name, value, place]) => {
      const text = shortened(value, maxValueChars)
      const shown = place ? element('a', { href: place + encodeURIComponent(value) }, text) : text
      return [element('dt', {}, name), element('dd', {}, shown)]
    }),
  )
  const whole = downloadLink('Download the response', bytes, `${form.id}.${isText(type) ? 'json' : 'bin'}`)
  if (!isText(type)) return [list, element('p', {}, whole)]
  const text = await bytes.text()
  const value = isCut ? undefined : parsed(text)
  const result = value?.result ?? value
  return [
    list,
    ...(isCut ? [element('p', { class: 'note' }, 'The response is too long: only its beginning was read.')] : []),
    ...(value === undefined ? [] : [opening('As a tree', () => treeOf(value, 0), true)]),
    opening('As text', () => textParts(text, whole), value === undefined),
    ...fileLinks(form, result),
  ]
}

/** What the call cost; events begin before that is known. */
function priceOf({ status, headers, type }) {
  const charged = headers.get('X-Credits-Charged')
  if (charged !== null) return `${charged} credits; ${headers.get('X-Credits-Balance')} left`
  return status < 400 && !type.startsWith('text/event-stream') ? 'free' : null
}

const isText = (type) => /^(?:application\/json|text\/)/.test(type)

/** A text as JSON; undefined if it is not. */
export function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A list of events that grows as they arrive. */
export function eventList() {
  const list = element('ol', { class: 'events' })
  let count = 0
  return {
    list,
    add: ({ name, data }) => {
      count += 1
      if (count > maxEvents) return
      list.append(element('li', {}, element('b', {}, name), ' ', element('code', {}, shortened(data, maxValueChars))))
      if (count === maxEvents) list.append(element('li', {}, 'Later events are not shown.'))
    },
  }
}

/** Its contents are made when it is opened. */
function opening(title, contents, isOpen) {
  const part = element('details', {}, element('summary', {}, ...[title].flat()))
  const fill = () => part.childElementCount === 1 && part.append(...[contents()].flat())
  part.addEventListener('toggle', () => part.open && fill())
  if (isOpen) {
    fill()
    part.open = true
  }
  return part
}

function textParts(text, whole) {
  const block = element('pre', { tabindex: '0', role: 'group', 'aria-label': 'Response' }, text.slice(0, maxShownChars))
  const note = text.length > maxShownChars ? `The first ${maxShownChars.toLocaleString('en')} characters. ` : ''
  return [block, element('p', { class: 'note' }, note, whole)]
}

function treeOf(value, depth) {
  if (typeof value !== 'object' || value === null) return element('p', {}, leafOf(value))
  const keys = Array.isArray(value) ? undefined : Object.keys(value)
  const total = keys?.length ?? value.length
  const list = element('ul', { class: 'tree' })
  const showMore = (from) => {
    const to = Math.min(from + shownEntries, total)
    for (let index = from; index < to; index += 1) {
      const key = keys ? keys[index] : index
      list.append(entryOf(String(key), value[key], depth))
    }
    if (to === total) return
    const more = element('button', { type: 'button' }, `Show more of ${total.toLocaleString('en')} entries`)
    const place = element('li', {}, more)
    more.addEventListener('click', () => {
      place.remove()
      showMore(to)
      list.children[from]?.querySelector('summary')?.focus()
    })
    list.append(place)
  }
  showMore(0)
  return list
}

function entryOf(key, value, depth) {
  const name = element('code', { class: 'key' }, shortened(key, maxValueChars))
  const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isBranch) return element('li', {}, name, ' ', leafOf(value))
  const size = Object.keys(value).length
  const number = size.toLocaleString('en')
  const kind = Array.isArray(value) ? `list of ${number}` : size === 1 ? '1 field' : `${number} fields`
  const title = [name, ' ', element('span', { class: 'type' }, kind)]
  const isOpen = size <= openEntries && depth < openDepth
  return element(
    'li',
    {},
    opening(title, () => treeOf(value, depth + 1), isOpen),
  )
}

function leafOf(value) {
  return element('code', { class: 'value' }, shortened(JSON.stringify(value), maxValueChars))
}

function shortened(text, most) {
  return text.length > most ? `${text.slice(0, most)}… (${text.length.toLocaleString('en')} characters)` : text
}

/** A link to the file that a result contains. */
function fileLinks({ id, file }, result) {
  const content = file && result?.[file.content]
  if (typeof content !== 'string') return []
  const isBase64 = file.encoding !== undefined && result[file.encoding] === 'base64'
  const bytes = isBase64 ? bytesOf(content) : content
  if (bytes === undefined) return []
  return [element('p', {}, downloadLink('Download the file', new Blob([bytes]), id))]
}

function bytesOf(base64) {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The addresses of what can be downloaded, until the next response. */
let addresses = []

/** Frees what the links of the last response refer to. */
export function releaseDownloads() {
  for (const address of addresses) URL.revokeObjectURL(address)
  addresses = []
}

function downloadLink(text, bytes, name) {
  const address = URL.createObjectURL(bytes)
  addresses.push(address)
  return element('a', { href: address, download: name }, text)
}
