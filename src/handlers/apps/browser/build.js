// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Says how far a build has come, as it happens; its end is on the page itself. The stream begins with the present state. */
const status = document.querySelector('[data-build]')
const events = new EventSource(`/apps/-/builds/${status.dataset.build}`)

events.addEventListener('build', ({ data }) => {
  const { state, text } = JSON.parse(data)
  if (state === 'complete' || state === 'failed') {
    events.close()
    location.reload()
  } else status.textContent = text
})
