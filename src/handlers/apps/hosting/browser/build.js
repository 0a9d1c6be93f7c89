// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Says how far a build has come, as it happens; its end is on the page itself. */
const status = document.querySelector('[data-build]')
const events = new EventSource(`/apps/-/builds/${status.dataset.build}`)

events.addEventListener('build', ({ data }) => {
  const { state, text } = JSON.parse(data)
  if (state === 'complete' || state === 'failed') {
    events.close()
    location.reload()
  } else status.textContent = text
})
// What happened before the stream was open, or while it was interrupted.
events.addEventListener('open', async () => {
  const response = await fetch(`/api/v1/apps/buildstatus?id=${status.dataset.build}`)
  if (!response.ok) return
  const { result } = await response.json()
  if (result.state === 'complete' || result.state === 'failed') location.reload()
})
