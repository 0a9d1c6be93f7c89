// @ts-nocheck: it runs in browsers, and the types here are those of Node.
// Shows the progress of a build live. The page itself shows how it ended. The stream begins with the current state.
/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const status = document.querySelector('[data-build]')
const events = new EventSource(`${base}/apps/-/builds/${status.dataset.build}`)

events.addEventListener('build', ({ data }) => {
  const { state, text } = JSON.parse(data)
  if (state === 'complete' || state === 'failed') {
    events.close()
    location.reload()
  } else status.textContent = text
})
