import { describe, expect, test } from 'vitest'
import { referrerHost, visitHeaders } from './visit-headers.ts'
import { deviceOf, devices, Visitors, visitKind, visitorOf, visitors } from './visitors.ts'

const agents = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safariOnMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  iPad: 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  androidPhone:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  androidTablet:
    'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  curl: 'curl/8.5.0',
}

function named(headers: Record<string, string>, isHead = false): string {
  const kind = new Visitors().kindOf(isHead, visitHeaders(Object.entries(headers).flat()))
  return `${visitorOf(kind)} ${deviceOf(kind)}`
}

describe('a visitor', () => {
  test.each([
    ['person desktop', { 'User-Agent': agents.firefox }],
    ['person desktop', { 'user-agent': agents.safariOnMac }],
    ['person mobile', { 'User-Agent': agents.iPhone }],
    ['person tablet', { 'User-Agent': agents.iPad }],
    ['person mobile', { 'User-Agent': agents.androidPhone }],
    ['person tablet', { 'User-Agent': agents.androidTablet }],
    ['person mobile', { 'User-Agent': agents.androidTablet, 'Sec-CH-UA-Mobile': '?1' }],
    ['person desktop', { 'User-Agent': agents.firefox, 'Sec-CH-UA-Mobile': '?0' }],
    ['person other', {}],
    ['person other', { 'User-Agent': '' }],
    ['bot other', { 'User-Agent': agents.googlebot }],
    ['bot other', { 'User-Agent': agents.slack }],
    ['person other', { 'User-Agent': agents.curl }],
    ['person other', { 'User-Agent': 'node' }],
    ['person other', { 'User-Agent': 'got (https://github.com/sindresorhus/got)' }],
    ['person other', { 'User-Agent': 'Python-urllib/3.11' }],
    ['bot other', { 'User-Agent': 'curl/8.5.0 (LinkPreview)' }],
    ['bot other', { 'User-Agent': 'axios/1.7.0 acme-crawler' }],
    ['bot other', { 'User-Agent': 'nodecrawler' }],
    ['bot desktop', { 'User-Agent': agents.firefox, 'Sec-Purpose': 'prefetch;prerender' }],
    ['bot desktop', { 'User-Agent': agents.firefox, purpose: 'prefetch' }],
    ['bot desktop', { 'User-Agent': agents.firefox, 'X-Purpose': 'preview' }],
    ['bot desktop', { 'User-Agent': agents.firefox, 'X-Moz': 'prefetch' }],
    ['bot mobile', { 'User-Agent': agents.iPhone, 'X-PURPOSE': 'Preview' }],
    ['person desktop', { 'User-Agent': agents.firefox, 'Sec-Purpose': 'navigate' }],
  ])('%s: %j', (expected, headers) => {
    expect(named(headers)).toBe(expected)
  })

  test('a HEAD request is counted as one, whether from a person or not', () => {
    expect(named({ 'User-Agent': agents.iPhone }, true)).toBe('head mobile')
    expect(named({ 'User-Agent': agents.googlebot }, true)).toBe('head other')
    expect(named({ 'User-Agent': agents.firefox, 'Sec-Purpose': 'prefetch' }, true)).toBe('head desktop')
  })

  test('the result is the same, however many others come in between', () => {
    const all = new Visitors(3)
    const first = all.kindOf(false, visitHeaders(['User-Agent', agents.iPhone]))
    for (let index = 0; index < 100; index++) all.kindOf(false, visitHeaders(['User-Agent', `${agents.curl}.${index}`]))
    expect(all.kindOf(false, visitHeaders(['User-Agent', agents.iPhone]))).toBe(first)
  })

  test('only the beginning of a long User-Agent is examined', () => {
    expect(named({ 'User-Agent': `${agents.iPhone} ${'x'.repeat(400_000)} Googlebot` })).toBe('person mobile')
  })

  test('every kind of visit is one number', () => {
    const all = visitors.flatMap((visitor) => devices.map((device) => ({ visitor, device })))
    const numbers = all.map(({ visitor, device }) => visitKind(visitor, device))
    expect(new Set(numbers)).toEqual(new Set(all.keys()))
    expect(numbers.map((kind) => ({ visitor: visitorOf(kind), device: deviceOf(kind) }))).toEqual(all)
  })
})

describe('the headers of a visit', () => {
  test('are found in any case, the first of several', () => {
    expect(
      visitHeaders(['REFERER', 'a', 'referer', 'b', 'x-request-ID', 'c', 'Accept', 'd', 'Sec-CH-UA-Mobile', '?1']),
    ).toEqual({
      userAgent: undefined,
      mobileHint: '?1',
      purpose: undefined,
      referer: 'a',
      requestId: 'c',
    })
  })
})

describe('a referrer', () => {
  const own = new Set(['onedoor.example'])
  test.each([
    ['https://News.Example/today?x=1', 'news.example'],
    ['http://news.example:8080', 'news.example'],
    ['https://news.example.', 'news.example'],
    ['https://ann:secret@news.example/', 'news.example'],
    ['https://[2001:db8::1]:443/', '[2001:db8::1]'],
    ['http://192.0.2.7/', '192.0.2.7'],
    ['https://xn--fhren-gra.example/', 'xn--fhren-gra.example'],
    ['https://onedoor.example/page', undefined],
    ['https://ONEDOOR.example:444/page', undefined],
    ['android-app://com.example', undefined],
    ['about:blank', undefined],
    ['https://', undefined],
    ['https:///path', undefined],
    ['https://a"b.example/', undefined],
    ['https://a b.example/', undefined],
    [`https://${'x'.repeat(300)}.example/`, undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %j', (referer, host) => {
    expect(referrerHost(referer, own)).toBe(host)
  })
})
