// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Adds a copy button to each block of code, and to each marked text. Without the script it can be selected. */
for (const place of document.querySelectorAll('pre[role="group"], [data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'second copy'
  button.textContent = 'Copy'
  const label = place.getAttribute('aria-label')
  if (label) button.setAttribute('aria-label', `Copy: ${label}`)
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(place.textContent.trim())
      button.textContent = 'Copied'
    } catch {
      // Browsers offer the clipboard only over https and on localhost.
      getSelection()?.selectAllChildren(place)
      button.textContent = 'Selected: copy it with the keyboard'
    }
  })
  place.after(button)
}
