// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** The world of this tab in the sandbox of this server. */

/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const worldKey = 'onedoor.world'
/** Where storage is switched off, a world lasts as long as the page. */
let kept

function remembered() {
  try {
    return sessionStorage.getItem(worldKey) ?? kept
  } catch {
    return kept
  }
}

function remember(name) {
  kept = name
  try {
    sessionStorage.setItem(worldKey, name)
  } catch {}
}

/**
 * Gets the world of this tab, or makes one.
 *
 * @returns its name, its address, the same as a path on this server, and the token of its first account
 */
export async function ownWorld() {
  const name = remembered()
  // It may have ended meanwhile.
  const known = name && (await fetch(`${base}/sandbox/worlds/${name}`, { cache: 'no-store' }))
  const response = known?.ok ? known : await makeWorld()
  const world = await response.json()
  if (!response.ok) throw new Error(world.error ?? `the sandbox responded with status ${response.status}`)
  remember(world.name)
  return {
    name: world.name,
    baseUrl: world.base_url,
    path: `${base}/w/${world.name}`,
    page: `${base}/sandbox/${world.name}`,
    token: world.accounts[0].token,
  }
}

function makeWorld() {
  return fetch(`${base}/sandbox/worlds`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
}
