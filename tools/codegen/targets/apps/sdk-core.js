// @ts-nocheck: it runs in browsers, and the types here are those of Node.
// The first script of every app. It removes what the sandbox permits, then provides the services. Browsers
// without Connection-Allowlist have no other protection against WebRTC.
;(() => {
  /** By service and method: its verbs, the reason if apps must not call it, and its required arguments. */
  const methods = {} // the operation table
  const w = window
  if (!w.trustedTypes) {
    // Without Trusted Types an app could make frames, which have their own connections.
    w.stop()
    document.documentElement.textContent = 'This browser is too old to run apps safely.'
    return
  }
  const { apply } = Reflect
  const { replace, slice, lastIndexOf, startsWith } = String.prototype
  const { test } = RegExp.prototype
  const { getOwnPropertyNames } = Object
  const host = w.parent
  const Refusal = DOMException
  // Otherwise an app could change what the patterns below match.
  Object.freeze(RegExp.prototype)

  const banned = /^(?:iframe|frame|frameset|object|embed|fencedframe|portal)$/i
  const tag =
    /<(?=\/?(?:(?:[^\s<>/:]*:)?(?:i?frame|frameset|object|embed|fencedframe|portal)|[^\s<>/:]+:link)(?![a-z0-9-]))/gi
  const link = /<(\/?)link(?![a-z0-9-])/gi
  const shadow = /shadowrootmode/gi
  const refuse = (what) => {
    throw new Refusal(`${what} is not available in an app`, 'SecurityError')
  }
  const fix = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: false })

  // A link can make the browser connect to any host (preconnect). It becomes a <meta>, where it has no effect.
  const withoutTags = (text) => apply(replace, apply(replace, text, [tag, '<x-']), [link, '<$1meta'])
  // Of an attribute that is given twice, the first counts: no shadow root is closed.
  const safe = (text) => apply(replace, withoutTags(text), [shadow, 'shadowrootmode=open data-mode'])
  w.trustedTypes.createPolicy('default', {
    // Browsers report every way of setting srcdoc by this name, including attribute nodes and elements of other documents.
    createHTML: (text, _type, sink) => (apply(test, /srcdoc/i, [`${sink}`]) ? refuse('srcdoc') : safe(`${text}`)),
    createScript: (text) => text,
    createScriptURL: (text) => text,
  })
  for (const name of getOwnPropertyNames(w)) {
    if (apply(test, /^(?:webkit|moz)?RTC|^(?:WebTransport|XSLTProcessor)$/, [name])) fix(w, name, undefined)
  }
  for (const name of ['write', 'writeln', 'open']) {
    fix(Document.prototype, name, () => refuse(`document.${name}`))
  }
  // These also take a text, and trust their own rules for it.
  for (const [target, name] of [
    [Element.prototype, 'setHTML'],
    [ShadowRoot.prototype, 'setHTML'],
    [Document, 'parseHTML'],
  ]) {
    const real = target[name]
    if (!real) continue
    fix(target, name, function (text, options) {
      return apply(real, this, [safe(`${text}`), options])
    })
  }
  /** The name of an element that the app may have instead: of a link, that of a <meta>. */
  const nameFor = (name) => {
    const at = apply(lastIndexOf, name, [':']) + 1
    const local = apply(slice, name, [at])
    if (apply(test, banned, [local])) refuse(`<${local}>`)
    return apply(test, /^link$/i, [local]) ? `${apply(slice, name, [0, at])}meta` : name
  }
  for (const [name, at] of [
    ['createElement', 0],
    ['createElementNS', 1],
  ]) {
    const real = Document.prototype[name]
    fix(Document.prototype, name, function (first, second) {
      const given = nameFor(`${at === 0 ? first : second}`)
      return apply(real, this, at === 0 ? [given] : [first, given])
    })
  }
  const { createDocument } = DOMImplementation.prototype
  fix(DOMImplementation.prototype, 'createDocument', function (namespace, name, type = null) {
    const given = name === null ? '' : nameFor(`${name}`)
    return apply(createDocument, this, [namespace, given, type])
  })
  // Elements that extend others could be frames.
  const { define } = CustomElementRegistry.prototype
  fix(CustomElementRegistry.prototype, 'define', function (name, made) {
    return apply(define, this, [name, made])
  })
  // XML could spell tags in entities.
  const { parseFromString } = DOMParser.prototype
  fix(DOMParser.prototype, 'parseFromString', function (text) {
    return apply(parseFromString, this, [text, 'text/html'])
  })

  // Firefox connects to the host of a link when the mouse button goes down, before anything is opened. What a closed shadow root
  // contains would be missing in the path, and a listener of the app could change where the link leads, so no link is exempt.
  const { attachShadow, matches } = Element.prototype
  const { composedPath, preventDefault } = Event.prototype
  fix(Element.prototype, 'attachShadow', function (init) {
    return apply(attachShadow, this, [{ ...init, mode: 'open' }])
  })
  const isLink = (node) => {
    try {
      return apply(matches, node, ['a, area'])
    } catch {
      return false
    }
  }
  const ignorePress = (event) => {
    const path = apply(composedPath, event, [])
    for (let at = 0; at < path.length; at += 1) {
      if (isLink(path[at])) apply(preventDefault, event, [])
    }
  }
  addEventListener('mousedown', ignorePress, true)

  // A form that is sent makes the browser connect before it refuses to send it.
  addEventListener('submit', (event) => apply(preventDefault, event, []), true)
  fix(HTMLFormElement.prototype, 'submit', () => refuse('form.submit'))

  const waiting = new Map()
  let count = 0
  let port
  const queued = []
  addEventListener('message', (event) => {
    if (event.source !== host || port || !event.ports[0]) return
    port = event.ports[0]
    port.onmessage = ({ data }) => {
      const settle = waiting.get(data.id)
      waiting.delete(data.id)
      settle?.(data)
    }
    for (const message of queued.splice(0)) port.postMessage(message)
  })
  host.postMessage('onedoor', '*')

  const call = (message) =>
    new Promise((resolve) => {
      count += 1
      waiting.set(count, resolve)
      const whole = { ...message, id: count }
      if (port) port.postMessage(whole)
      else queued.push(whole)
    })

  const errorOf = ({ status, body }) => {
    const error = new Error(body?.error ?? 'The call failed.')
    return Object.assign(error, { status, code: body?.code, details: body?.details })
  }

  const refusals = {
    other: 'is not a service that apps may call',
    apps: 'manages apps, which apps may not do',
    withheld: 'is withheld from apps and can be called only by people and programs',
  }
  const refused = (status, code, error, details) => ({ status, body: { error, code, details } })
  const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined)

  /** The response to a call that the server would always reject, so that no request is needed; undefined for others. */
  const faultOf = (service, method, given, verb) => {
    const known = own(methods, service)
    const facts = known && own(known, method)
    if (facts === undefined) {
      const listed = known ? `${service} has ${Object.keys(known).join(', ')}` : 'All are listed at /docs/apps/sdk'
      return refused(404, 'unknown_method', `There is no method ${service}.${method}. ${listed}.`)
    }
    const [verbs, refusal, ...required] = facts.split(' ')
    const id = `${service}.${method}`
    if (verb !== undefined && !verbs.split('/').includes(verb)) {
      return refused(405, 'method_not_allowed', `${verb} is not a verb of ${id}; call it with ${verbs}.`)
    }
    if (refusal) return refused(403, 'permission_denied', `${id} ${refusals[refusal]}.`)
    const missing = required.filter((name) => own(given, name) === undefined)
    if (missing.length === 0) return undefined
    const details = missing.map((path) => ({ path, message: 'is required' }))
    return refused(
      400,
      'invalid_argument',
      `${id}: ${missing.map((name) => `${name} is required`).join('; ')}.`,
      details,
    )
  }

  const sdk = Object.freeze({
    async service(service, method, args = {}) {
      const message = { service: String(service), method: String(method), args: JSON.parse(JSON.stringify(args)) }
      const answer = faultOf(message.service, message.method, Object(message.args)) ?? (await call(message))
      if (answer.status === 200) return answer.body?.result ?? answer.body
      throw errorOf(answer)
    },
  })
  fix(w, 'mu', sdk)
  fix(w, 'onedoor', sdk)

  w.fetch = async (input, options = {}) => {
    const address = input instanceof Request ? input.url : String(input)
    const path = apply(startsWith, address, [location.origin]) ? address.slice(location.origin.length) : address
    const match = /^\/api\/v1\/([^/?#]+)\/([^/?#]+)(?:\?([^#]*))?$/.exec(path)
    if (!match) throw new TypeError(`An app reaches only /api/v1/<service>/<method>, not ${address}`)
    const [, service, method, query = ''] = match
    const body = options.body === undefined || options.body === null ? {} : JSON.parse(String(options.body))
    const verb = String(options.method ?? 'GET').toUpperCase()
    const given = { ...Object.fromEntries(new URLSearchParams(query)), ...body }
    const answer = faultOf(service, method, given, verb) ?? (await call({ service, method, verb, query, args: body }))
    const headers = { 'Content-Type': 'application/json' }
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers })
  }
})()
