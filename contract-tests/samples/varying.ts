/** Fields of a result by the place that they are in, several separated by spaces. */
type Fields = Readonly<Record<string, string>>

/** What the example data of a provider has otherwise than the document, or says of the moment of the call. */
const otherData: Readonly<Record<string, Fields>> = {
  'agent.ask_named': { '': 'text' },
  'browser.read': { '.result': 'text title' },
  'browser.shot': { '.result': 'title url' },
  'events.free': { '.result.items[]': 'minutes', '.result': 'text timezone' },
  'flights.airport': {
    '.result.climbing_out[]': 'bearing_deg distance_nm lat lon',
    '.result.ground[]': 'bearing_deg compass distance_nm lat lon',
    '.result.on_approach[]': 'bearing_deg distance_nm lat lon',
    '.result': 'text',
  },
  'flights.overhead': { '.result': 'items[] lat lon place text total' },
  'flights.status': { '.result.items[].arrival': 'airport', '.result.items[]': 'status', '.result': 'text' },
  'food.hygiene': { '.result': 'text total' },
  'food.product': { '.result': 'text' },
  'hazards.alerts': { '.result.items[]': 'distance_km', '.result': 'text' },
  'hazards.quakes': { '.result.items[]': 'age_s', '.result': 'text' },
  'images.daily': { '.result': 'description height_px size_bytes title width_px' },
  'images.generate': { '.result': 'height_px size_bytes width_px' },
  'images.get': { '.result': 'height_px size_bytes width_px' },
  'images.list': { '.result.items[]': 'description height_px origin prompt size_bytes title width_px' },
  'images.share': { '.result': 'height_px size_bytes width_px' },
  'images.update': { '.result': 'height_px size_bytes width_px' },
  'images.upload': { '.result': 'size_bytes' },
  'mail.webmailread': { '.result': 'url' },
  'mail.webmailsearch': { '.result.items[]': 'url' },
  'maps.area': { '.result': 'held_count' },
  'maps.tile': { '.result': 'held' },
  'markets.convert': { '.result': 'converted rate rounded text' },
  'markets.history': { '.result.items[]': 'close_usd', '.result': 'text' },
  'markets.list': { '.result': 'text' },
  'markets.quote': { '.result': 'change_pct text' },
  'news.headlines': { '.result.items[]': 'image url', '.result': 'text topics[] total' },
  'news.list': { '.result.items[]': 'image url', '.result': 'text topics[]' },
  'news.read': { '.result': 'image is_summary text url' },
  'places.geocode': { '.result.items[].bounds': 'east north south west', '.result': 'text' },
  'places.nearby': {
    '.result.items[]': 'address distance_m id lon opening_hours phone website',
    '.result': 'lat lon place text',
  },
  'prayer.saying': { '.result': 'book_name narrator number reference text translation' },
  'prayer.times': { '.result.next': 'in_s name', '.result': 'text' },
  'routes.directions': {
    '.result': 'distance_m duration_s polyline text',
    '.result.from': 'place',
    '.result.steps[]': 'distance_m duration_s instruction',
    '.result.to': 'lat place',
  },
  'routes.eta': { '.result': 'distance_m duration_s text', '.result.from': 'place', '.result.to': 'lat place' },
  'routes.nearest': { '.result.from': 'place', '.result.items[]': 'distance_m duration_s place', '.result': 'text' },
}

/**
 * What depends on the other records of the account: the first entry of a list, totals, what is left of a limit, whether
 * another sample has read a message first. Also, fields of records that `needs` makes otherwise than the example, and an
 * empty list, which Go leaves out when it writes JSON.
 */
const otherRecords: Readonly<Record<string, Fields>> = {
  'agent.add': { '.result': 'is_new' },
  // The reason depends on what the agent has read before.
  'agent.approvals': { '.result.items[]': 'reason', '.result': 'total' },
  'agent.decide': { '.result.approval': 'reason' },
  'apps.builds': { '.result.items[]': 'attempts cost_credits is_tried name slug snippet state status url' },
  'apps.buildstatus': { '.result': 'prompt slug snippet url' },
  'apps.collection': {
    '.result.items[]': 'description icon_url name public size_bytes slug url',
    '.result.items[].origin': 'build kind slug',
  },
  'apps.edit': { '.result': 'size_bytes' },
  'apps.embed': { '.result': 'description' },
  'apps.fork': { '.result': 'description size_bytes' },
  'apps.read': { '.result.app': 'description public size_bytes tags[]', '.result': 'html mine text' },
  'archive.list': { '.result': 'items next_cursor text', '.result.kinds[]': 'total' },
  'calls.list': {
    '.result.items[]':
      'approval_id arguments_hash caller caller_id code door duration_ms hash number object ok operation request_id run_id undo',
  },
  'blog.list': { '.result.items[]': 'mine public snippet tags[] title', '.result': 'total' },
  'blog.read': { '.result': 'content mine text title' },
  'bookmarks.add': { '.result': 'is_new' },
  'bookmarks.list': { '.result.items[]': 'note source title url', '.result': 'total' },
  'chat.messages': { '.result.messages[]': 'text' },
  'chat.rooms': { '.result.items[]': 'id kind title unread', '.result': 'next_cursor total' },
  'chat.source': { '.result': 'thread to[]' },
  'chat.sources': { '.result': 'total' },
  'contacts.add': { '.result': 'is_new' },
  'contacts.list': { '.result.items[]': 'email name note phone' },
  'docs.list': { '.result': 'total' },
  'events.create': { '.result': 'timezone' },
  'events.list': { '.result.items[]': 'minutes note repeat timezone title', '.result': 'total' },
  'events.read': { '.result': 'timezone' },
  'events.update': { '.result': 'timezone' },
  'files.list': { '.result.items[]': 'name public sha256 size_bytes type', '.result': 'used_bytes' },
  'groups.create': { '.result': 'invitations' },
  'groups.list': { '.result.invitations[]': 'invited_by' },
  // Another sample may have read the thread.
  'inbox.mark': { '': 'is_changed' },
  'inbox.read': { '.items[]': 'from is_unread kind origin snippet subject unread', '': 'total unread' },
  'mail.inbox': {
    '.result.items[].attachments[]': 'size_bytes',
    '.result.items[]': 'is_unread unread',
    '.result': 'text unread',
  },
  'mail.markread': { '.result': 'changed unread' },
  'mail.read': { '.result.message.attachments[]': 'size_bytes', '.result.message': 'is_unread unread' },
  'mail.sources': { '.result': 'total' },
  'mail.source': { '.result.attachments[]': 'size_bytes' },
  'notes.add': { '.result': 'is_new' },
  'notify.devices': { '.result.items[]': 'label' },
  'recall.conversation': { '.result.messages[]': 'from' },
  'recall.list': { '.result.items[]': 'agent message_count subject', '.result': 'total' },
  'shell.run': { '.result': 'duration_s exit_code text' },
  'sms.history': { '.result.items[]': 'status', '.result': 'total' },
  'sms.number': { '.result': 'daily_limit left_today sent_today text' },
  'sms.send': { '.result': 'left_today', '.result.message': 'status' },
  'sms.source': { '.result': 'delivery' },
  'sms.sources': { '.result': 'total' },
  'social.list': { '.result.items[]': 'text' },
  'stream.list': { '.result.items[]': 'public service text url', '.result': 'next_cursor total' },
  'tasks.list': { '.result.items[]': 'assignee detail due result snippet status title', '.result': 'total' },
  'tasks.next': { '.result': 'task waiting' },
  'url.export': { '': 'content count total' },
  'url.get': { '.url': 'hitCount title' },
  'url.list': { '.urlPairs[]': 'hitCount id shortURL' },
  'url.qr': { '': 'content' },
  'url.shorten': { '': 'shortURL' },
  'url.stats': { '.devices[]': 'device people', '.referrers[]': 'people', '.total': 'bots heads people' },
  'work.read': { '': 'items total' },
}

/** The places of an operation's result that may differ from the documented one, with everything inside them. */
export function varyingPlaces(id: string): string[] {
  return Object.entries({ ...otherData, ...otherRecords }[id] ?? {}).flatMap(([place, names]) =>
    names.split(' ').map((name) => `${place}.${name}`),
  )
}
