import { type Html, html } from '#runtime/base/html.ts'
import type { Layout } from '#runtime/kit/site.ts'
import type { AppRow } from '../rows/apps.ts'
import type { ChangeSince } from '../rows/grants.ts'

/** Headers of every page with an app: it may use no device, and other windows get no reference to it. */
export const isolation: Readonly<Record<string, string>> = {
  'Permissions-Policy':
    'accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), web-share=(), xr-spatial-tracking=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

/**
 * Stops the connections that no other policy governs, those of WebRTC and of navigations, in the app and in every document that it
 * creates. The app may reload itself. Chromium supports this since version 152; elsewhere the script in front of the app is what
 * stops WebRTC.
 */
export const connectionPolicy: Readonly<Record<string, string>> = { 'Connection-Allowlist': '(response-origin)' }

/**
 * The policy of the page around an app. Its frame may show apps only, so an app cannot navigate it elsewhere.
 *
 * @param frames the beginning of their addresses
 * @param isEmbedded whether other sites may show the page in a frame
 */
export function hostPolicy(frames: string, isEmbedded: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isEmbedded ? '*' : "'none'"}`,
  ].join('; ')
}

/**
 * The policy of an app: it may run the scripts in its document, and load and send nothing. Trusted Types stop it from creating
 * frames, which would have their own connections: see generated/apps/sdk.js.
 *
 * @param ancestors who may show it
 */
export function framePolicy(ancestors: string): string {
  return [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}

interface HostFacts {
  readonly app: Pick<AppRow, 'id' | 'name' | 'description' | 'author'>
  readonly isSignedIn: boolean
  /** How it has changed since the viewer allowed it to call something. */
  readonly since: ChangeSince
  /** Address of the app in the frame. */
  readonly frameUrl: string
  readonly pass: string
}

function frameOf({ app, frameUrl, pass }: HostFacts): Html {
  return html`<p class="notice" role="status" data-notice hidden></p>
<iframe class="app" title="${app.name}" sandbox="allow-scripts allow-forms" referrerpolicy="no-referrer" data-app="${frameUrl}" data-pass="${pass}" data-allow="/settings/apps/${app.id}/allow"></iframe>
<noscript><p>Apps need scripts, but this browser does not run them.</p></noscript>
`
}

/** Not a constant: the path of its addresses is that of the server. */
const head = () => html`<link rel="stylesheet" href="/apps/-/host.css">
<script src="/apps/-/host.js" defer></script>
`

/** What viewers read about an app that has changed since they allowed it to call something. */
export const changeNotes: Readonly<Record<ChangeSince, string>> = {
  none: '',
  changed: 'It has changed since you allowed it.',
  calls_more:
    'It has changed since you allowed it and now calls more methods. It may do nothing on your behalf until you decide again.',
}

/** The page of an app. */
export function hostPage(facts: HostFacts, layout: Layout): string {
  const { app, isSignedIn, since } = facts
  const main = html`<h1>${app.name}</h1>
<p class="note">By ${app.author}, who is responsible for it. It can use only what you allow${
    isSignedIn ? html`: <a href="/settings/apps/${app.id}/allow">decide what it may do</a>` : ''
  }.</p>
${since !== 'none' && html`<p class="note"><b>${changeNotes[since]}</b></p>\n`}${frameOf(facts)}`
  const links = isSignedIn ? { links: html`<a href="/settings">Settings</a>` } : {}
  return layout({
    title: `${app.name} - Onedoor`,
    description: app.description.slice(0, 300),
    head: head(),
    main,
    ...links,
  })
}

/** The page of an app without its surroundings, for the frames of other sites. */
export function embedPage(facts: HostFacts): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${facts.app.name}</title>
<link rel="stylesheet" href="/pages.css">
${head()}</head>
<body class="alone">
${frameOf(facts)}</body>
</html>
`)
}
