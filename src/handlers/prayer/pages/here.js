// @ts-nocheck: it runs in browsers, and the types here are those of Node.
// Fills in the reader's location on request. The form works without it.
const form = document.querySelector('form.search')
if (form && navigator.geolocation && window.isSecureContext) {
  const line = document.createElement('p')
  const button = document.createElement('button')
  const problem = document.createElement('span')
  button.type = 'button'
  button.textContent = 'Use my location'
  problem.setAttribute('role', 'status')
  line.append(button, ' ', problem)
  form.append(line)
  button.addEventListener('click', () => {
    button.disabled = true
    problem.textContent = ''
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // A hundred metres make no difference to a prayer time, and the address need not have them.
        form.elements.lat.value = coords.latitude.toFixed(3)
        form.elements.lon.value = coords.longitude.toFixed(3)
        form.submit()
      },
      () => {
        button.disabled = false
        problem.textContent = 'Your browser did not share your location.'
      },
      { maximumAge: 600_000, timeout: 15_000 },
    )
  })
}
