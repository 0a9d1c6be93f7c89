// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/**
 * Shows the progress of an upload. Without this script the form is sent like any other. `data-upload` names what is
 * sent, such as `file`; a script that is loaded after this one may set `prepareFile` of the form, which returns the
 * file to send.
 */
for (const form of document.querySelectorAll('form[data-upload]')) {
  const input = form.querySelector('input[type=file]')
  const button = form.querySelector('button')
  const bar = form.querySelector('progress')
  const status = form.querySelector('[data-status]')
  const noun = form.dataset.upload
  const maxBytes = Number(input.dataset.maxBytes)

  const say = (text) => {
    status.textContent = text
  }

  const rest = (text) => {
    bar.hidden = true
    button.disabled = false
    say(text)
  }

  /** The server's own sentence, from the page that it responded with. */
  const sentenceIn = (page) => {
    const found = new DOMParser().parseFromString(page, 'text/html')
    const problem = found.querySelector('#problem') ?? found.querySelector('main p')
    return problem?.textContent ?? `The ${noun} was not stored. Try again.`
  }

  const send = (file) => {
    const body = new FormData(form)
    body.set('file', file)
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const percent = Math.floor((100 * loaded) / total)
      bar.value = percent
      // Every quarter is enough for screen readers.
      if (percent % 25 === 0) say(`${percent} percent sent.`)
    })
    request.addEventListener('load', () => {
      if (request.status === 200) location.assign(request.responseURL)
      else rest(sentenceIn(request.responseText))
    })
    request.addEventListener('error', () => rest('The connection was interrupted. Try again.'))
    request.open('POST', form.action)
    request.setRequestHeader('Accept', 'text/html')
    say('Sending.')
    request.send(body)
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const [chosen] = input.files
    if (!chosen) return
    bar.value = 0
    bar.hidden = false
    button.disabled = true
    if (form.prepareFile) say(`Preparing the ${noun}.`)
    const file = form.prepareFile ? await form.prepareFile(chosen) : chosen
    if (file.size > maxBytes) rest(`This ${noun} is too large: at most ${maxBytes / 1048576} MiB.`)
    else send(file)
  })
}
