// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Renders the methods of this server's API document with Swagger UI, and connects the search and the token to it. */
import { ownWorld } from './own-world.js'
import { readCsrfToken, sessionEnded } from './session.js'

const place = document.getElementById('try')
/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const shown = JSON.parse(place.dataset.shown)
const search = document.getElementById('search')
const token = document.getElementById('token')
const found = document.getElementById('found')
/** Only where a sandbox is offered, to those who have no account. */
const sandbox = document.getElementById('sandbox')
/** Only for those who are signed in. */
const session = document.getElementById('session')

const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches)
prefersDark.addEventListener('change', followScheme)
followScheme()

/** The entry of an operation; the body form of a method is shown as that method. */
function shownOf(operation) {
  return shown[operation?.['x-form-of'] ?? operation?.operationId] ?? { row: [], all: [], docs: '/docs' }
}

/** Whether every word of the search is in the name, address, summary or description of a method. */
function matches(operation, tag, words) {
  const about = operation.get('operation').toObject()
  // Swagger UI changes the id of a method once it has been opened, and stores the original next to it.
  const name = about.__originalOperationId ?? about.operationId
  const text = [tag, name, operation.get('path'), about.summary, about.description].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

function searched(tagged, phrase) {
  const words = phrase.toLowerCase().split(/\s+/)
  return tagged
    .map((entry, tag) => entry.update('operations', (all) => all.filter((each) => matches(each, tag, words))))
    .filter((entry) => entry.get('operations').size > 0)
}

const nothing = () => null

/** Resolves to the element with that id as soon as it exists. */
async function drawn(id) {
  const element = document.getElementById(id)
  if (element) return element
  await new Promise(requestAnimationFrame)
  return drawn(id)
}

/** How methods are shown: by name, with access and price, without what the page already shows. */
function onedoorPlugin({ React, specSelectors }) {
  const element = React.createElement
  const listOf = (facts) =>
    element('span', { className: 'facts' }, ...facts.map((fact) => element('span', { key: fact }, fact)))
  const operationAt = (path, method) => specSelectors.specJson().getIn(['paths', path, method])?.toObject()
  return {
    fn: { opsFilter: searched },
    components: {
      TryLayout: ({ getComponent }) =>
        element(
          'div',
          { className: 'swagger-ui' },
          element(getComponent('SvgAssets')),
          element(getComponent('errors', true)),
          element(getComponent('operations', true)),
        ),
      // Swagger UI's own list renders only what is in view: the browser could not search it or follow a link into it.
      operations: ({ specSelectors: { taggedOperations }, getComponent, ...others }) => {
        const OperationTag = getComponent('OperationTag')
        const OperationContainer = getComponent('OperationContainer', true)
        const sections = taggedOperations().map((tagObj, tag) =>
          element(
            OperationTag,
            { key: tag, tag, tagObj, getComponent, ...others, specUrl: '' },
            ...tagObj.get('operations').map((op) => {
              const { path, method, specPath } = op.toObject()
              return element(OperationContainer, { key: `${method} ${path}`, specPath, op, path, method, tag })
            }),
          ),
        )
        return element('div', null, ...sections.values())
      },
      authorizeOperationBtn: nothing,
      CopyToClipboardBtn: nothing,
      TryItOutButton: nothing,
    },
    wrapComponents: {
      OperationSummaryPath: () => (props) => {
        const { path, method, operationId } = props.operationProps.toObject()
        return element(
          React.Fragment,
          null,
          element('span', { className: 'opblock-summary-path' }, operationId),
          listOf(shownOf(operationAt(path, method)).row),
        )
      },
      curl: (Original) => (props) => element(Original, { ...props, request: withToken(props.request) }),
      TextArea: (Original) => (props) => element(Original, { 'aria-label': 'Arguments as JSON', ...props }),
      // All errors have the form that /docs/errors shows, so their status and meaning are enough here.
      response: (Original) => (props) => {
        if (props.code.startsWith('2')) return element(Original, props)
        const Markdown = props.getComponent('Markdown', true)
        return element(
          'tr',
          { className: 'response' },
          element('td', { className: 'response-col_status' }, props.code),
          element('td', { colSpan: 2 }, element(Markdown, { source: props.response.get('description') })),
        )
      },
      parameters: (Original) => (props) => {
        const [path, method] = props.pathMethod
        const { all, docs } = shownOf(operationAt(path, method))
        return element(
          React.Fragment,
          null,
          element(
            'div',
            { className: 'try-about' },
            element('code', null, `${method.toUpperCase()} ${path}`),
            element('a', { href: base + docs }, 'In the reference'),
            listOf(all),
          ),
          element(Original, props),
        )
      },
    },
  }
}

/** With it, calls are made as the signed-in person. */
let csrfToken

/** Reads the CSRF token from a page of the settings. */
async function useSession() {
  csrfToken = undefined
  const fault = document.getElementById('session-fault')
  fault.textContent = ''
  if (!session.checked) return
  csrfToken = await readCsrfToken()
  if (csrfToken !== undefined) return
  session.checked = false
  fault.textContent = sessionEnded
}
/** Settles when the token is known. */
let sessionRead
if (session) {
  session.addEventListener('change', () => {
    sessionRead = useSession()
  })
  sessionRead = useSession()
}

/** A call with the session as a terminal can make it: with a token in place of the cookie. */
function withToken(request) {
  const isOwn = (name) => name.toLowerCase() === 'x-csrf-token'
  const headers = request.get('headers')
  if (!headers?.some((_, name) => isOwn(name))) return request
  return request.set('headers', headers.filterNot((_, name) => isOwn(name)).set('Authorization', 'Bearer od_…'))
}

/** The same request to the world of this tab, with the token of its first account. */
async function inSandbox(request) {
  const { path, token } = await ownWorld()
  const url = new URL(request.url, location.href)
  url.pathname = path + url.pathname.slice(base.length)
  return {
    ...request,
    url: url.href,
    credentials: 'omit',
    headers: { ...request.headers, Authorization: `Bearer ${token}` },
  }
}

async function start() {
  const response = await fetch(`${base}/openapi.json`)
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`)
  const ui = globalThis.SwaggerUIBundle({
    // The forms call the host that the page came from, which need not be the public address in the document.
    spec: { ...(await response.json()), servers: [{ url: base || '/' }] },
    domNode: place,
    layout: 'TryLayout',
    plugins: [onedoorPlugin],
    deepLinking: true,
    docExpansion: 'list',
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    // A token takes the place of the session.
    requestInterceptor: async (request) => {
      if (token.value.trim() === '') await sessionRead
      if (token.value.trim() === '' && sandbox?.checked) return inSandbox(request)
      return csrfToken === undefined || token.value.trim() !== ''
        ? { ...request, credentials: 'omit' }
        : { ...request, credentials: 'same-origin', headers: { ...request.headers, 'X-CSRF-Token': csrfToken } }
    },
  })
  const { layoutActions, authActions, authSelectors, specSelectors } = ui.getSystem()

  function showMatches() {
    const phrase = search.value.trim()
    layoutActions.updateFilter(phrase === '' ? true : phrase)
    const count = specSelectors.taggedOperations().reduce((sum, entry) => sum + entry.get('operations').size, 0)
    found.textContent = phrase === '' ? '' : count === 1 ? '1 method' : `${count || 'No'} methods`
  }
  search.addEventListener('input', showMatches)
  showMatches()

  function useToken() {
    const secret = token.value.trim()
    if (secret !== '') ui.preauthorizeApiKey('Token', secret)
    else if (authSelectors.authorized()?.has('Token')) authActions.logout(['Token'])
  }
  token.addEventListener('input', useToken)
  useToken()

  document.querySelector('.families').addEventListener('click', async (event) => {
    const family = event.target.dataset.family
    if (family === undefined) return
    event.preventDefault()
    search.value = ''
    showMatches()
    const heading = await drawn(`operations-tag-${family}`)
    heading.scrollIntoView()
    history.replaceState(null, '', `#/${family}`)
  })
}

start().catch((failure) => {
  place.textContent = `The methods could not be loaded: ${failure.message}. Reload the page.`
})
