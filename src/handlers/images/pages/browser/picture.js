// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Accepts dropped pictures, and scales large ones down before `/upload.js` sends them. */
const form = document.querySelector('form[data-upload]')
if (form) {
  const input = form.querySelector('input[type=file]')
  const drop = form.querySelector('[data-drop]')
  const maxBytes = Number(input.dataset.maxBytes)
  /** The most that the server stores, and the most that it reads. */
  const storedPixels = 8e6
  const maxPixels = 24e6

  /** The picture as the server accepts it: a photo of 50 megapixels or 20 MB becomes one of 8 megapixels. */
  const reduced = async (file) => {
    const picture = await createImageBitmap(file).catch(() => undefined)
    if (!picture) return file
    const pixels = picture.width * picture.height
    if (file.size <= maxBytes && pixels <= maxPixels) return file
    const share = Math.min(1, Math.sqrt(storedPixels / pixels))
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(picture.width * share)
    canvas.height = Math.floor(picture.height * share)
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
    return (await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))) ?? file
  }

  form.prepareFile = async (chosen) => {
    const file = await reduced(chosen)
    return new File([file], 'picture', { type: file.type })
  }

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
    form.querySelector('[data-status]').textContent = `${input.files[0].name} is selected.`
    form.requestSubmit()
  })
}
