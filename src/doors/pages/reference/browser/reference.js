// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** What the reference adds with scripts: search, keys, copy buttons, and what it remembers of the reader's choices. */

/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const contents = document.getElementById('contents')
const isTyping = (target) => target.closest('input, textarea, select, [contenteditable]') !== null

/** Storage may be switched off: the page works without it. */
function stored(storage, key, value) {
  try {
    if (value === undefined) return globalThis[storage].getItem(key)
    globalThis[storage].setItem(key, value)
  } catch {}
  return null
}

// The language of the samples.
const languageKey = 'onedoor.language'
const languages = [...document.querySelectorAll('input[name=language]')]
const remembered = languages.find(({ value }) => value === stored('localStorage', languageKey))
if (remembered) remembered.checked = true
for (const choice of languages)
  choice.addEventListener('change', () => stored('localStorage', languageKey, choice.value))

// Which services are open in the list, and how far it is scrolled.
const openKey = 'onedoor.contents'
const parts = [...contents.querySelectorAll('details')]
const place = JSON.parse(stored('sessionStorage', openKey) ?? '{}')
for (const part of parts) if (place.open?.includes(part.dataset.name)) part.open = true
contents.scrollTop = place.top ?? 0
const current = contents.querySelector('[aria-current]')
if (current) {
  const list = contents.getBoundingClientRect()
  const { top, bottom } = current.getBoundingClientRect()
  // At the top of a page, the list reaches below the window.
  if (top < list.top || bottom > Math.min(list.bottom, innerHeight))
    contents.scrollTop += top - list.top - list.height / 2
}
addEventListener('pagehide', () => {
  const open = parts.filter((part) => part.open).map((part) => part.dataset.name)
  stored('sessionStorage', openKey, JSON.stringify({ open, top: contents.scrollTop }))
})

// The filter of the list.
const filter = document.getElementById('filter')
filter.closest('.filter').hidden = false
filter.addEventListener('input', () => {
  const word = filter.value.trim().toLowerCase()
  for (const part of parts) {
    const isWhole = part.dataset.name.includes(word)
    const entries = [...part.querySelectorAll('li')]
    for (const entry of entries) entry.hidden = !isWhole && !entry.textContent.toLowerCase().includes(word)
    part.hidden = entries.every((entry) => entry.hidden)
    if (word !== '') part.open = !part.hidden
  }
})

// Copy buttons.
const announcement = document.createElement('p')
announcement.className = 'unseen'
announcement.setAttribute('role', 'status')
document.body.append(announcement)

/** @param what is copied, for those who do not see where the button is */
function copyButton(label, textOf, what) {
  const button = document.createElement('button')
  button.setAttribute('aria-label', `${label} ${what}`)
  button.type = 'button'
  button.className = 'copy'
  button.textContent = label
  button.addEventListener('click', async () => {
    const done = await copied(textOf)
    button.textContent = done ? 'Copied' : 'Not copied'
    announcement.textContent = done ? 'Copied to the clipboard.' : 'The browser did not allow copying.'
    setTimeout(() => {
      button.textContent = label
      announcement.textContent = ''
    }, 1500)
  })
  return button
}

async function copied(textOf) {
  try {
    await navigator.clipboard.writeText(await textOf())
    return true
  } catch {
    return false
  }
}

/** Puts a button that copies its text beside a block of code in the page. */
export function makeCopyable(block) {
  const frame = document.createElement('div')
  frame.className = 'copyable'
  block.replaceWith(frame)
  const label = block.getAttribute('aria-label') ?? 'code'
  frame.append(
    block,
    copyButton('Copy', () => block.innerText, label),
  )
}

for (const block of document.querySelectorAll('main pre')) makeCopyable(block)
for (const code of document.querySelectorAll('[data-copy]')) {
  code.after(
    ' ',
    copyButton('Copy', () => code.innerText, 'the address'),
  )
}
const name = document.querySelector('h1 > code')
if (name) name.parentElement.after(copyButton('Copy', () => name.innerText, 'the name'))
const markdown = document.querySelector('link[rel=alternate][type="text/markdown"]')
const trail = document.querySelector('main .trail')
if (markdown && trail) {
  const text = async () => {
    const response = await fetch(markdown.href)
    if (!response.ok) throw new Error(String(response.status))
    return response.text()
  }
  trail.append(' ', copyButton('Copy as Markdown', text, '(the whole page)'))
}

// Trying the method, and a token in its samples: each is loaded when it is used.
const trial = document.getElementById('try')
if (trial) {
  const openAsLinked = () => {
    if (location.hash === '#try') trial.open = true
  }
  const start = () => {
    const started = import('./trial.js').then(({ startTrial }) => startTrial())
    started.catch(() => {
      document.getElementById('trial-fault').textContent = 'The form could not be loaded. Reload the page.'
    })
  }
  trial.addEventListener('toggle', start)
  addEventListener('hashchange', openAsLinked)
  openAsLinked()
  // It may have been opened before this script was loaded.
  if (trial.open) start()
}
const ownToken = document.getElementById('own-token')
if (ownToken) {
  ownToken.hidden = false
  ownToken.addEventListener('click', () => {
    const started = import('./own-token.js').then(({ useOwnToken }) => useOwnToken(ownToken))
    started.catch(() => {
      document.getElementById('own-token-state').textContent = 'The script could not be loaded. Reload the page.'
    })
  })
}

// Search.
const search = document.getElementById('search')
const found = document.getElementById('found')
const count = document.getElementById('found-count')
search.closest('.search-box').hidden = false

async function showFound() {
  const phrase = search.value.trim()
  const { openSearch } = await import('./search.js')
  const find = await openSearch()
  // Typed meanwhile: the next event shows it.
  if (phrase !== search.value.trim()) return
  const groups = phrase === '' ? [] : find(phrase)
  found.replaceChildren(...groups.map(groupOf))
  found.hidden = phrase === ''
  const total = groups.reduce((sum, { results }) => sum + results.length, 0)
  count.textContent = phrase === '' ? '' : total === 1 ? '1 result' : `${total || 'No'} results`
  if (phrase !== '' && total === 0) found.textContent = `Nothing matches ${phrase}.`
}

function groupOf({ group, results }) {
  const section = document.createElement('section')
  const heading = document.createElement('h2')
  heading.textContent = group
  const list = document.createElement('ul')
  for (const { title, note, url } of results) {
    const link = document.createElement('a')
    link.href = base + url
    const strong = document.createElement('b')
    strong.textContent = title
    link.append(strong, ' ', note)
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  section.append(heading, list)
  return section
}

function closeFound() {
  found.hidden = true
}

search.addEventListener('input', () => {
  showFound().catch(() => {
    found.hidden = false
    found.textContent = 'The search could not be loaded. Try again, or reload the page.'
  })
})
search.closest('.search-box').addEventListener('keydown', (event) => {
  // A word that is still being composed, as in Japanese, is not entered yet.
  if (event.isComposing) return
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    closeFound()
    search.focus()
  } else if (event.key === 'Enter' && event.target === search) links[0]?.click()
  else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? search).focus()
  else return
  event.preventDefault()
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search-box') || event.target.closest('.found a')) closeFound()
})
search.closest('.search-box').addEventListener('focusout', ({ currentTarget, relatedTarget }) => {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) closeFound()
})

// Keys: / for the search, j and k for the next and the previous method. They can be switched off, since speech input types
// letters too.
const keysKey = 'onedoor.keys'
const keys = document.getElementById('keys')
keys.closest('.keys').hidden = false
keys.checked = stored('localStorage', keysKey) !== 'off'
keys.addEventListener('change', () => stored('localStorage', keysKey, keys.checked ? 'on' : 'off'))
document.addEventListener('keydown', (event) => {
  if (!keys.checked || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  if (event.key === '/') {
    event.preventDefault()
    search.focus()
  } else if (event.key === 'j' || event.key === 'k') {
    const links = [...contents.querySelectorAll('details[data-name] li a')]
    const next = links[links.indexOf(current) + (event.key === 'j' ? 1 : -1)]
    if (next) location.href = next.href
  }
})
