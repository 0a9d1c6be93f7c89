// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Proposes the time zone of the browser. Without the script it is chosen by hand. */
const zones = document.querySelector('select[name="time_zone"]')
const own = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zones && [...zones.options].some(({ value }) => value === own)) zones.value = own
