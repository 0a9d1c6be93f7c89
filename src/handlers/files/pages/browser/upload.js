// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Shows how far an upload has come. Without this script the form is sent as any other. */
const form = document.querySelector('form[data-upload]')
if (form) {
  const input = form.querySelector('input[type=file]')
  const button = form.querySelector('button')
  const bar = form.querySelector('progress')
  const status = form.querySelector('[data-status]')
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
    return problem?.textContent ?? 'The file was not stored. Try again.'
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const [file] = input.files
    if (!file) return
    if (file.size > maxBytes) {
      say(`This file is too large: at most ${maxBytes / 1048576} MiB.`)
      return
    }
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const percent = Math.floor((100 * loaded) / total)
      bar.value = percent
      // Every quarter is enough for people who listen.
      if (percent % 25 === 0) say(`${percent} percent sent.`)
    })
    request.addEventListener('load', () => {
      if (request.status === 200) location.assign(request.responseURL)
      else rest(sentenceIn(request.responseText))
    })
    request.addEventListener('error', () => rest('The connection broke off. Try again.'))
    request.open('POST', form.action)
    request.setRequestHeader('Accept', 'text/html')
    bar.value = 0
    bar.hidden = false
    button.disabled = true
    say('Sending.')
    request.send(new FormData(form))
  })
}
