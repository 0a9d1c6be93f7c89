// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/**
 * Takes pictures that are dropped, makes those that are too large smaller, and shows how far an upload has come. Without
 * this script the form is sent as any other.
 */
const form = document.querySelector('form[data-picture-upload]')
if (form) {
  const input = form.querySelector('input[type=file]')
  const button = form.querySelector('button')
  const bar = form.querySelector('progress')
  const status = form.querySelector('[data-status]')
  const drop = form.querySelector('[data-drop]')
  const maxBytes = Number(input.dataset.maxBytes)
  /** What the server keeps, and what it reads at all. */
  const keptPixels = 8e6
  const maxPixels = 24e6

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
    return problem?.textContent ?? 'The picture was not stored. Try again.'
  }

  /** The picture as the server takes it: a photo of 50 megapixels or 20 MB becomes one of 8 megapixels. */
  const reduced = async (file) => {
    const picture = await createImageBitmap(file).catch(() => undefined)
    if (!picture) return file
    const pixels = picture.width * picture.height
    if (file.size <= maxBytes && pixels <= maxPixels) return file
    const share = Math.min(1, Math.sqrt(keptPixels / pixels))
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(picture.width * share)
    canvas.height = Math.floor(picture.height * share)
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
    return (await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))) ?? file
  }

  const send = (file) => {
    const body = new FormData(form)
    body.set('file', file, 'picture')
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
    say('Preparing the picture.')
    const file = await reduced(chosen)
    if (file.size > maxBytes) rest(`This picture is too large: at most ${maxBytes / 1048576} MiB.`)
    else send(file)
  })

  for (const name of ['dragenter', 'dragover']) {
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.classList.add('over')
    })
  }
  drop.addEventListener('dragleave', () => drop.classList.remove('over'))
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    drop.classList.remove('over')
    if (event.dataTransfer.files.length === 0) return
    input.files = event.dataTransfer.files
    say(`${input.files[0].name} is chosen.`)
    form.requestSubmit()
  })
}
